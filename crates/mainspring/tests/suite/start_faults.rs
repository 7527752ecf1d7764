//! Scenes whose starts contradict each other; each that was wrong is a test named after its file in `tests/faults/`.

use crate::fault_scenes::{finishes, last, near, refusal, text};

#[test]
fn conf() {
    let (codes, said) = refusal(&text("conf"));
    assert_eq!(codes, ["E0703"]);
    assert!(said.contains("`start o` asks for a rate that joints, drives and other starts do not allow"), "{said}");
}

#[test]
fn confdrive() {
    let (codes, said) = refusal(&text("confdrive"));
    assert_eq!(codes, ["E0703"]);
    assert!(said.contains("`start o` asks for a rate"), "{said}");
}

#[test]
fn starts_that_say_the_same_twice_are_accepted() {
    // ẋ of a slider-crank from the crank's rate
    let crank = "let r = 0.1 m\nlet l = 0.3 m\nlet a = acos((r^2 + (0.35 m)^2 - l^2)/(2*r*0.35 m))
let slope = -r*sin(a) - r^2*sin(a)*cos(a)/sqrt(l^2 - r^2*sin(a)^2)\n";
    let scene = text("conf").replace("space planar\n", &format!("space planar\n{crank}"));
    let scene = scene.replace("start o rate 100 rad/s", "start o rate 1 m/s/slope");
    let run = finishes(&scene, &[0.0], &["guide.speed", "energy.lost"]);
    near(last(&run, "guide.speed"), 1.0, 1e-9, "guide.speed");
    near(last(&run, "energy.lost"), 0.0, 1e-12, "lost");
}

#[test]
fn a_velocity_that_joints_do_not_allow_breaks_none() {
    // a bar on a hinge, and a velocity of its middle along itself
    let scene = "space planar
primitive bar { shape = rect(20 cm, 1 cm); mass = 1 kg; point a = (-10, 0) cm; point b = (10, 0) cm }
part arm = bar() moving (3, 0) m/s spinning 2 rad/s
joint o = revolute(ground (0, 0), arm.a)
start o rate 2 rad/s
run 0.1 s
";
    let run = finishes(scene, &[0.0], &["o.rate", "energy.lost"]);
    near(last(&run, "o.rate"), 2.0, 1e-12, "o.rate");
    near(last(&run, "energy.lost"), 0.0, 1e-12, "lost");
    assert!(run.notes.iter().any(|d| d.code == "W0712"), "{:?}", run.notes);
}
