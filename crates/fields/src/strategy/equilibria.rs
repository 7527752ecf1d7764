//! Orientations at which a squeeze field does not turn a part, and whether the part returns to them.
//!
//! An equilibrium is a zero of the moment; whether it is stable is read from the signs of the moment between it and its
//! neighbours, which rounding cannot change.

use super::StrategyError;
use super::bisector::{Scratch, bisect};
use super::roots::{Root, roots};
use super::squeeze::Squeeze;
use crate::tolerances::{PERIOD_ROUNDING, TOUCHED_RANGE};
use std::f64::consts::PI;

/// What a part does near an equilibrium.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stability {
    /// comes back from both sides
    Stable,
    /// leaves on both sides
    Unstable,
    /// comes from one side and leaves on the other: the moment touches zero
    Passing,
    /// stays wherever it is over a range of orientations
    Neutral,
}

/// An orientation, or a range of them, without moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Equilibrium {
    /// orientation relative to the squeeze line, middle of the range (rad, 0 ≤ angle < π)
    pub angle: f64,
    /// width of the range, 0 except where neutral (rad)
    pub width: f64,
    /// whether the part returns
    pub stability: Stability,
    /// derivative of the moment there (m³/rad), negative where stable
    pub slope: f64,
    /// potential there (m³)
    pub potential: f64,
}

/// Modulo half a turn: 0 ≤ angle < π, and a hair below π is 0.
pub(super) fn half_turn(angle: f64) -> f64 {
    let rest = angle - PI * libm::floor(angle / PI);
    if (0.0..PI - PERIOD_ROUNDING).contains(&rest) { rest } else { 0.0 }
}

impl Squeeze {
    /// All equilibria, in order of their angle.
    ///
    /// # Errors
    /// A part too nearly round to tell them apart.
    pub fn equilibria(&self) -> Result<Vec<Equilibrium>, StrategyError> {
        let mut scratch = Scratch::default();
        let found = self.merged(roots(&self.contour, 0.0, &mut scratch)?, &mut scratch);
        let count = found.len();
        let mut equilibria = Vec::with_capacity(count);
        for (i, root) in found.iter().enumerate() {
            // −ψ is the orientation: what comes after in direction comes before in orientation
            let before = self.sign_between(root, &found[(i + 1) % count], &mut scratch);
            let after = self.sign_between(&found[(i + count - 1) % count], root, &mut scratch);
            let cut = bisect(&self.contour, 0.5 * (root.start() + root.end()), &mut scratch);
            let stability = match (root, before > 0.0, after > 0.0) {
                (Root::Held(..), _, _) => Stability::Neutral,
                (_, true, false) => Stability::Stable,
                (_, false, true) => Stability::Unstable,
                _ => Stability::Passing,
            };
            equilibria.push(Equilibrium {
                angle: half_turn(-0.5 * (root.start() + root.end())),
                width: root.end() - root.start(),
                stability,
                slope: 2.0 * cut.slope * self.cube(),
                potential: 2.0 * cut.h * self.cube(),
            });
        }
        equilibria.sort_by(|a, b| a.angle.total_cmp(&b.angle));
        Ok(equilibria)
    }

    /// The moment (any unit) half way between two neighbouring zeros, the second perhaps half a turn on.
    fn sign_between(&self, from: &Root, to: &Root, scratch: &mut Scratch) -> f64 {
        let next = if to.start() > from.end() { to.start() } else { to.start() + PI };
        -bisect(&self.contour, 0.5 * (from.end() + next), scratch).g
    }

    /// Zeros between which the moment does not leave its rounding errors are one.
    fn merged(&self, found: Vec<Root>, scratch: &mut Scratch) -> Vec<Root> {
        let mut kept: Vec<Root> = Vec::with_capacity(found.len());
        for root in found {
            match kept.last_mut() {
                Some(last)
                    if root.start() - last.end() < TOUCHED_RANGE
                        && self.sign_between(last, &root, scratch).abs() <= 8.0 * self.contour.noise =>
                {
                    *last = match (*last, root) {
                        (Root::At(a), Root::At(b)) => Root::At(0.5 * (a + b)),
                        (a, b) => Root::Held(a.start(), b.end()),
                    };
                }
                _ => kept.push(root),
            }
        }
        kept
    }
}
