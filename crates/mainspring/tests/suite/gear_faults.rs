//! Gears on carriers that move; each scene that was wrong is a test named after its file in `tests/faults/`.

use crate::fault_scenes::{finishes, last, near, refusal, text};

#[test]
fn sunplanet() {
    // as seen from the carrier sun and planet turn against each other: 360°/s on a carrier with 360°/s
    let run = finishes(&text("sunplanet"), &[], &["planet.rate", "jp.rate"]);
    near(last(&run, "planet.rate"), 2.0 * std::f64::consts::TAU, 1e-9, "planet.rate");
    near(last(&run, "jp.rate"), std::f64::consts::TAU, 1e-9, "jp.rate");
}

#[test]
fn planetary_naive() {
    // Willis: a carrier between a sun of 20 and a ring of 52 that stands
    let run = finishes(&text("planetary_naive"), &[], &["jc.rate"]);
    near(last(&run, "jc.rate"), 1000.0 / 60.0 * std::f64::consts::TAU * 20.0 / 72.0, 1e-7, "jc.rate");
}

/// An arm on the ground, and wheels on the ground and on the arm: how fast the second wheel turns.
fn wheels(space: &str, joints: &str) -> String {
    let (shape, origin, pin, axis) = match space {
        "planar" => ("disc(3 cm)", "(0, 0)", "(6 cm, 0)", ""),
        _ => ("cylinder(3 cm, 1 cm)", "(0, 0, 0)", "(6, 0, 0) cm", ", axis = (0, 0, -1)"),
    };
    format!(
        "space {space}
primitive wheel {{ shape = {shape}; mass = 1 kg; point pin = {pin} }}
part sun, arm, planet = wheel()
joint js = revolute(ground {origin}, sun)
joint jc = revolute(ground {origin}, arm{axis})
joint jp = revolute(arm.pin, planet)
{joints}
run 1 s
"
    )
}

#[test]
fn wheels_are_seen_from_their_carrier() {
    let mesh = "joint mesh = gear(js, jp) { teeth = (20, 40) }\ndrive js speed = 1 rad/s\n";
    let run = finishes(&wheels("planar", &format!("{mesh}drive jc speed = 3 rad/s")), &[], &["jp.rate"]);
    near(last(&run, "jp.rate"), -0.5 * (1.0 - 3.0), 1e-9, "in the plane");
    // the arm's own axis points down
    let run = finishes(&wheels("spatial", &format!("{mesh}drive jc speed = -3 rad/s")), &[], &["jp.rate"]);
    near(last(&run, "jp.rate"), -0.5 * (1.0 - 3.0), 1e-9, "in space");
    // a planet that rolls on a wheel of the ground: the ground is seen from the arm
    let ground = "joint mesh = gear(jc, jp) { teeth = (20, 40) }\ndrive jc speed = 3 rad/s\ndrive js speed = 1 rad/s";
    let run = finishes(&wheels("planar", ground), &[], &["jp.rate"]);
    near(last(&run, "jp.rate"), 0.5 * 3.0, 1e-9, "on the ground's wheel");
    // both on the ground, and yet seen from the arm
    let said = "part ring = wheel()\njoint jr = revolute(ground (0, 0), ring)
joint mesh = gear(js, jr) { ratio = -0.4; carrier = arm }\ndrive js speed = 1 rad/s\ndrive jc speed = 3 rad/s\ndrive jp speed = 0 rad/s";
    let run = finishes(&wheels("planar", said), &[], &["jr.rate"]);
    near(last(&run, "jr.rate"), 3.0 - 0.4 * (1.0 - 3.0), 1e-9, "Willis");
}

#[test]
fn gears_without_a_carrier_are_refused_by_name() {
    let apart = wheels(
        "planar",
        "part far = wheel()\njoint jf = revolute(planet.pin, far)\njoint mesh = gear(js, jf) { ratio = 1 }",
    );
    let (codes, said) = refusal(&apart);
    assert_eq!(codes, ["E0529"]);
    assert!(said.contains("`js` turns on the ground and `jf` turns on `planet`"), "{said}");
    let play = "joint mesh = gear(js, jp) { teeth = (20, 40); backlash = 1 deg }";
    let (codes, said) = refusal(&wheels("planar", play));
    assert_eq!(codes, ["E0529"]);
    assert!(said.contains("the wheels of `mesh` have backlash, and their carrier moves"), "{said}");
}

#[test]
fn a_rack_on_a_carriage_is_seen_from_the_pinion() {
    // the rack passes the pinion with the carriage's speed and its own
    let scene = |rail: &str, speed: &str| {
        format!(
            "space planar
primitive block {{ mass = 1 kg; inertia = 0.01 kg*m^2; point top = (0, 2) cm {rail} }}
part wheel, car, bar = block()
joint axle = revolute(ground (0, 10 cm), wheel)
joint way = prismatic(ground (0, 0), car)
joint slide = prismatic(car.top, bar)
joint mesh = rack(axle, slide) {{ radius = 5 cm }}
drive axle rate = 2 rad/s
drive way speed = {speed}
run 1 s
"
        )
    };
    let run = finishes(&scene("", "3 cm/s"), &[], &["slide.speed", "bar.velocity.x"]);
    near(last(&run, "slide.speed"), 0.05 * 2.0 - 0.03, 1e-9, "slide.speed");
    near(last(&run, "bar.velocity.x"), 0.05 * 2.0, 1e-9, "past the pinion");
    // a rail that points back: its travel is counted the other way, and so is the carriage's
    let run = finishes(&scene("turned 180 deg", "3 cm/s"), &[], &["slide.speed", "bar.velocity.x"]);
    near(last(&run, "slide.speed"), 0.05 * 2.0 + 0.03, 1e-9, "slide.speed");
    near(last(&run, "bar.velocity.x"), -0.05 * 2.0, 1e-9, "past the pinion");
    let turns = scene("", "0 m/s").replace("way = prismatic", "way = revolute").replace("drive way speed = 0 m/s", "");
    let (codes, said) = refusal(&turns);
    assert_eq!(codes, ["E0529"]);
    assert!(
        said.starts_with(
            "pinion and rack of `mesh` do not move on one part: `axle` turns on the ground and `slide` slides on `car`"
        ),
        "{said}"
    );
}

#[test]
fn teeth_on_axes_that_point_against_each_other() {
    // outside each other the wheels turn against each other, so that about opposite axes both angles grow
    let pair = |axis: &str, teeth: &str| {
        format!(
            "space spatial
primitive wheel {{ shape = cylinder(3 cm, 1 cm); mass = 1 kg }}
part one, two = wheel()
joint j = revolute(ground (0, 0, 0), one)
joint k = revolute(ground (9, 0, 0) cm, two, axis = (0, 0, {axis}))
joint mesh = gear(j, k) {{ teeth = {teeth} }}
drive j rate = 1 rad/s
run 1 s
"
        )
    };
    for (axis, teeth, rate, world) in [
        ("1", "(20, 40)", -0.5, -0.5),
        ("-1", "(20, 40)", 0.5, -0.5),
        ("1", "(20, 40); internal", 0.5, 0.5),
        ("-1", "(20, 40); internal", -0.5, 0.5),
    ] {
        let run = finishes(&pair(axis, teeth), &[], &["k.rate", "two.angular_velocity.z"]);
        near(last(&run, "k.rate"), rate, 1e-9, teeth);
        near(last(&run, "two.angular_velocity.z"), world, 1e-9, axis);
    }
}
