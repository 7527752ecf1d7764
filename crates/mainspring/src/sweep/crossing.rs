//! Pawls that overlap one another, which a sweep lets pass: each is traced as if it were alone.
//!
//! All hinges are on the root, so how far two are apart never changes: pairs whose reaches do not meet are never looked at.
//! The others are laid over each other at every frame and on both sides of every event, until they overlap for the first
//! time.

use super::Traced;
use super::laid::{Laid, overlap};
use super::moments::{moments, state};
use mainspring_definition::Diagnostic;
use mainspring_model::SweepModel;
use serde::Serialize;

/// Depths below this part of the larger reach are touching, not overlapping.
const TOUCHING: f64 = 1e-9;

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
        let time = format!("{:.5e}", self.time).parse().unwrap_or(self.time);
        format!(
            "`{a}` and `{b}` first overlap at {time} s, of all frames and events: they pass through each other here, \
             `method event` knows contact between them"
        )
    }

    /// As a finding, where the pawls are declared.
    pub fn warning(&self, sweep: &SweepModel) -> Diagnostic {
        let [a, b] = self.at.map(|n| sweep.pawls[n].span);
        Diagnostic::warning("W0545", b, self.sentence())
            .also(a, "the other pawl")
            .help("keep them apart, or move them as parts under `method event`; in different planes they do pass")
    }
}

/// All pairs that overlap at a frame or an event, each with the first time; frames every `every` s.
pub fn crossings(sweep: &SweepModel, traced: &Traced, every: f64) -> Vec<Crossing> {
    let shapes: Vec<Shape> = sweep.pawls.iter().map(Shape::of).collect();
    let mut open: Vec<[usize; 2]> = Vec::new();
    for b in 0..shapes.len() {
        open.extend((0..b).map(|a| [a, b]).filter(|&[a, b]| shapes[a].reaches(&shapes[b])));
    }
    let speed = libm::hypot(sweep.velocity[0].to_f64().value(), sweep.velocity[1].to_f64().value());
    let mut found: Vec<Crossing> = Vec::new();
    if open.is_empty() {
        return found;
    }
    let mut laid: Vec<Laid> = vec![Laid::default(); shapes.len()];
    let looked_at = |open: &[[usize; 2]]| {
        let mut wanted: Vec<usize> = open.iter().flatten().copied().collect();
        wanted.sort_unstable();
        wanted.dedup();
        wanted
    };
    let mut wanted = looked_at(&open);
    for moment in moments(&traced.motion, every, &[]) {
        for &n in &wanted {
            let shape = &shapes[n];
            let state = state(&traced.motion.pawls[n], moment.time, moment.side);
            laid[n].lay(&shape.points, shape.hinge, state.theta + sweep.pawls[n].rest.radians);
        }
        let before = open.len();
        open.retain(|&[a, b]| {
            let least = TOUCHING * shapes[a].reach.max(shapes[b].reach);
            let apart = !overlap(&laid[a], &laid[b], least);
            if !apart {
                found.push(Crossing {
                    pawls: [a, b].map(|n| sweep.pawls[n].name.clone()),
                    time: moment.time,
                    travel: speed * moment.time,
                    at: [a, b],
                });
            }
            apart
        });
        if open.is_empty() {
            break;
        }
        if open.len() < before {
            wanted = looked_at(&open);
        }
    }
    found
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
