//! The same mechanism elsewhere, turned, in flight, slower, larger, heavier: the same motion for the same work.
//!
//! Mechanics does not know where zero is, which way is up on the page, how fast the laboratory flies, or what a second is. A random mechanism
//! is written twice: once as it is, once through a [`View`]; what comes out, seen back through the view, must be what came
//! out of the first, to a hundred times rtol or to what floats hold there, and the steps must be as many to a tenth.

use crate::same_motion_scenes::{Case, Dice, FAMILIES, View, written};
use mainspring::prelude::*;
use mainspring::{Run, simulate};

const RTOL: f64 = 1e-9;

/// How much of what floats round away a motion of a few swings makes, in its own size: errors in places grow as it goes on.
const GROWTH: f64 = 1e3;

/// Steps that may always differ.
const FEW: f64 = 5.0;

fn run(case: &Case, view: &View) -> Result<Run, String> {
    let mut settings = Settings { rtol: Some(RTOL), max_steps: Some(50_000), ..Settings::default() };
    let axes = if case.spatial { &["x", "y", "z"][..] } else { &["x", "y"] };
    for part in &case.parts {
        for what in ["position", "velocity"] {
            for axis in axes {
                settings = settings.probe(&format!("{part}.{what}.{axis}"));
            }
        }
    }
    let text = written(case, view);
    simulate(Scene::text("scene", &text), &settings).map_err(|e| format!("{e}\n{text}"))
}

/// Places and velocities of all parts at the end, seen through the view: in sizes, and sizes over the case's time.
fn seen(case: &Case, view: &View, run: &Run) -> Vec<[[f64; 3]; 2]> {
    let axes = if case.spatial { &["x", "y", "z"][..] } else { &["x", "y"] };
    let of = |part: &str, what: &str| {
        let mut out = [0.0; 3];
        for (x, axis) in out.iter_mut().zip(axes) {
            *x = *run.value(&format!("{part}.{what}.{axis}")).expect("measured").last().expect("at the end");
        }
        out
    };
    let ended = run.outcome.time;
    case.parts.iter().map(|part| view.back(of(part, "position"), of(part, "velocity"), ended)).collect()
}

/// What differs between a case, which has been run as it is, and the same through a view.
fn complaint(case: &Case, one: &Run, view: &View) -> Option<String> {
    let plain = View::default();
    let other = match run(case, view) {
        Ok(other) => other,
        Err(why) => return Some(why),
    };
    let mut said = Vec::new();
    let worst = |r: &Run| r.outcome.doubts.first().map(|d| d.text.clone());
    if let Some(doubt) = worst(&other).filter(|_| worst(one).is_none()) {
        said.push(format!("in doubt: {doubt}"));
    }
    let apart = |a: &[[[f64; 3]; 2]], b: &[[[f64; 3]; 2]]| {
        let mut apart: f64 = 0.0;
        for (a, b) in a.iter().zip(b) {
            for (k, scale) in [case.size, case.size / case.time].into_iter().enumerate() {
                let off = (0..3).map(|i| (a[k][i] - b[k][i]).powi(2)).sum::<f64>().sqrt() / scale;
                apart = apart.max(if off.is_nan() { f64::INFINITY } else { off });
            }
        }
        apart
    };
    let held = 100.0 * RTOL + GROWTH * f64::EPSILON * view.far(case);
    let apart = apart(&seen(case, &plain, one), &seen(case, view, &other));
    if apart > held {
        said.push(format!("{apart:.1e} apart, allowed {held:.1e}"));
    }
    let steps = |r: &Run| (r.outcome.work.steps + r.outcome.work.rejected) as f64;
    let (a, b) = (steps(one), steps(&other));
    if (a - b).abs() > (0.1 * a.min(b)).max(FEW) {
        said.push(format!("{a} and {b} steps"));
    }
    (!said.is_empty()).then(|| format!("{} {}: {} through {view:?}", case.family, case.seed, said.join(", ")))
}

/// Mechanisms of all families, each through a view of every kind, and through all at once.
fn campaign(seeds: std::ops::Range<u64>) -> (usize, Vec<String>) {
    let (mut count, mut complaints) = (0, Vec::new());
    for seed in seeds {
        let case = Case::new(FAMILIES[seed as usize % FAMILIES.len()], seed);
        let mut dice = Dice::new(seed ^ 0x5eed);
        let one = run(&case, &View::default()).unwrap_or_else(|e| panic!("{e}"));
        for view in View::of(&case, &mut dice) {
            count += 1;
            complaints.extend(complaint(&case, &one, &view));
        }
    }
    (count, complaints)
}

#[test]
fn a_few_mechanisms_move_the_same_anywhere() {
    let (count, complaints) = campaign(0..FAMILIES.len() as u64);
    assert!(count > 5 * FAMILIES.len(), "{count}");
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
#[ignore = "by hand: two hundred mechanisms take minutes"]
fn two_hundred_mechanisms_move_the_same_anywhere() {
    let (count, complaints) = campaign(0..200);
    println!("{count} pairs, {} not the same\n{}", complaints.len(), complaints.join("\n"));
    assert!(complaints.is_empty());
}
