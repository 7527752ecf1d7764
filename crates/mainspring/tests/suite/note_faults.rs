//! Scenes that ran otherwise than meant without a word; each is a test named after its file in `tests/faults/`.

use crate::fault_scenes::text;
use mainspring::prelude::*;
use mainspring::simulate;

/// What is noted under a code.
fn noted(scene: &str, code: &str) -> Vec<String> {
    let settings = Settings { until: Some(1e-6), ..Settings::default() };
    let run = simulate(Scene::text("scene", scene), &settings).unwrap_or_else(|e| panic!("{e}"));
    run.notes
        .iter()
        .filter(|d| d.code == code)
        .map(|d| format!("{}; {}", d.message, d.help.clone().unwrap_or_default()))
        .collect()
}

#[test]
fn nocontact() {
    let scene = text("nocontact");
    let said = noted(&scene, "N0618");
    assert!(said.len() == 1 && said[0].starts_with("nothing can touch `f`: no `contact` or `contacts`"), "{said:?}");
    assert!(noted(&format!("{scene}contacts all\n"), "N0618").is_empty());
    assert!(noted(&format!("{scene}contacts none\n"), "N0618").is_empty());
    // a part beside two that may touch
    let beside = noted(&format!("{scene}part b = p() at (1, 1) m\ncontact a, f\n"), "N0618");
    assert!(beside.len() == 1 && beside[0].starts_with("nothing can touch `b`:"), "{beside:?}");
}

#[test]
fn degtrap() {
    let said = noted(&text("degtrap"), "N0617");
    assert_eq!(said.len(), 3, "{said:?}");
    for (what, fix) in [
        ("`turned` is 45 rad, which is 2578.3 deg: bare angles are radians", "did you mean `45 deg`?"),
        ("a limit is -30 rad", "did you mean `-30 deg`?"),
        ("the start of `o` is 20 rad", "did you mean `20 deg`?"),
    ] {
        assert!(said.iter().any(|s| s.contains(what) && s.contains(fix)), "{what}: {said:?}");
    }
    let right = text("degtrap").replace("turned 45", "turned 45 deg").replace("(-30, 30)", "(-400, 400) deg");
    assert!(noted(&right.replace("start o = 20", "start o = 6 + 0.2"), "N0617").is_empty());
}

#[test]
fn sign() {
    let said = noted(&text("sign"), "N0619");
    assert!(said.len() == 1 && said[0].starts_with("`r` is nothing but a torque"), "{said:?}");
    let stiff = text("sign").replace("{ torque = 1 N*m }\nrun", "{ torque = 1 N*m; stiffness = 1 N*m/rad }\nrun");
    assert!(noted(&stiff, "N0619").is_empty());
}

#[test]
fn diff() {
    let said = noted(&text("diff"), "N0620");
    assert!(
        said.iter().any(|s| s.starts_with("`axis` of `jl` is in the axes of `case`, which joint `jc` has turned")),
        "{said:?}"
    );
    // on the joint, the axis leaves the case as drawn
    let drawn = text("diff")
        .replace("ground ((0, 0, 0), axis = (1, 0, 0)), case)", "ground (0, 0, 0), case, axis = (1, 0, 0))");
    assert!(noted(&drawn, "N0620").is_empty());
}

#[test]
fn bare_angles_are_noted_wherever_an_angle_is_meant() {
    const BAR: &str = "space planar
primitive bar { shape = rect(10 cm, 1 cm); mass = 1 kg; point a = (-5, 0) cm }
part b = bar()
joint o = revolute(ground (0, 0), b.a)
run 1 s
";
    for (line, what) in [
        ("obstacle s = sector(1 cm, 30, 1) at (1, 1) m\ncontacts none", "the start of a sector is 30 rad"),
        ("obstacle s = turn(rect(1 cm, 1 cm), 30) at (1, 1) m\ncontacts none", "the angle of `turn` is 30 rad"),
        ("obstacle s = mirror(rect(1 cm, 1 cm), 90) at (1, 1) m\ncontacts none", "the angle of the mirror is 90 rad"),
        ("spring k = rotary(o) { stiffness = 1 N*m/rad; rest = 90 }", "the rest of `k` is 90 rad"),
        ("drive o angle = 90", "the angle that `o` is driven to is 90 rad"),
        ("record sin(45)", "the argument of `sin` is 45 rad"),
        ("release o when o.angle > 90", "what an angle is compared with is 90 rad"),
        ("release o when -90 > b.angle", "what an angle is compared with is -90 rad"),
        ("guess o = 30", "the guess of `o` is 30 rad"),
    ] {
        let said = noted(&format!("{BAR}{line}\n"), "N0617");
        assert!(said.len() == 1 && said[0].contains(what) && said[0].contains("did you mean"), "{line}: {said:?}");
    }
    for line in [
        "obstacle s = sector(1 cm, 30 deg, 1.5*pi) at (1, 1) m\ncontacts none",
        "record sin(3), cos(2*pi*7), sin(t*(100 1/s))",
        "release o when o.angle > 10*tau",
        "release o when o.rate > 90 rad/s",
        "drive o angle = t*(90 rad/s)",
    ] {
        assert!(noted(&format!("{BAR}{line}\n"), "N0617").is_empty(), "{line}");
    }
}

#[test]
fn an_axis_of_a_part_that_its_own_joint_turns_is_meant() {
    // a robot's shoulder: the base begins turned about z, and the axis of the shoulder goes with it
    let robot = "space spatial
primitive link { shape = box(10 cm, 2 cm, 2 cm); mass = 1 kg; point a = (-5, 0, 0) cm; point b = (5, 0, 0) cm }
part base, arm = link()
joint waist = revolute(ground (0, 0, 0), base.a)
joint shoulder = revolute(base.b, arm.a, axis = (0, 1, 0))
start waist = 40 deg
run 1 s
";
    assert!(noted(robot, "N0620").is_empty());
    let tilted = robot.replace("ground (0, 0, 0)", "ground((0, 0, 0), axis = (1, 0, 0))");
    let said = noted(&tilted, "N0620");
    assert!(
        said.len() == 1 && said[0].starts_with("`axis` of `shoulder` is in the axes of `base`, which joint `waist`"),
        "{said:?}"
    );
}

#[test]
fn parts_on_top_of_each_other() {
    let bars = "space planar
primitive bar { shape = rect(10 cm, 1 cm); mass = 1 kg; point a = (-5, 0) cm; point b = (5, 0) cm }
";
    let said = |text: &str| noted(&format!("{bars}{text}\nrun 1 s\n"), "N0720");
    let twice = said("part a, b = bar() at (1, 1) m");
    assert!(
        twice.len() == 1 && twice[0].starts_with("`b` begins on top of `a`: same shape, same place, turned alike"),
        "{twice:?}"
    );
    assert!(twice[0].contains("place one elsewhere"));
    let many = said("part a[0..4] = bar() at (1, 1) m");
    assert!(many.len() == 1 && many[0].contains("(and 2 more)"), "{many:?}");
    // a loop of three bars that closes onto itself
    let folded = said(
        "part a, b, c = bar()
joint o = revolute(ground (0, 0), a.a)\njoint p = revolute(a.b, b.b)\njoint q = revolute(b.a, c.a)
joint r = revolute(ground (10, 0) cm, c.b)\nguess o = 20 deg\nguess p = 0 deg",
    );
    assert_eq!(folded.len(), 1, "{folded:?}");
    for apart in [
        "part a = bar() at (1, 1) m\npart b = bar() at (1, 1) m turned 1 deg",
        "part a = bar() at (1, 1) m moving (1, 0) m/s\npart b = bar() at (1, 1) m moving (2, 0) m/s",
        "part a, b = bar() at (1, 1) m\nspring s = linear(a.a, b.b) { stiffness = 1 N/m }",
        "part a, b = bar() at (1, 1) m\njoint w = revolute(a.center, b.center)",
        "part a = bar() at (1, 1) m\npart b = bar() at (1, 1) m arriving 0.5 s",
    ] {
        assert!(said(apart).is_empty(), "{apart}");
    }
    // two pendulums on one pin begin together because they are said to
    let pendulums = "part a, b = bar()\njoint o = revolute(ground (0, 0), a.a)\njoint p = revolute(ground (0, 0), b.a)";
    assert!(said(pendulums).is_empty());
    assert!(said(&format!("{pendulums}\nstart o = 20 deg\nstart p = 20 deg")).is_empty());
    let on_a_cart = "part cart = bar() at (5, 0) cm\npart a, b = bar()
joint o = revolute(cart.a, a.a)\njoint p = revolute(cart.a, b.a)\nguess o = -90 deg\nguess p = -90 deg";
    assert!(said(on_a_cart).is_empty());
    let one_held = "part a = bar()\npart b = bar() at (5, 0) cm\njoint o = revolute(ground (0, 0), a.a)";
    assert_eq!(said(one_held).len(), 1);
    let space = "space spatial
primitive ball { shape = sphere(1 cm); mass = 1 kg }
part a, b = ball() at (1, 1, 1) m
run 1 s
";
    assert_eq!(noted(space, "N0720").len(), 1);
}

#[test]
fn two_starts_for_one_freedom() {
    let four = "space planar
primitive bar(l: length) { shape = rect(l, 1 cm); area_density = 5 kg/m^2; point a = (-l/2, 0); point b = (l/2, 0) }
part crank = bar(10 cm)
part rod = bar(30 cm)
part rocker = bar(10 cm)
joint o = revolute(ground (0, 0), crank.a)
joint p = revolute(crank.b, rod.a)
joint q = revolute(rod.b, rocker.b)
joint r = revolute(ground (30 cm, 0), rocker.a)
";
    let said = |lines: &str| noted(&format!("{four}{lines}\nrun 1 s\n"), "N0721");
    // a parallelogram: both cranks turn alike
    let rates = said("guess o = 60 deg\nguess r = 60 deg\nstart o rate 2 rad/s\nstart r rate 2 rad/s");
    assert!(rates.len() == 1 && rates[0].contains("`start r` says again how fast it begins"), "{rates:?}");
    assert!(rates[0].contains("`start o` says") && rates[0].contains("one `start` a freedom is enough"), "{rates:?}");
    let places = said("start o = 60 deg\nstart r = 60 deg\nguess p = -60 deg");
    assert!(places.len() == 1 && places[0].contains("`start r` says again where it begins"), "{places:?}");
    for fine in [
        "start o = 60 deg rate 2 rad/s\nguess r = 60 deg",
        "start o = 60 deg\nstart r rate 2 rad/s\nguess r = 60 deg",
        "start o = 60 deg",
    ] {
        assert!(said(fine).is_empty(), "{fine}: {:?}", said(fine));
    }
    // two freedoms, two starts
    let double = "space planar
primitive bar { shape = rect(10 cm, 1 cm); mass = 1 kg; point a = (-5, 0) cm; point b = (5, 0) cm }
part x, y = bar()
joint o = revolute(ground (0, 0), x.a)\njoint p = revolute(x.b, y.a)
start o = 10 deg rate 1 rad/s\nstart p = 20 deg rate 2 rad/s\nrun 1 s
";
    assert!(noted(double, "N0721").is_empty());
}

#[test]
fn what_moves_is_not_said_to_be_still() {
    const BAR: &str = "space planar
primitive bar { shape = rect(10 cm, 1 cm); mass = 1 kg; point a = (-5, 0) cm }
part b = bar()
joint o = revolute(ground (0, 0), b.a)
";
    let said = |lines: &str| noted(&format!("{BAR}{lines}\nrun 1 s\n"), "N0711");
    let still = said("constraint c: b.angle = 0.3");
    assert!(still.len() == 1 && still[0].contains("leave out a joint"), "{still:?}");
    // moved by time, or let go later
    assert!(said("constraint c: b.angle = t*(1 rad/s)").is_empty());
    assert!(said("constraint c: b.angle = 0.3\nrelease o when t > 2 s").is_empty());
}
