//! Springs against rigid contact: the same scene under `method penalty` comes to what `method event` says as stiffness grows.
//!
//! Single contacts that do not graze. The order p of the error, error ~ k^−p, is known:
//!
//! * a bounce lasts about π √(m/k), in which the part is where it would not be: places after it, and under gravity
//!   velocities at a given time, are off by k^−1/2;
//! * in an oblique blow the point of contact lies deeper by as much, and friction that needs a slip u to be there lags by it:
//!   with u ∝ k^−1/2 spins and velocities come near like k^−1/2;
//! * a block on a slope stands m g cos α/2k deep on two corners: its place is off by 1/k, and its speed by what friction lacks
//!   while it sets off, u.

use crate::support;

use mainspring_trust::{Against::OtherWay, case, largest};
use support::{last, run_solids};

/// Stiffness, N/m: each a hundred times the one before.
const STIFF: [f64; 3] = [1e5, 1e7, 1e9];

/// Runs the scene by event and at each stiffness; errors of each column at the end.
fn errors(scene: &str, columns: &[&str], slip_speed: impl Fn(f64) -> f64) -> Vec<[f64; 3]> {
    let run = |method: &str| {
        let text = format!("{scene}\n{method}\nrecord {}\n", columns.join(", "));
        run_solids(&text).1
    };
    let rigid = run("method event");
    let soft = STIFF
        .map(|k| run(&format!("method penalty {{ stiffness = {k:e} N/m; slip_speed = {:e} m/s }}", slip_speed(k))));
    columns.iter().map(|c| [0, 1, 2].map(|i| (last(&soft[i], c) - last(&rigid, c)).abs())).collect()
}

/// A scene with a floor, and of what the error falls with which order.
fn comes_near(what: &str, scene: &str, orders: &[(&str, f64)]) {
    let text = format!("space planar\nobstacle floor = halfplane((0, 0) m, (0, 1))\n{scene}");
    let columns: Vec<&str> = orders.iter().map(|(c, _)| *c).collect();
    // slips at which friction is fully there shrink with the time a blow takes
    let found = errors(&text, &columns, |k| 1e-3 * (STIFF[0] / k).sqrt());
    for ((column, order), e) in orders.iter().zip(found) {
        assert!(e[0] > 1e-9, "{what}: {column} does not depend on the stiffness: {e:?}");
        let steps = [e[0] / e[1], e[1] / e[2]].map(|x| 0.5 * libm::log10(x));
        let off = largest(steps.map(|p| p - order));
        case!(
            format!("soft contact against rigid: {what}"),
            format!("order of convergence of {column}, k = 1e5 … 1e9 N/m"),
            OtherWay,
            "the same scene by event"
        )
        .answer(*order, "1")
        .off(off, 0.02);
        // and the error itself is small at the last
        assert!(e[2] < 2e-3, "{what}: {column} {e:?}");
    }
}

#[test]
fn a_ball_that_bounces() {
    let scene = "gravity (0, -9.81) m/s^2
solid ball = disc(10 cm); 1 kg at (0, 60 cm)
contact ball, floor { restitution = 0.7 }
run 0.4 s every 0.1 s";
    comes_near("ball that bounces", scene, &[("ball.position.y", 0.5), ("ball.velocity.y", 0.5)]);
}

#[test]
fn a_disc_that_strikes_at_an_angle() {
    for (what, friction, columns) in [
        ("disc that slips in a blow", 0.1, [("ball.rate", 0.5), ("ball.position.x", 0.5)]),
        ("disc that sticks in a blow", 0.8, [("ball.rate", 0.5), ("ball.velocity.x", 0.5)]),
    ] {
        let scene = format!(
            "solid ball = disc(10 cm); 1 kg at (0, 20 cm) moving (1, -2) m/s spinning 5 rad/s
contact ball, floor {{ friction = {friction}; restitution = 0.6 }}
run 0.2 s every 0.1 s"
        );
        comes_near(what, &scene, &columns);
    }
}

#[test]
fn a_block_that_slides_down_a_slope() {
    // 30°, gravity turned rather than the floor
    let scene = "gravity (4.905, -8.4957092) m/s^2
solid block = rect(40 cm, 10 cm); 2 kg at (0, 5 cm)
contact block, floor { friction = 0.3; restitution = 0.2 }
run 0.5 s every 0.1 s";
    comes_near(
        "block that slides down a slope",
        scene,
        &[("block.position.x", 1.0), ("block.position.y", 1.0), ("block.velocity.x", 0.5)],
    );
}
