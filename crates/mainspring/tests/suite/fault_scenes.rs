//! Runs of scenes that once went wrong, and what tests ask of them.

use mainspring::prelude::*;
use mainspring::{Failure, Run, SceneErrors, simulate};
use std::path::Path;

pub fn text(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/faults");
    std::fs::read_to_string(folder.join(format!("{name}.mech"))).expect("the scene is there")
}

/// A scene that runs to its end with nothing in doubt, read at some moments.
pub fn finishes(scene: &str, at: &[f64], probes: &[&str]) -> Run {
    let mut settings = Settings { max_steps: Some(20_000), at: at.to_vec(), ..Settings::default() };
    for probe in probes {
        settings = settings.probe(probe);
    }
    let run = simulate(Scene::text("scene", scene), &settings).unwrap_or_else(|e| panic!("{e}"));
    assert!(run.outcome.doubts.is_empty(), "{:?}", run.outcome.doubts);
    run
}

/// Codes and text of what is wrong with a scene.
pub fn refusal(scene: &str) -> (Vec<String>, String) {
    match simulate(Scene::text("scene", scene), &Settings::default()) {
        Err(Failure::Scene(SceneErrors { findings, .. })) => {
            let errors: Vec<_> = findings.iter().filter(|d| d.is_error()).collect();
            (errors.iter().map(|d| d.code.clone()).collect(), errors.iter().map(|d| d.message.as_str()).collect())
        }
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("it runs"),
    }
}

pub fn near(is: f64, should: f64, within: f64, what: &str) {
    assert!((is - should).abs() <= within, "{what}: {is} is not {should}, off by {:e}", is - should);
}

/// Moments of events of a kind.
pub fn moments(run: &Run, kind: &str) -> Vec<f64> {
    run.outcome.events.iter().filter(|e| e.kind == kind).map(|e| e.time).collect()
}

pub fn last(run: &Run, probe: &str) -> f64 {
    *run.value(probe).expect("a value").last().expect("one at the end")
}
