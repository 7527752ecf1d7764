//! Scenes of the penalty method that once went wrong, each a test named after its file in `tests/faults/`. How deep parts are
//! inside each other is for the auditor to doubt, which measures apart from the springs.

use mainspring::prelude::*;
use mainspring::{Run, simulate};
use std::path::Path;

/// A scene that runs with nothing in doubt, for some seconds or to its end.
fn holds(name: &str, until: Option<f64>, probes: &[&str]) -> Run {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/faults");
    let mut settings = Settings { max_steps: Some(60_000), until, ..Settings::default() };
    for probe in probes {
        settings = settings.probe(probe);
    }
    let scene = Scene::file(&folder.join(format!("{name}.mech")));
    let run = simulate(scene, &settings).unwrap_or_else(|e| panic!("{name}: {e}"));
    assert!(run.outcome.doubts.is_empty(), "{name}: {:?}", run.outcome.doubts);
    run
}

fn end(run: &Run, probe: &str) -> f64 {
    *run.value(probe).expect("a value").last().expect("one at the end")
}

/// What a block of 0.5 kg on two corners is pressed in by, m.
const RESTS: f64 = 0.5 * 9.81 / 2e5;

#[test]
fn penalty_sinks_default() {
    let run = holds("penalty_sinks_default", None, &["contact(b, floor).gap"]);
    // at rest on a side of two corners that need not bear the same
    let gap = end(&run, "contact(b, floor).gap");
    assert!(gap > -2.0 * RESTS && gap <= -RESTS, "{gap}");
}

#[test]
fn penalty_missed_corner() {
    let run = holds("penalty_missed_corner", None, &["contact(b, floor).gap", "b.angle"]);
    let gap = end(&run, "contact(b, floor).gap");
    assert!((gap + RESTS).abs() < 0.05 * RESTS, "{gap}");
    assert!(end(&run, "b.angle").abs() < 1e-4);
}

#[test]
fn penalty_sinks_six() {
    holds("penalty_sinks_six", Some(0.25), &[]);
}

#[test]
fn penalty_geneva_pin_through() {
    // the pin comes into the slot at 0.20 s
    let run = holds("penalty_geneva_pin_through", Some(0.207), &["w.angle"]);
    assert!(end(&run, "w.angle") < -0.003, "{}", end(&run, "w.angle"));
}

#[test]
fn penalty_ratchet_3_3mm() {
    holds("penalty_ratchet_3.3mm", Some(0.3), &[]);
}

#[test]
fn penalty_latch_4_6mm() {
    holds("penalty_latch_4.6mm", None, &[]);
}

#[test]
fn penalty_pyramid10_e0805_t0() {
    let run = holds("penalty_pyramid10_E0805_t0", Some(0.1), &["b9.position.y"]);
    // the weight of 8 g boxes on springs of 1e6 N/m
    assert!((end(&run, "b9.position.y") - 0.07).abs() < 1e-5);
}

#[test]
fn heap25_penalty() {
    let run = holds("heap25_penalty", Some(0.035), &["p[0].position.y"]);
    assert!(end(&run, "p[0].position.y") > 0.0099);
}

#[test]
fn adapt_changes_motion() {
    let run = holds("adapt_changes_motion", None, &["o.angle"]);
    let angle = end(&run, "o.angle");
    assert!((angle - 39.80).abs() < 0.1, "{angle}");
}

#[test]
fn penalty_drop_prism() {
    // its fourth corner closed with the third, and sank in by a tenth of a metre
    let run = holds("penalty_drop_prism", Some(0.25), &["contact(p0, floor).gap"]);
    assert!(end(&run, "contact(p0, floor).gap") > -1e-3);
}

#[test]
fn penalty_escapement_slivers() {
    // slivers of 1e-8 m in the wheel's outline were no walls: steps of half a microsecond
    let run = holds("penalty_escapement_slivers", Some(0.05), &[]);
    assert!(run.outcome.work.steps < 1000, "{}", run.outcome.work.steps);
}

#[test]
fn penalty_peg_chamfer() {
    // heat of a corner that has let go, where it passes from a chamfer to the next side
    let run = holds("penalty_peg_chamfer", Some(0.02), &[]);
    assert!(run.outcome.ledger.relative < 1e-6, "{:?}", run.outcome.ledger);
}

#[test]
fn penalty_cam_corner() {
    let run = holds("penalty_cam_corner", None, &[]);
    assert!(run.outcome.ledger.relative < 1e-6, "{:?}", run.outcome.ledger);
}

#[test]
fn penalty_blade_tip() {
    // a tooth cuts through the last hundredth of a millimetre of the pawl's tip
    holds("penalty_blade_tip", Some(0.2225), &[]);
}

#[test]
fn penalty_capsule_rocks() {
    // a capsule that lies flat: the end of its side and its round end took turns without time going on
    holds("penalty_capsule_rocks", Some(0.17), &[]);
}
