//! Pawls that overlap one another, which a sweep lets pass: each is traced as if it were alone.
//!
//! All hinges are on the root, so how far two are apart never changes: pairs whose reaches do not meet are never looked at.
//! The others are placed over each other at every frame and on both sides of every event of one of the two, until they overlap
//! for the first time.

use crate::contact_names::rounded;
use crate::moments::{Side, moments, state};
use crate::placed_polygon::{PlacedPolygon, overlap};
use crate::tolerances::TOUCHING;
use mainspring_definition::Diagnostic;
use mainspring_model::SweepModel;
use mainspring_sweep::Motion;
use serde::Serialize;

/// Pairs with a finding each; of more the number is reported.
const REPORTED: usize = 10;

/// Two pawls that pass through each other.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Crossing {
    /// their names
    pub pawls: [String; 2],
    /// of the first frame or event at which they overlap, s
    pub time: f64,
    /// way of the root until then, m
    pub travel: f64,
    #[serde(skip)]
    at: [usize; 2],
}

impl Crossing {
    /// In one sentence.
    #[must_use]
    pub fn sentence(&self) -> String {
        let [a, b] = &self.pawls;
        let time = rounded(self.time);
        format!(
            "`{a}` and `{b}` first overlap at {time} s, of all frames and events: they pass through each other here, \
             `method event` knows contact between them"
        )
    }

    /// As a finding, where the pawls are declared.
    fn warning(&self, sweep: &SweepModel) -> Diagnostic {
        let [a, b] = self.at.map(|n| sweep.pawls[n].span);
        Diagnostic::warning("W0545", b, self.sentence())
            .also(a, "the other pawl")
            .help("keep them apart, or move them as parts under `method event`; in different planes they do pass")
    }
}

/// Findings of the first pairs, and how many more there are.
pub fn warnings(found: &[Crossing], sweep: &SweepModel) -> Vec<Diagnostic> {
    let mut list: Vec<Diagnostic> = found.iter().take(REPORTED).map(|c| c.warning(sweep)).collect();
    if let (Some(last), Some(next)) = (list.last_mut(), found.get(REPORTED)) {
        let more = found.len() - REPORTED;
        let pairs = if more == 1 { "pair" } else { "pairs" };
        last.message.push_str(&format!("; and {more} more {pairs}, from {} s on", rounded(next.time)));
    }
    list
}

/// What a recording says of them among its settings.
pub fn setting(found: &[Crossing]) -> Option<(String, String)> {
    let first = found.first()?.sentence();
    let more = found.len() - 1;
    let text = if more == 0 { first } else { format!("{first}; pairs that overlap later: {more}") };
    Some(("overlap".to_owned(), text))
}

/// All pairs that overlap at a frame or at an event of theirs, each with the first time; frames every `every` s.
pub fn crossings(sweep: &SweepModel, motion: &Motion, every: f64) -> Vec<Crossing> {
    let shapes: Vec<Shape> = sweep.pawls.iter().map(Shape::of).collect();
    let pairs = near(&shapes);
    if pairs.is_empty() {
        return Vec::new();
    }
    let speed = libm::hypot(sweep.velocity[0].to_f64().value(), sweep.velocity[1].to_f64().value());
    let plain = moments(motion, every, &[]).into_iter().filter(|m| !m.event && m.side == Side::Before);
    let frames: Vec<(f64, Side)> = plain.map(|m| (m.time, m.side)).collect();
    let mut found: Vec<Crossing> = Vec::new();
    for pair in pairs {
        if let Some(time) = first(sweep, motion, &shapes, pair, &frames) {
            let pawls = pair.map(|n| sweep.pawls[n].name.clone());
            found.push(Crossing { pawls, time, travel: speed * time, at: pair });
        }
    }
    found.sort_by(|a, b| a.time.total_cmp(&b.time));
    found
}

/// When two pawls first overlap, at a frame or on either side of an event of one of them.
fn first(
    sweep: &SweepModel,
    motion: &Motion,
    shapes: &[Shape],
    pair: [usize; 2],
    frames: &[(f64, Side)],
) -> Option<f64> {
    let mut looks = frames.to_vec();
    for n in pair {
        looks.extend(motion.pawls[n].events.iter().flat_map(|e| [(e.time, Side::Before), (e.time, Side::After)]));
    }
    looks.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let least = TOUCHING * shapes[pair[0]].reach.max(shapes[pair[1]].reach);
    let mut placed = [PlacedPolygon::default(), PlacedPolygon::default()];
    let mut before = [f64::NAN; 2];
    for (time, side) in looks {
        let angles = pair.map(|n| {
            let state = state(&motion.pawls[n], time, side);
            state.theta + sweep.pawls[n].rest.radians
        });
        // where neither has turned nothing is new
        if angles == before {
            continue;
        }
        before = angles;
        for (k, n) in pair.into_iter().enumerate() {
            placed[k].place(&shapes[n].points, shapes[n].hinge, angles[k]);
        }
        if overlap(&placed[0], &placed[1], least) {
            return Some(time);
        }
    }
    None
}

/// Pairs whose reaches meet, in order.
fn near(shapes: &[Shape]) -> Vec<[usize; 2]> {
    let mut order: Vec<usize> = (0..shapes.len()).collect();
    let low = |n: usize| shapes[n].hinge[0] - shapes[n].reach;
    order.sort_by(|a, b| low(*a).total_cmp(&low(*b)));
    let mut active: Vec<usize> = Vec::new();
    let mut pairs = Vec::new();
    for n in order {
        active.retain(|&m| shapes[m].hinge[0] + shapes[m].reach > low(n));
        pairs.extend(active.iter().filter(|&&m| shapes[m].reaches(&shapes[n])).map(|&m| [m.min(n), m.max(n)]));
        active.push(n);
    }
    pairs.sort_unstable();
    pairs
}

/// A pawl as drawn, about its hinge; in the root's frame, m.
struct Shape {
    hinge: [f64; 2],
    points: Vec<[f64; 2]>,
    /// the farthest corner from the hinge
    reach: f64,
}

impl Shape {
    fn of(pawl: &mainspring_model::SweepPawl) -> Self {
        let float = |p: &[mainspring_model::Exact; 2]| [p[0].to_f64().value(), p[1].to_f64().value()];
        let points: Vec<[f64; 2]> = pawl.outline.points.iter().map(float).collect();
        let reach = points.iter().map(|p| libm::hypot(p[0], p[1])).fold(0.0, f64::max);
        Self { hinge: float(&pawl.hinge), points, reach }
    }

    fn reaches(&self, other: &Self) -> bool {
        let apart = libm::hypot(self.hinge[0] - other.hinge[0], self.hinge[1] - other.hinge[1]);
        apart < self.reach + other.reach
    }
}
