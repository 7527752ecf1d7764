//! What leaves a vertex, in the order round it.
//!
//! Pieces are compared where they are half as far away as the shortest of them reaches: their tangents may be equal. Those
//! that are not apart there are compared among themselves further out, and at last by how they bend.

use crate::segment::Segment;
use mainspring_numerics::vec2::{hypot, sub};
use std::f64::consts::{PI, TAU};

/// A step at a vertex, seen from there.
pub struct Spoke {
    curve: Segment,
    pub leaves: bool,
    pub step: usize,
}

impl Spoke {
    /// `curve` begins at the vertex, whichever way the step goes.
    pub fn new(curve: Segment, leaves: bool, step: usize) -> Self {
        Self { curve, leaves, step }
    }

    /// How far it gets from the vertex before it may come back.
    fn reach(&self) -> f64 {
        match self.curve {
            Segment::Line { from, to } => hypot(sub(to, from)),
            Segment::Arc { from, center, sweep, .. } => {
                2.0 * hypot(sub(from, center)) * libm::sin(0.5 * sweep.abs().min(PI))
            }
        }
    }

    /// The direction in which it is at a distance from the vertex.
    fn angle(&self, distance: f64) -> f64 {
        let at = match self.curve {
            Segment::Line { from, to } => self.curve.point_at(distance / hypot(sub(to, from))),
            Segment::Arc { from, center, sweep, .. } => {
                let angle = 2.0 * libm::asin((0.5 * distance / hypot(sub(from, center))).min(1.0));
                self.curve.point_at(angle / sweep.abs())
            }
        };
        let [x, y] = sub(at, self.curve.from());
        libm::atan2(y, x)
    }

    /// Its curvature, to the left positive.
    fn bend(&self) -> f64 {
        match self.curve {
            Segment::Line { .. } => 0.0,
            Segment::Arc { from, center, sweep, .. } => sweep.signum() / hypot(sub(from, center)),
        }
    }
}

/// Counter-clockwise, from anywhere.
pub fn sort_round(round: &mut [Spoke], tolerance: f64) {
    sort_beyond(round, 0.0, tolerance);
}

/// Of spokes that are not apart at distance `near`.
fn sort_beyond(round: &mut [Spoke], near: f64, tolerance: f64) {
    let farther = 0.5 * round.iter().map(Spoke::reach).fold(f64::INFINITY, f64::min);
    if farther <= near {
        round.sort_by(|a, b| a.bend().total_cmp(&b.bend()).then(a.step.cmp(&b.step)));
        return;
    }
    round.sort_by(|a, b| a.angle(farther).total_cmp(&b.angle(farther)).then(a.step.cmp(&b.step)));
    let angles: Vec<f64> = round.iter().map(|s| s.angle(farther)).collect();
    let count = round.len();
    let turn = |k: usize| {
        let turn = angles[k % count] - angles[(k + count - 1) % count];
        if turn < 0.0 { turn + TAU } else { turn }
    };
    // what is not apart does not end at the widest gap
    let widest = (0..count).max_by(|&a, &b| turn(a).total_cmp(&turn(b)).then(b.cmp(&a))).unwrap_or(0);
    round.rotate_left(widest);
    let mut first = 0;
    for k in 1..=count {
        if k == count || turn(widest + k) * farther > tolerance {
            if k - first > 1 {
                sort_beyond(&mut round[first..k], farther, tolerance);
            }
            first = k;
        }
    }
}
