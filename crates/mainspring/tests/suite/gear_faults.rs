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
