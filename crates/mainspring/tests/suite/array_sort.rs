//! The sorting script of the gallery with parts of every start angle: exactly the rectangles that fit into the hole are
//! left in it, by their poses; everything else is in the scrap.
//!
//! Each run is the scene's own table and script; what comes is replaced by one part. The runs end with the frame that
//! rejects, before what is left is delivered.

use mainspring::{Run, Scene, Settings, simulate};
use mainspring_trust::{Against, case};
use std::fs;
use std::path::Path;

/// Half the hole, m.
const HOLE: [f64; 2] = [0.016, 0.031];
/// When the frame that rejects is over, s.
const END: f64 = 5.0;

/// The scene with one part of this outline, at this angle (degrees).
fn with(outline: &str, degrees: usize) -> Run {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes/array_sort/scene.mech");
    let text = fs::read_to_string(file).expect("the gallery is there");
    let (table, _) = text.split_once("// what comes").expect("the scene says what comes");
    let part = format!("part a = plate({outline}) at place turned {degrees} deg\n");
    let scene = format!("{table}{part}run {END} s every 1 s {{ rtol = 1e-6 }}\n");
    let settings = ["a.position.x", "a.position.y", "a.angle", "a.present", "norm(a.velocity)", "scrap.count"]
        .iter()
        .fold(Settings::default().at(END), |settings, probe| settings.probe(probe));
    simulate(Scene::text("array_sort", &scene), &settings).expect("the script runs")
}

fn at_end(run: &Run, name: &str) -> f64 {
    let found = run.values.iter().find(|m| m.name == name).expect("it was asked for");
    found.values[0][0]
}

/// How far the corner of a rectangle of this half width and height that is farthest out stands out of the hole, m.
fn beyond(run: &Run, half: [f64; 2]) -> f64 {
    let (sin, cos) = libm::sincos(at_end(run, "a.angle"));
    let reach = [half[0] * cos.abs() + half[1] * sin.abs(), half[0] * sin.abs() + half[1] * cos.abs()];
    let out = |axis: usize, name: &str| at_end(run, name).abs() + reach[axis] - HOLE[axis];
    out(0, "a.position.x").max(out(1, "a.position.y"))
}

fn is_scrap(run: &Run) -> bool {
    at_end(run, "a.present") == 0.0 && at_end(run, "scrap.count") == 1.0 && at_end(run, "a.position.y") > 0.1199
}

#[test]
fn rectangles_that_fit_remain_from_every_angle() {
    let mut worst = f64::NEG_INFINITY;
    let mut fastest: f64 = 0.0;
    for degrees in (0..360).step_by(10) {
        let run = with("rectangle", degrees);
        assert_eq!([at_end(&run, "a.present"), at_end(&run, "scrap.count")], [1.0, 0.0], "from {degrees}°");
        let out = beyond(&run, [0.015, 0.03]);
        assert!(out < 0.0, "from {degrees}°: {out} m beyond the hole");
        worst = worst.max(out);
        fastest = fastest.max(at_end(&run, "norm(a.velocity)"));
    }
    let source = "cilia-1997 §4: what fits into the hole is left, here with no corner beyond it and at rest";
    case!("sorting script, 36 start angles", "a corner beyond the hole (m)", Against::Published, source)
        .check(worst.max(0.0), 1e-12)
        .expect("inside");
    case!("sorting script, 36 start angles", "speed of what is left (m/s)", Against::Published, source)
        .check(fastest, 1e-12)
        .expect("at rest");
}

#[test]
fn triangles_are_moved_away_from_every_angle() {
    for degrees in (0..360).step_by(10) {
        assert!(is_scrap(&with("triangle", degrees)), "from {degrees}°");
    }
}

#[test]
fn rectangles_too_large_are_moved_away_from_every_angle() {
    for degrees in (0..360).step_by(10) {
        assert!(is_scrap(&with("rect(wide + 4*play, tall + 4*play)", degrees)), "from {degrees}°");
    }
}
