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

/// Two cranks of 10 cm on pins 10 cm apart, and a rod between them.
fn square(pin: &str, lines: &str) -> String {
    format!(
        "space planar
primitive bar {{ shape = rect(10 cm, 1 cm); mass = 1 kg; point a = (-5, 0) cm; point b = (5, 0) cm }}
part crank, rod, rocker = bar()
joint o = revolute(ground (0, 0), crank.a)
joint p = revolute(crank.b, rod.a)
joint q = revolute(rod.b, rocker.a) {pin}
joint r = revolute(ground (10, 0) cm, rocker.b)
guess q = -90 deg
{lines}
run 1 us
"
    )
}

#[test]
fn a_loop_along_which_angles_add_up_to_a_turn_begins_in_the_turn_that_is_meant() {
    for (p, r) in [(270.0_f64, -90.0_f64), (-90.0, 270.0), (-90.0, -90.0), (630.0, -450.0)] {
        let lines = format!("start o = 90 deg\nstart p = {p} deg\nstart r = {r} deg");
        let run = finishes(&square("", &lines), &[0.0], &["p.angle", "r.angle"]);
        near(last(&run, "p.angle"), p.to_radians(), 1e-12, "p");
        near(last(&run, "r.angle"), r.to_radians(), 1e-12, "r");
    }
    // limits and drives say it too
    let limited = square("", "start o = 90 deg\nstart p = 270 deg")
        .replace("rocker.b)", "rocker.b) { limits = (-120, -60) deg }");
    near(last(&finishes(&limited, &[0.0], &["r.angle"]), "r.angle"), -90.0_f64.to_radians(), 1e-12, "limits");
    let driven = square("", "guess o = 90 deg\nguess p = 270 deg\ndrive r angle = -90 deg + 1 rad/s * t");
    near(last(&finishes(&driven, &[0.0], &["r.angle"]), "r.angle"), -90.0_f64.to_radians(), 1e-12, "drive");
}

#[test]
fn compliant_loops_begin_to_move_as_rigid_ones() {
    let soft = "{ compliant { stiffness = 1e5 N/m; damping = 10 N*s/m } }";
    let begin = |lines: &str| square(soft, &format!("start o = 90 deg rate 2 rad/s\n{lines}"));
    // a parallelogram: the rod moves along, and both cranks turn alike
    let run = finishes(&begin("guess p = -90 deg"), &[0.0], &["r.rate", "rod.rate", "rod.velocity.x"]);
    near(last(&run, "r.rate"), 2.0, 1e-9, "r.rate");
    near(last(&run, "rod.rate"), 0.0, 1e-9, "rod.rate");
    near(last(&run, "rod.velocity.x"), -0.2, 1e-9, "rod.velocity.x");
    assert!(run.notes.iter().all(|n| n.code != "W0717"), "{:?}", run.notes);
    // another rate of the other crank strains the pin from the first moment on, and that is said
    let strained = begin("start p = -90 deg rate -2 rad/s\nstart r rate 3 rad/s");
    let run = finishes(&strained, &[0.0], &["o.rate", "r.rate"]);
    near(last(&run, "o.rate"), 2.0, 1e-12, "o.rate");
    near(last(&run, "r.rate"), 3.0, 1e-12, "r.rate");
    let said: Vec<&str> = run.notes.iter().filter(|n| n.code == "W0717").map(|n| n.message.as_str()).collect();
    // 10 cm with 1 rad/s
    assert!(said.len() == 1 && said[0].starts_with("`q` begins to open with 10 cm/s"), "{said:?}");
}

#[test]
fn moving_gives_way_to_a_stated_rate_on_a_compliant_joint() {
    let scene = "space planar
primitive bar { shape = rect(10 cm, 1 cm); mass = 1 kg; point a = (-5, 0) cm }
part arm = bar() spinning 3 rad/s
joint o = revolute(ground (0, 0), arm.a) { compliant { stiffness = 1e5 N/m; damping = 10 N*s/m } }
start o rate 2 rad/s
run 1 us
";
    let run = finishes(scene, &[0.0], &["o.rate", "arm.velocity.y"]);
    near(last(&run, "o.rate"), 2.0, 1e-12, "o.rate");
    // on its pin
    near(last(&run, "arm.velocity.y"), 0.05 * 2.0, 1e-6, "arm.velocity.y");
    assert!(run.notes.iter().any(|n| n.code == "W0712" && n.message.contains("`arm`")), "{:?}", run.notes);
}

#[test]
fn what_contradicts_is_named_with_its_unit_and_what_holds_is_not() {
    let (codes, said) = refusal(&square("", "start o = 90 deg\nstart r = -70 deg\nguess p = -90 deg"));
    assert_eq!(codes, ["E0703"]);
    // both cranks are parallel: 20 deg
    assert!(
        said.starts_with("`start r` asks for a position")
            && said.contains("it is 20 deg off what follows from `start o`"),
        "{said}"
    );
    let (codes, said) =
        refusal(&square("", "start o = 90 deg rate 1 rad/s\ndrive r speed = 2 rad/s\nguess p = -90 deg"));
    assert_eq!(codes, ["E0703"]);
    assert!(said.contains("it is 57.296 deg/s off what follows from the drive of `r`"), "{said}");
}
