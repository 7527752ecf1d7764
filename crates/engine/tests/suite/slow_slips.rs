//! Slips in space that have only begun: friction turns with them the faster the slower they are.

use crate::support;

use mainspring_engine::Outcome;
use mainspring_numerics::vec3::{Vec3, add, cross, dot, norm, scale, sub};
use mainspring_record::Memory;
use mainspring_trust::{Against::OtherWay, case, largest};
use support::{last, of, run_text};

/// A domino that falls back onto its edge, which then slips.
fn domino(settings: &str) -> (Outcome, Memory) {
    run_text(&format!(
        "space spatial
gravity (0, 0, -9.81) m/s^2
obstacle table = halfspace((0, 0, 0) m, (0, 0, 1))
primitive domino {{ shape = box(0.012 m, 0.036 m, 0.078 m); mass = 40 g }}
part d = domino() at (0.0068, 0, 0.03955) m turned 9.8 deg about (0, 1, 0) spinning (0.02, 0, 0) rad/s
contact d, table {{ friction = 0.12; restitution = 0 }}
record d.position, d.velocity, d.angular_velocity, energy.residual
run 0.26 s every 0.26 s {{ {settings} }}
"
    ))
}

fn state(memory: &Memory) -> Vec<f64> {
    ["position", "velocity", "angular_velocity"]
        .iter()
        .flat_map(|what| ["x", "y", "z"].map(|axis| last(memory, &format!("d.{what}.{axis}"))))
        .collect()
}

#[test]
fn an_edge_that_sets_off_is_followed_in_few_steps() {
    let (fine, exact) = domino("rtol = 1e-12");
    let (out, memory) = domino("rtol = 1e-9");
    for events in [&out.events, &fine.events] {
        let sets_off = of(events, "slip").iter().filter(|e| e.text.ends_with("slip")).count();
        assert_eq!(sets_off, 1, "{events:?}");
    }
    let off = state(&memory).into_iter().zip(state(&exact)).map(|(a, b)| (a - b).abs());
    case!("domino whose edge sets off", "places, velocities and rates at 0.26 s", OtherWay, "the same at rtol 1e-12")
        .work(out.work.steps, out.work.evaluations)
        .off(largest(off), 1e-6);
    // explicit steps of the length in which friction turns are hundreds: three hundred within microseconds, and a hand-over to steps
    assert!(out.work.steps + out.work.rejected < 150, "{:?}", out.work);
}

/// A rotation about an axis.
struct Turn {
    axis: Vec3,
    angle: f64,
}

impl Turn {
    fn of(&self, v: Vec3) -> Vec3 {
        let (s, c) = libm::sincos(self.angle);
        let along = scale(self.axis, dot(self.axis, v) * (1.0 - c));
        add(add(scale(v, c), scale(cross(self.axis, v), s)), along)
    }
}

/// Four boxes that fall on each other, with all turned; the places of all at the end.
fn heap(turn: &Turn) -> Vec<Vec3> {
    let tuple = |v: Vec3| format!("({}, {}, {})", v[0], v[1], v[2]);
    let mut text = format!(
        "space spatial
gravity {} m/s^2
obstacle floor = halfspace((0, 0, 0) m, {}) {{ friction = 0.4 }}
primitive brick {{ shape = box(0.12 m, 0.1 m, 0.08 m); mass = 1 kg; friction = 0.4; restitution = 0.1 }}
",
        tuple(turn.of([0.0, 0.0, -9.81])),
        tuple(turn.of([0.0, 0.0, 1.0])),
    );
    let places = [[0.0, 0.0, 0.05], [0.03, 0.02, 0.15], [-0.02, 0.03, 0.26], [0.01, -0.03, 0.36]];
    for (i, place) in places.into_iter().enumerate() {
        let (at, way) = (tuple(turn.of(place)), tuple(turn.of([0.2 - 0.1 * i as f64, 0.3, 0.0])));
        let turned = format!("{} rad about {}", turn.angle, tuple(turn.axis));
        text += &format!("part b[{i}] = brick() at {at} m turned {turned} moving {way} m/s\nrecord b[{i}].position\n");
    }
    text += "contacts all\nmethod stepping\nrun 0.15 s every 0.15 s\n";
    let (_, memory) = run_text(&text);
    let place = |i: usize| ["x", "y", "z"].map(|axis| last(&memory, &format!("b[{i}].position.{axis}")));
    (0..places.len()).map(place).collect()
}

#[test]
fn what_is_stepped_goes_the_same_way_when_all_is_turned() {
    let still = heap(&Turn { axis: [0.0, 0.0, 1.0], angle: 0.0 });
    for (axis, angle) in [([1.0, 2.0, -0.5], 1.1), ([-0.3, 0.2, 0.9], 2.4), ([0.1, -1.0, 0.4], 0.7)] {
        let turn = Turn { axis: scale(axis, 1.0 / norm(axis)), angle };
        let off = still.iter().zip(heap(&turn)).map(|(p, q)| norm(sub(turn.of(*p), q)));
        case!(
            "four bricks in steps, turned as a whole",
            "places at 0.15 s, over a brick",
            OtherWay,
            "the same not turned"
        )
        .off(largest(off) / 0.08, 2e-6);
    }
}
