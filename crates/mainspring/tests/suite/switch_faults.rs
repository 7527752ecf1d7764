//! Scenes that attach and release on conditions, which once acted only once; each that was wrong is a test named after its file in
//! `tests/faults/`.

use crate::fault_scenes::{finishes, last, moments, near, text};
use mainspring::prelude::*;

#[test]
fn attach_once() {
    // released 1 cm above its rest the spring takes 0.025 J along each time
    let run = finishes(&text("attach_once"), &[], &["energy.total"]);
    let (attached, released) = (moments(&run, "attach"), moments(&run, "release"));
    near(attached[0], (2.0 * 0.7 / 9.81_f64).sqrt(), 1e-9, "the first time");
    assert!(attached.len() >= 4 && attached.len() - released.len() <= 1, "{attached:?} {released:?}");
    near(last(&run, "energy.total"), 9.81 - 0.025 * released.len() as f64, 1e-7, "energy");
}

#[test]
fn attach_hysteresis() {
    let run = finishes(&text("attach_hysteresis"), &[], &[]);
    let (on, off) = (moments(&run, "attach"), moments(&run, "release"));
    assert!(on[0] == 0.0 && on.len() >= 3 && off.len() >= 2, "{on:?} {off:?}");
    let both = on.iter().zip(&off).chain(off.iter().zip(&on[1..]));
    assert!(both.clone().all(|(a, b)| a < b), "by turns: {on:?} {off:?}");
    for (times, degrees) in [(&on[1..], 10.0_f64), (&off[..], 30.0)] {
        let run = finishes(&text("attach_hysteresis"), times, &["sh.angle"]);
        let angles = run.values.iter().find(|m| m.name == "sh.angle").expect("read");
        for angle in &angles.values {
            near(angle[0], degrees.to_radians(), 1e-9, "where it switches");
        }
    }
}

#[test]
fn release_rearm() {
    // each time it is attached 10 cm from its middle the spring brings 0.15 J
    let run = finishes(&text("release_rearm"), &[], &["energy.total"]);
    let (attached, released) = (moments(&run, "attach"), moments(&run, "release"));
    assert!(attached.len() >= 6 && attached.len() - released.len() <= 1, "{attached:?} {released:?}");
    near(last(&run, "energy.total"), 0.5 + 0.15 * attached.len() as f64, 1e-7, "energy");
}

#[test]
fn attach_again() {
    let run = finishes(&text("attach_again"), &[], &[]);
    assert_eq!((moments(&run, "attach"), moments(&run, "release")), (vec![0.5, 2.0], vec![1.0, 3.0]));
}

#[test]
fn a_condition_that_stays_true_acts_once() {
    // what is released by time stays so while the condition of `attach` goes on holding
    let scene = "space planar
mass b = 1 kg at (0, 0) m moving (1, 0) m/s
spring s = linear(ground (0, 0) m, b.center) { stiffness = 1 N/m }
attach s when b.position.x > 0.1 m
release s at 0.5 s
run 1 s
";
    let run = finishes(scene, &[], &[]);
    assert_eq!((moments(&run, "attach").len(), moments(&run, "release")), (1, vec![0.5]));
}

#[test]
fn a_condition_true_at_the_start_acts_then_and_again() {
    // cos t from above, released at once, attached where it falls through 0, released where it rises again
    let scene = "space planar
mass b = 1 kg at (0, 0) m moving (1, 0) m/s
spring s = linear(ground (0, 0) m, b.center) { stiffness = 1 N/m }
release s when cos(t*(1 rad/s)) > 0
attach s when cos(t*(1 rad/s)) < 0
run 12 s
";
    let run = finishes(scene, &[], &[]);
    let (released, attached) = (moments(&run, "release"), moments(&run, "attach"));
    let turn = std::f64::consts::TAU;
    assert_eq!((released.len(), attached.len()), (3, 2), "{released:?} {attached:?}");
    for (is, quarters) in released.iter().zip([0.0, 3.0, 7.0]).chain(attached.iter().zip([1.0, 5.0])) {
        near(*is, 0.25 * turn * quarters, 1e-9, "a quarter");
    }
}

#[test]
fn what_an_attached_joint_jerks_on_is_seen_at_once() {
    // the slot takes the speed along x at 0.2 s; the spring then swings c from 0.2 m before its rest: 0.2 cos 0.8 + sin 0.8
    let scene = "space planar
mass b = 1 kg at (-0.2, 0) m moving (1, 1) m/s
mass c = 1 kg at (5, 0) m moving (1, 0) m/s
joint w = slot(ground((0, 0), angle = 90 deg), b.center)
spring s = linear(ground (5, 0) m, c.center) { stiffness = 1 N/m }
attach w when t > 0.2 s
attach s when b.velocity.x < 0.5 m/s
run 1 s
";
    let run = finishes(scene, &[], &["s.force"]);
    let attached = moments(&run, "attach");
    assert_eq!(attached.len(), 2, "{attached:?}");
    near(attached[1], 0.2, 1e-9, "the spring");
    near(last(&run, "s.force").abs(), 0.2 * libm::cos(0.8) + libm::sin(0.8), 1e-7, "the spring's force");
}

#[test]
fn what_cannot_be_attached_says_how_far_apart_it_is() {
    // 2 m apart and held at 0.5 m: a gap of 1.5 m, whatever the equations of a distance make of it
    let scene = "space planar
mass b = 1 kg at (2, 0) m
joint d = distance(ground (0, 0), b.center) { length = 0.5 m }
attach d at 0.1 s
run 1 s
";
    let failed = mainspring::simulate(Scene::text("scene", scene), &Settings::default());
    let Err(mainspring::Failure::Run(failure)) = failed else { panic!("it runs") };
    assert_eq!(failure.error.code(), "E0804");
    let said = failure.error.to_string();
    assert!(said.contains("`d` cannot be attached: its points are 1.5 m apart"), "{said}");
}
