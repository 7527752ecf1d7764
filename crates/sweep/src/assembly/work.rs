//! The work the root does, and where it goes.
//!
//! On a contact F |v| = κθ dθ/dt + μλ|v_T|. The first part is the change of ½κθ² between ends of pieces, known without
//! integrals; what a snap lets go is lost. Only rubbing is integrated, by Gauss's rule of five nodes in panels of s with
//! t = a + (b − a)(3s² − 2s³), which takes away the roots at ends where a lever vanishes.

use super::stretch::stretches;
use crate::problem::Problem;
use crate::solve::Motion;
use crate::trajectory::Kind;

/// Work done by the root on the pawls, J.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Work {
    /// All of it: what is stored, lost and rubbed away.
    pub total: f64,
    /// Energy of the springs at the end less that at the start.
    pub stored: f64,
    /// Energy the springs lose in snaps.
    pub lost: f64,
    /// What friction takes; infinite where a contact sticks, which force grows towards without bound.
    pub rubbed: f64,
}

const NODES: [(f64, f64); 5] = [
    (-0.906_179_845_938_664, 0.236_926_885_056_189_08),
    (-0.538_469_310_105_683_1, 0.478_628_670_499_366_47),
    (0.0, 0.568_888_888_888_888_9),
    (0.538_469_310_105_683_1, 0.478_628_670_499_366_47),
    (0.906_179_845_938_664, 0.236_926_885_056_189_08),
];
const PANELS: usize = 6;

/// The integral of a function that may grow like 1/√ towards both ends.
pub(crate) fn integral(f: impl Fn(f64) -> f64, a: f64, b: f64) -> f64 {
    let mut sum = 0.0;
    for panel in 0..PANELS {
        for (node, weight) in NODES {
            let s = (panel as f64 + 0.5 * (node + 1.0)) / PANELS as f64;
            let t = a + (b - a) * (s * s * (3.0 - 2.0 * s));
            sum += weight * f(t) * 6.0 * s * (1.0 - s);
        }
    }
    sum * (b - a) / (2.0 * PANELS as f64)
}

pub(crate) fn work(problem: &Problem, motion: &Motion) -> Work {
    let (mut stored, mut lost, mut rubbed) = (0.0, 0.0, 0.0);
    for (pawl, trajectory) in problem.pawls.iter().zip(&motion.pawls) {
        let energy = |theta: f64| 0.5 * pawl.stiffness * theta * theta;
        let first = trajectory.events.first().map_or(0.0, |e| e.theta);
        stored += energy(trajectory.last().theta) - energy(first);
        for event in &trajectory.events {
            lost += event.theta_after.map_or(0.0, |after| energy(event.theta) - energy(after));
        }
        for stretch in stretches(trajectory) {
            rubbed += integral(|t| stretch.rubbing(t), stretch.start, stretch.end);
        }
        let last = trajectory.last();
        if last.kind == Kind::Stick && last.theta != 0.0 {
            rubbed = f64::INFINITY;
        }
    }
    Work { total: stored + lost + rubbed, stored, lost, rubbed }
}
