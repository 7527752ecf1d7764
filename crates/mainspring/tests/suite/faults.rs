//! Scenes that once went wrong, each a test named after its file in `tests/faults/`.

use mainspring::prelude::*;
use mainspring::{Failure, RunFailure, simulate};
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
