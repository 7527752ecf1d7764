//! Mobility and singular positions that went wrong; each scene is a test named after its file in `tests/faults/`.

use crate::fault_scenes::{finishes, last, near, refusal, text};
use crate::scissor_lifts::Lift;
use mainspring::prelude::*;
use mainspring::{Failure, Run, simulate};

/// Joints stay closed to this, of the mechanism's size.
const CLOSED: f64 = 1e-12;

/// Moments and joints of singular positions.
fn crossings(run: &Run) -> Vec<(f64, Vec<String>)> {
    run.outcome.events.iter().filter(|e| e.kind == "singular").map(|e| (e.time, e.who.clone())).collect()
}

fn closed(run: &Run) {
    let drift = run.outcome.drift_at_steps.max(run.outcome.drift_at_frames);
    assert!(drift.position < CLOSED, "{drift:?}");
}

/// Bennett's loop has one freedom everywhere and no crossing: tan(h₁/2) tan(h₂/2) stays, with sin of the twists' half sum and half
/// difference (here 0.6 and 1.1 rad).
fn bennett_moves(name: &str) {
    let at: Vec<f64> = (0..=24).map(|i| 0.25 * f64::from(i)).collect();
    let run = finishes(&text(name), &at, &["h1.angle", "h2.angle"]);
    assert_eq!((run.freedom, crossings(&run)), (1, Vec::new()));
    assert!(!run.notes.iter().any(|n| n.code == "N0711"), "{:?}", run.notes);
    closed(&run);
    assert!(run.outcome.ledger.relative < 1e-8, "{:e}", run.outcome.ledger.relative);
    let angles = |name: &str| run.values.iter().find(|m| m.name == name).expect("read").values.concat();
    for (first, second) in angles("h1.angle").iter().zip(angles("h2.angle")) {
        let [(s1, c1), (s2, c2)] = [0.5 * first, 0.5 * second].map(libm::sincos);
        near(s1 * s2 * libm::sin(0.25), c1 * c2 * libm::sin(0.85), 1e-9, "Bennett's relation");
    }
}

#[test]
fn bennett() {
    bennett_moves("bennett");
}

#[test]
fn bennett_flat() {
    bennett_moves("bennett_flat");
}

/// Evaluations of a row of parallelograms, and where its first leg is at the end.
fn row(scene: &str, loops: usize) -> (u64, f64) {
    let scene = scene.replace("0..21", &format!("0..{}", loops + 1)).replace("0..20", &format!("0..{loops}"));
    let run = finishes(&scene, &[], &["o[0].angle", &format!("o[{loops}].angle")]);
    closed(&run);
    assert!(run.outcome.ledger.relative < 1e-8, "{:e}", run.outcome.ledger.relative);
    let crossings = crossings(&run);
    assert_eq!(crossings.len(), 4, "{crossings:?}");
    for (_, joints) in &crossings {
        assert_eq!(joints.len(), 1 + 3 * loops, "every joint of every loop");
    }
    near(last(&run, "o[0].angle"), last(&run, &format!("o[{loops}].angle")), 1e-9, "legs stay parallel");
    (run.outcome.work.evaluations, last(&run, "o[0].angle"))
}

#[test]
fn fourbar_row20() {
    let (evaluations, _) = row(&text("fourbar_row20"), 20);
    assert!(evaluations < 2_500, "{evaluations}");
}

#[test]
fn fourbar_row25() {
    let (evaluations, _) = row(&text("fourbar_row25").replace("0..26", "0..21").replace("0..25", "0..20"), 25);
    assert!(evaluations < 2_500, "{evaluations}");
}

#[test]
fn rows_of_parallelograms_take_work_that_does_not_grow_with_their_loops() {
    let scene = text("fourbar_row20");
    let few = row(&scene, 5).0;
    let many = row(&scene, 40).0;
    assert!(many < 2 * few, "{few} {many}");
}

#[test]
fn scissor2() {
    let run = finishes(&text("scissor2"), &[0.0, 1.0], &["d.position.y", "d.velocity.y", "fixed.angle"]);
    let lift = Lift { stages: 2, arm: 5.0, deck: 100.0, pull: 6000.0 };
    // it is let go where its loops close
    let start = run.values.iter().find(|m| m.name == "fixed.angle").expect("read").values[0][0];
    lift.agrees(&run, [start, 0.0], 1e-6);
    assert!(run.outcome.ledger.relative < 1e-7, "{:e}", run.outcome.ledger.relative);
    assert!(run.outcome.work.evaluations < 40_000, "{}", run.outcome.work.evaluations);
}

#[test]
fn flatdisc() {
    let failed = match simulate(Scene::text("scene", &text("flatdisc")), &Settings::default()) {
        Err(Failure::Run(failed)) => failed,
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("it lies flat before 2 s"),
    };
    let (said, help) = (failed.error.to_string(), failed.error.help());
    assert_eq!(failed.error.code(), "E0820", "{said}");
    assert!(said.contains("the disc of `road` comes to lie flat on its plane"), "{said}");
    assert!(help.contains("take contact instead of `rolling`"), "{help}");
    // it turns about the place it stands on: φ̇² = 2 m g r (cos φ₀ − cos φ) / (I + m r²), from a lean of 10°, with φ = φ₀ + u²
    let (start, n) = (10.0_f64.to_radians(), 20_000);
    let top = (std::f64::consts::FRAC_PI_2 - start).sqrt();
    let rate = |u: f64| (2.0 * 9.81 * 0.1 * (libm::cos(start) - libm::cos(start + u * u)) / 0.0125).sqrt();
    let falls: f64 = (0..n).map(|i| (f64::from(i) + 0.5) * top / f64::from(n)).map(|u| 2.0 * u / rate(u)).sum();
    let reached = failed.reached.expect("it ran until then");
    near(reached.outcome.time, falls * top / f64::from(n), 1e-4, "when it lies");
    // started flat there is a code of its own
    let flat = text("flatdisc").replace("0.0984807753012208) m turned 80 deg", "0) m turned 0 deg");
    let (codes, said) = refusal(&flat);
    assert_eq!(codes, ["E0722"], "{said}");
    assert!(said.contains("the disc of `road` starts flat on its plane"), "{said}");
    // all but flat it starts, and soon lies
    let leaning = text("flatdisc").replace("0.0984807753012208) m turned 80 deg", "0.01) m turned 1 deg");
    match simulate(Scene::text("scene", &leaning), &Settings::default()) {
        Err(Failure::Run(failed)) => assert_eq!(failed.error.code(), "E0820", "{}", failed.error),
        other => panic!("{other:?}"),
    }
}

#[test]
fn friction_by_reaction_passes_flat_with_numbers_in_its_ledger() {
    let scene = "space planar
gravity (0, -9.81) m/s^2
primitive bar(l: length) { shape = rect(l, 5 mm); density = 7800 kg/m^3; thickness = 5 mm; point a = (-l/2, 0); point b = (l/2, 0) }
part one = bar(10 cm) at (2.5 cm, 4.330127018922193 cm) turned 60 deg
part two = bar(10 cm) at (22.5 cm, 4.330127018922193 cm) turned 60 deg
part rod = bar(20 cm) at (15 cm, 8.660254037844386 cm)
joint o = revolute(ground (0, 0), one.a) { friction = 0.1; pin_radius = 5 mm }
joint r = revolute(ground (20 cm, 0), two.a)
joint p = revolute(one.b, rod.a) { friction = 0.1; pin_radius = 5 mm }
joint q = revolute(rod.b, two.b)
start o = 60 deg rate 1 rad/s
run 0.3 s every 10 ms
";
    let run = finishes(scene, &[], &["o.dissipated", "p.dissipated"]);
    assert_eq!(crossings(&run).len(), 1);
    for joint in ["o.dissipated", "p.dissipated"] {
        let heat = last(&run, joint);
        assert!(heat > 1e-6 && heat < 0.01, "{joint}: {heat}");
    }
    assert!(run.outcome.ledger.relative < 1e-6, "{:e}", run.outcome.ledger.relative);
}
