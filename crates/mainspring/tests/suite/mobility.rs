//! Mobility is decided by the rank of all rows together: known linkages have the freedoms the literature gives them, wherever along
//! their motion they start, and no crossing is told where there is none.

mod linkages;
mod loops;
mod plane;

use linkages::{LINKAGES, Linkage};
use mainspring::prelude::*;
use mainspring::{prepare, simulate};

/// Joints stay closed to this, of the mechanism's size.
const CLOSED: f64 = 1e-12;

/// What is wrong with a linkage at a place along its motion.
fn wrong(linkage: &Linkage, place: f64, run: bool) -> Option<String> {
    let scene = (linkage.scene)(place);
    let settings = || Settings { max_steps: Some(5_000), ..Settings::default() };
    let prepared = match prepare(&Scene::text("linkage", &scene), &settings()) {
        Ok(prepared) => prepared,
        Err(error) => return Some(format!("{error}")),
    };
    if prepared.freedom != linkage.freedom || prepared.notes.iter().any(|n| n.code == "N0711") {
        return Some(format!("{} freedoms; {:?}", prepared.freedom, prepared.redundant));
    }
    if !run {
        return None;
    }
    let run = match simulate(Scene::text("linkage", &scene), &settings()) {
        Ok(run) => run.outcome,
        Err(error) => return Some(format!("{error}")),
    };
    let told: Vec<_> = run.events.iter().filter(|e| e.kind == "singular").map(|e| (e.time, e.who.clone())).collect();
    let drift = run.drift_at_steps.max(run.drift_at_frames);
    let open = drift.position > CLOSED || run.ledger.relative > 1e-7 || !run.doubts.is_empty();
    (open || !told.is_empty()).then(|| format!("{told:?} {drift:?} {:e} {:?}", run.ledger.relative, run.doubts))
}

fn all_of(places: &[f64], runs: usize) -> Vec<String> {
    let mut found = Vec::new();
    for linkage in LINKAGES {
        for (i, place) in places.iter().enumerate() {
            if let Some(what) = wrong(linkage, *place, i < runs) {
                found.push(format!("{} at {place}: {what}", linkage.name));
            }
        }
    }
    found
}

#[test]
fn known_linkages_have_the_freedoms_of_the_literature() {
    let found = all_of(&[0.137, 0.537, 0.837], 1);
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
#[ignore = "by hand: runs every linkage from ten places, a few minutes"]
fn known_linkages_move_without_a_crossing_from_anywhere() {
    let places: Vec<f64> = (0..10).map(|i| 0.037 + 0.1 * f64::from(i)).collect();
    let found = all_of(&places, 10);
    assert!(found.is_empty(), "{}", found.join("\n"));
}
