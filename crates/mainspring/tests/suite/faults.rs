//! Scenes that once went wrong, each a test named after its file in `tests/faults/`.

use mainspring::prelude::*;
use mainspring::{Failure, Run, RunFailure, simulate};
use std::path::Path;

fn scene(name: &str) -> Scene {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/faults");
    Scene::file(&folder.join(name).with_extension("mech"))
}

/// The run ends with one error that names the drive and what it is jammed between.
fn jams(name: &str, drive: &str, between: &[&str]) {
    // a few steps' work: an ordinary run of these takes some thousand steps
    let settings = Settings { max_steps: Some(20_000), ..Settings::default() };
    let failure = simulate(scene(name), &settings).expect_err("a jam");
    let Failure::Run(RunFailure { error, .. }) = failure else { panic!("{failure}") };
    assert_eq!(error.code(), "E0816", "{error}");
    let text = error.to_string();
    assert!(text.contains(&format!("prescribed motion of `{drive}`")), "{text}");
    assert!(between.iter().all(|name| text.contains(&format!("`{name}`"))), "{text}");
}

#[test]
fn jam_silent_residual_8e6() {
    jams("jam_silent_residual_8e6", "rail", &["q", "o2", "o3"]);
}

#[test]
fn jam_hangs_in_one_step() {
    jams("jam_hangs_in_one_step", "rail", &["q", "o0"]);
}

/// A scene that runs to its end with nothing in doubt, read at some moments.
fn finishes(name: &str, at: &[f64], probes: &[&str]) -> Run {
    let mut settings = Settings { max_steps: Some(20_000), at: at.to_vec(), ..Settings::default() };
    for probe in probes {
        settings = settings.probe(probe);
    }
    let run = simulate(scene(name), &settings).unwrap_or_else(|e| panic!("{name}: {e}"));
    assert!(run.outcome.doubts.is_empty(), "{name}: {:?}", run.outcome.doubts);
    run
}

/// Moments of events of a kind that concern something.
fn moments(run: &Run, kind: &str, who: &str) -> Vec<f64> {
    let all = run.outcome.events.iter();
    all.filter(|e| e.kind == kind && e.who.iter().any(|w| w == who)).map(|e| e.time).collect()
}

fn near(is: f64, should: f64, within: f64, what: &str) {
    assert!((is - should).abs() <= within, "{what}: {is} is not {should}, off by {:e}", is - should);
}

/// The slip that lasts: joints pushed from a small gap may tremble in the first millisecond.
fn slips_at(run: &Run, who: &str, time: f64, within: f64) {
    let slips = moments(run, "slip", who);
    let last = slips.iter().copied().filter(|t| *t > 0.01).collect::<Vec<_>>();
    assert!(!last.is_empty(), "`{who}` never slips: {:?}", run.outcome.events);
    near(last[0], time, within, who);
}

#[test]
fn push_slider() {
    // ẍ = (t − 5)/2 from 5 s on: x = 8 cm + 9³/12 m
    let run = finishes("push_slider", &[14.0], &["c.position.x"]);
    slips_at(&run, "rc", 5.0, 1e-8);
    near(run.value("c.position.x").unwrap()[0], 0.08 + 60.75, 1e-7, "c.position.x");
}

#[test]
fn push_hinge() {
    let run = finishes("push_hinge", &[2.0], &[]);
    // what pushes at 15 cm from the hinge holds 0.2 N·m
    slips_at(&run, "h", 4.0 / 3.0, 1e-8);
}

#[test]
fn two_mixed() {
    let run = finishes("two_mixed", &[14.0], &[]);
    slips_at(&run, "rc", 0.3 * 9.81 + 5.0, 1e-7);
}

#[test]
fn three_sliders() {
    let run = finishes("three_sliders", &[14.0], &[]);
    slips_at(&run, "rc", 2.0 * 0.3 * 9.81 + 5.0, 1e-6);
}

#[test]
fn blow_slider() {
    // together at 0.5 m/s from 0.16 s on, slowed by 0.25 m/s²
    let after = finishes("blow_slider", &[0.1601], &["a.velocity.x"]);
    near(after.value("a.velocity.x").unwrap()[0], 0.5 - 0.25 * 0.0001, 1e-9, "after the blow");
    let run = finishes("blow_slider", &[1.0], &["a.position.x"]);
    near(run.value("a.position.x").unwrap()[0], 0.84 * 0.5 - 0.125 * 0.84 * 0.84, 1e-9, "a.position.x");
}

#[test]
fn blow_slider_tiny() {
    let run = finishes("blow_slider_tiny", &[1.0], &["a.velocity.x"]);
    near(run.value("a.velocity.x").unwrap()[0], 0.5, 1e-9, "together after the blow");
}

#[test]
fn pin_blow() {
    let run = finishes("pin_blow", &[0.0200001], &["arm.rate"]);
    near(run.value("arm.rate").unwrap()[0], 4.164_913_757, 2e-6, "arm.rate");
}

#[test]
fn backlash_driven() {
    let run = finishes("backlash_driven", &[0.5], &["jb.rate"]);
    near(run.outcome.ledger.work, 8.036_827e-3, 1e-9, "the drive's work");
    near(run.outcome.ledger.lost, 4.018_413e-3, 1e-9, "lost");
}

#[test]
fn stop_slider() {
    let least = "contact(a, wall).least_force";
    let largest = "contact(a, wall).largest_force";
    let run = finishes("stop_slider", &[12.0], &["a.position.x", "contact(a, wall).normal_force", least, largest]);
    near(run.value("a.position.x").unwrap()[0], 0.0, 1e-12, "stands");
    near(run.value(least).unwrap()[0], 7.0, 1e-6, least);
    near(run.value(largest).unwrap()[0], 17.0, 1e-6, largest);
    let force = run.value("contact(a, wall).normal_force").unwrap()[0];
    assert!((7.0 - 1e-6..=17.0 + 1e-6).contains(&force), "{force}");
    assert!(!moments(&run, "open", "wall").is_empty(), "an open load is told");
}

#[test]
fn two_sliders() {
    let run = finishes("two_sliders", &[12.0], &["a.position.x"]);
    slips_at(&run, "ra", 10.0, 1e-7);
    slips_at(&run, "rb", 10.0, 1e-7);
    near(run.value("a.position.x").unwrap()[0], 2.0 / 3.0, 1e-7, "a.position.x");
}

#[test]
fn blow_stuck() {
    finishes("blow_stuck", &[1.0], &[]);
}

#[test]
fn walker_knee_e0802() {
    finishes("walker_knee_E0802", &[1.5], &[]);
}

/// A step too long for chaotic motion: the auditor says since when.
/// The auditor measures overlap by geometry of its own: nothing in doubt means that nothing went through.
#[test]
fn cam_tunnel_min() {
    finishes("cam_tunnel_min", &[], &[]);
}

#[test]
fn pawl_round_tip_falls_through() {
    finishes("pawl_round_tip_falls_through", &[], &[]);
}

/// Two bars hang side by side and swing out together: only one end of them can go on touching.
#[test]
fn tray5_e0805() {
    finishes("tray5_E0805", &[], &[]);
}

#[test]
fn bars_side_by_side() {
    finishes("bars_side_by_side", &[], &[]);
}

/// It comes flat twice on its way to rest, at 0.118 s and at 0.132 s, the second time between what its rim and what places fixed
/// on that rim spoke for.
#[test]
fn cylinder_through_floor() {
    finishes("cylinder_through_floor", &[], &[]);
}

/// An edge of the box crosses the end of the cylinder near its rim: by event the two would pass into each other.
#[test]
fn drop2_cylinder_through_box() {
    finishes_stepped("drop2_cylinder_through_box");
}

#[test]
fn boxes3d() {
    finishes_stepped("boxes3d");
}

/// One ball that rolls off another, which breaks away from rest at 0.107 s: the same work in every direction.
#[test]
fn spheres2() {
    let [one, turned] =
        ["spheres2", "spheres2_turned"].map(|name| finishes(name, &[0.3], &["a.position.z", "b.position.z"]));
    for name in ["a.position.z", "b.position.z"] {
        near(turned.value(name).unwrap()[0], one.value(name).unwrap()[0], 1e-3, name);
    }
    assert!(one.outcome.work.rejected < 1000, "{:?}", one.outcome.work);
}

#[test]
fn spheres8() {
    finishes("spheres8", &[], &[]);
}

/// Stepped where they are crowded: parts that touch at many places, or rattle.
fn finishes_stepped(name: &str) -> Run {
    let run = finishes(name, &[], &[]);
    assert!(run.outcome.stepped > 0.0, "{name} was not stepped");
    run
}

#[test]
fn tray10_star_through_l() {
    finishes_stepped("tray10_star_through_L");
}

#[test]
fn peg_e0805() {
    finishes_stepped("peg_E0805");
}

#[test]
fn pyramid36_no_frame() {
    finishes_stepped("pyramid36_no_frame");
}

#[test]
fn funnel() {
    finishes_stepped("funnel");
}

#[test]
fn chainpeg2() {
    finishes_stepped("chainpeg2");
}

#[test]
fn heap25() {
    finishes_stepped("heap25");
}

/// A hundred boxes on each other, which bear their weight and stay.
#[test]
fn stack100() {
    let run = finishes_stepped("stack100");
    let gained = -run.outcome.ledger.lost;
    assert!(gained.abs() < 1e-6, "{gained}");
}

#[test]
fn triple_chaotic() {
    let settings = Settings::default().set("run.step", "10 ms").until(100.0);
    let run = simulate(scene("triple_chaotic"), &settings).expect("it runs");
    let doubt = run.outcome.doubts.first().expect("a doubt");
    assert_eq!(doubt.measure, "energy", "{doubt:?}");
    assert!(doubt.since > 10.0 && doubt.since < 100.0, "{doubt:?}");
    let run = simulate(scene("triple_chaotic"), &Settings::default().until(100.0)).expect("it runs");
    assert!(run.outcome.doubts.is_empty(), "{:?}", run.outcome.doubts);
}

/// A point that comes at 1 m/s is turned back by the spring of the floor, no deeper in than v √(m/k).
#[test]
fn point_mass_falls_through() {
    let moments: Vec<f64> = (0..=60).map(|i| 0.05 * f64::from(i)).collect();
    let run = finishes("point_mass_falls_through", &moments, &["m.position.z"]);
    let found = run.values.iter().find(|m| m.name == "m.position.z").unwrap();
    let heights: Vec<f64> = found.values.iter().map(|v| v[0]).collect();
    let deepest = (1.0_f64 / 500.0).sqrt();
    assert!(heights.iter().all(|z| *z > -deepest), "{heights:?}");
    assert!(heights.last().is_some_and(|z| *z > 0.0), "{heights:?}");
    assert!(run.outcome.events.iter().any(|e| e.time > 0.999 && e.time < 1.001), "{:?}", run.outcome.events);
}

/// The edges at −4 and −1 cm are parallel between 7 and 9 cm: half way, in the middle of what is equally near.
#[test]
fn contact_point_open() {
    let probes = ["contact(a, b).gap", "contact(a, b).point.x", "contact(a, b).point.y"];
    let run = finishes("contact_point_open", &[0.1], &probes);
    let value = |name: &str| run.value(name).unwrap()[0];
    near(value(probes[0]), 0.03, 1e-15, "the gap");
    near(value(probes[1]), -0.025, 1e-15, "across");
    near(value(probes[2]), 0.08, 1e-15, "along");
}
