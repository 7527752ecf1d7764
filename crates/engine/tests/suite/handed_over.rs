//! Crowds in runs by event: stepped while they last, and taken back.

use crate::support;

use mainspring_dynamics::assemble;
use mainspring_engine::{Engine, Options, Outcome, RunError};
use mainspring_model::Model;
use mainspring_record::Memory;
use std::fmt::Write;
use std::sync::Arc;
use support::{column, last, model_of, run_solids, written_out};

const FLOOR: &str = "space planar\ngravity (0, -9.81) m/s^2\nobstacle floor = halfplane((0, 0) m, (0, 1))\n";

/// Boxes of 10 cm, one row less wide than the one below.
fn pyramid(rows: usize) -> String {
    let mut text = format!("{FLOOR}primitive brick {{ shape = rect(10 cm, 10 cm); mass = 1 kg; friction = 0.5 }}\n");
    for row in 0..rows {
        for k in 0..rows - row {
            let (x, y) = (5.5 * row as f64 + 11.0 * k as f64, 5.0 + 10.0 * row as f64);
            writeln!(text, "part b{row}_{k} = brick() at ({x}, {y}) cm").expect("text");
        }
    }
    text + "contacts all\n"
}

/// A block that rattles to rest between two walls, with more blows than events are for.
fn wedge(options: &str) -> String {
    format!(
        "space planar\ngravity (0, -9.81) m/s^2
obstacle left = halfplane((0, 0) m, (0.9998, 0.02))
obstacle right = halfplane((10.1, 0) cm, (-0.9998, 0.02))
solid peg = rect(10 cm, 20 cm); 1 kg at (5.05, 20) cm turned 0.2 deg spinning 3 rad/s
contact peg, left {{ restitution = 0.98 }}
contact peg, right {{ restitution = 0.98 }}
{options}
run 1 s every 0.1 s
record peg.position.y, peg.velocity.y"
    )
}

fn whole(model: &Arc<Model>) -> Outcome {
    let engine = Engine::new(assemble(model).expect("it assembles"), Options::default()).expect("it starts");
    engine.run(&mut Memory::default(), |_| {}).map_err(|e| e.0).expect("it runs")
}

fn handed_over(outcome: &Outcome) -> Vec<f64> {
    outcome.events.iter().filter(|e| e.kind == "stepping").map(|e| e.time).collect()
}

#[test]
fn a_pyramid_is_stepped_from_the_start_and_stands() {
    let text = pyramid(8) + "run 0.2 s every 0.05 s\nrecord b7_0.position.y, b7_0.velocity.y, b0_3.velocity.x";
    let (outcome, memory) = run_solids(&text);
    assert!(outcome.doubts.is_empty(), "{:?}", outcome.doubts);
    assert_eq!(handed_over(&outcome), [0.0]);
    assert!((outcome.stepped - 0.2).abs() < 1e-9, "{}", outcome.stepped);
    assert_eq!(outcome.integrator, "auto");
    assert!((last(&memory, "b7_0.position.y") - 0.75).abs() < 1e-7);
    assert!(last(&memory, "b7_0.velocity.y").abs() < 1e-9 && last(&memory, "b0_3.velocity.x").abs() < 1e-9);
}

#[test]
fn a_few_boxes_are_not() {
    let (outcome, _) = run_solids(&(pyramid(3) + "run 0.2 s every 0.05 s"));
    assert!(handed_over(&outcome).is_empty() && outcome.stepped == 0.0, "{:?}", outcome.events);
}

#[test]
fn what_rattles_is_stepped_until_it_is_calm() {
    let (outcome, memory) = run_solids(&wedge(""));
    assert!(outcome.doubts.is_empty(), "{:?}", outcome.doubts);
    let changes = handed_over(&outcome);
    assert_eq!(changes.len() % 2, 0, "it ends by event: {changes:?}");
    assert!(!changes.is_empty() && outcome.stepped > 0.0 && outcome.stepped < 0.9, "{changes:?}");
    let span: f64 = changes.chunks(2).map(|c| c[1] - c[0]).sum();
    assert!((span - outcome.stepped).abs() < 1e-9, "{span} {}", outcome.stepped);
    assert!(last(&memory, "peg.velocity.y").abs() < 1e-9);
    // no energy from nowhere
    assert!(outcome.ledger.lost > 0.0 && outcome.ledger.relative < 1e-6, "{:?}", outcome.ledger);
}

#[test]
fn who_wants_no_steps_gets_none() {
    let model = Arc::new(model_of(&written_out(&wedge("method event { crowds = error }"))));
    let engine = Engine::new(assemble(&model).expect("it assembles"), Options::default()).expect("it starts");
    let outcome = match engine.run(&mut Memory::default(), |_| {}) {
        Ok(outcome) => outcome,
        Err((RunError::Pileup { .. } | RunError::Friction { .. }, outcome)) => *outcome,
        Err((error, _)) => panic!("{error}"),
    };
    assert!(handed_over(&outcome).is_empty() && outcome.stepped == 0.0);
}

#[test]
fn a_run_taken_up_again_within_a_crowd_is_the_run_that_never_stopped() {
    for text in [wedge(""), pyramid(7) + "run 0.1 s every 0.02 s"] {
        let model = Arc::new(model_of(&written_out(&text)));
        let end = whole(&model);
        let mut sink = Memory::default();
        let mut first = Engine::new(assemble(&model).expect("it assembles"), Options::default()).expect("it starts");
        for steps in 0..end.work.steps {
            first.advance(&mut sink).expect("it goes on");
            if steps % (end.work.steps / 5) != 3 {
                continue;
            }
            let fresh = assemble(&model).expect("it assembles");
            let second = Engine::resume(fresh, Options::default(), &first.checkpoint()).expect("the same scene");
            let parts = second.run(&mut Memory::default(), |_| {}).map_err(|e| e.0).expect("it runs");
            assert_eq!((end.hash, end.ledger, end.stepped), (parts.hash, parts.ledger, parts.stepped), "{steps}");
        }
    }
}

#[test]
fn conditions_act_within_stepped_stretches() {
    // beside a pyramid, a ball falls past a height at which its rope is let go
    let text = pyramid(8)
        + "solid ball = disc(5 cm); 1 kg at (-1, 2) m
solid weight = disc(5 cm); 1 kg at (-2, 5) m
joint hold = weld(ground (-2, 5) m, weight.center)
release hold when ball.position.y < 1.5 m
run 0.6 s every 0.01 s
record ball.position.y, weight.position.y";
    let (outcome, memory) = run_solids(&text);
    assert!(outcome.doubts.is_empty(), "{:?}", outcome.doubts);
    assert_eq!(handed_over(&outcome), [0.0]);
    let release = outcome.events.iter().find(|e| e.kind == "release").expect("it is released");
    let at = (2.0_f64 * 0.5 / 9.81).sqrt();
    assert!((release.time - at).abs() < 1e-5, "{} is not {at}", release.time);
    let fallen = 5.0 - 0.5 * 9.81 * (0.6 - release.time) * (0.6 - release.time);
    assert!((last(&memory, "weight.position.y") - fallen).abs() < 1e-9);
    assert!((column(&memory, "weight.position.y")[20] - 5.0).abs() < 1e-12);
}
