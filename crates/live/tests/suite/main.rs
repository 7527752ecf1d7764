//! Runs that are held.

mod gallery;
mod hands;
mod looking_back;
mod random_inputs;
mod swaps;

use mainspring_live::{Live, LiveOptions};
use mainspring_workbench::{Scene, Settings};
use std::path::PathBuf;

/// A scene of the gallery.
fn gallery_scene(name: &str) -> Scene {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../scenes").join(name).join("scene.mech");
    Scene::file(&root)
}

fn open(text: &str) -> Live {
    Live::open(&Scene::from(text), &Settings::default(), LiveOptions::default()).unwrap_or_else(|e| panic!("{e}"))
}

/// Never stops.
fn on() -> impl FnMut() -> bool {
    || false
}
