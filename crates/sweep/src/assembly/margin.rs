//! The largest friction with which a motion still goes through.
//!
//! A contact sticks where |ℓ| ≤ μ|h| and (v · r) h > 0, and as long as nothing sticks the path does not depend on μ. So the
//! path without friction tells: the motion works for every μ below the least |ℓ|/|h| over the part of the path where
//! (v · r) h > 0, and sticks at that μ or above. On an edge of the pawl h is constant and |ℓ| = √(|r|² − h²) is
//! monotone on either side of v · r = 0; on a vertex |ℓ|/|h| = √(ρ² − h²)/|h| with h linear in time is monotone on
//! either side of h = 0. So between those marks the least value is at an end, and the answer is a closed form.

use crate::contact::Contact;
use crate::fault::Fault;
use crate::numbers::Rational;
use crate::problem::Problem;
use crate::sliding_interval::SlidingInterval;
use crate::solve::{Method, Motion, solve};
use crate::tolerances::{ABSURD_FRICTION, EQUAL_FORCE};
use crate::trajectory::Kind;

/// How much friction a motion bears.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Margin {
    /// It goes through with any friction.
    Any,
    /// It goes through with less friction than this, and sticks with as much or more.
    Below {
        /// Coefficient of friction.
        friction: f64,
        /// When it would stick first, s.
        time: f64,
        /// The pawl that would stick.
        pawl: usize,
        /// The contact that would stick.
        contact: Option<Contact>,
    },
    /// It does not go through even without friction, for this cause.
    Fails(Kind),
}

impl Margin {
    /// The least friction with which it does not go through; infinite where there is none.
    #[must_use]
    pub fn limit(&self) -> f64 {
        match self {
            Self::Any => f64::INFINITY,
            Self::Below { friction, .. } => *friction,
            Self::Fails(_) => 0.0,
        }
    }
}

/// The friction, common to all pawls, that a problem bears; the friction it names plays no part.
///
/// # Errors
/// What is wrong with the problem.
pub fn margin(problem: &Problem) -> Result<Margin, Fault> {
    let mut smooth = problem.clone();
    for pawl in &mut smooth.pawls {
        pawl.friction = Rational::ZERO;
    }
    Ok(margin_along(&solve(&smooth, Method::Lazy)?))
}

/// The same along a motion without friction.
pub(crate) fn margin_along(smooth: &Motion) -> Margin {
    if matches!(smooth.cause, Kind::JamPair | Kind::JamSingle | Kind::JamHinge | Kind::Stick) {
        return Margin::Fails(smooth.cause);
    }
    let mut best = Margin::Any;
    for (pawl, trajectory) in smooth.pawls.iter().enumerate() {
        for stretch in trajectory.pieces.iter().flat_map(|piece| piece.sliding_intervals()) {
            // a height of rounding alone holds nothing
            let Some((friction, time)) = least(&stretch).filter(|(friction, _)| *friction < ABSURD_FRICTION) else {
                continue;
            };
            // of teeth alike, whose numbers differ in their last places, the first
            if friction < best.limit() * (1.0 - EQUAL_FORCE) {
                best = Margin::Below { friction, time, pawl, contact: stretch.contact };
            }
        }
    }
    best
}

/// The least |ℓ|/|h| of a stretch where the motion presses along the lever, and when.
fn least(stretch: &SlidingInterval<'_>) -> Option<(f64, f64)> {
    let mut ends = vec![stretch.start.time];
    ends.extend(stretch.level());
    ends.push(stretch.end.time);
    let mut best: Option<(f64, f64)> = None;
    for pair in ends.windows(2) {
        let (_, h) = stretch.levers(0.5 * pair[0] + 0.5 * pair[1]);
        if stretch.epsilon * h <= 0.0 {
            continue;
        }
        for &time in pair {
            let (l, h) = stretch.levers(time);
            let ratio = l / h.abs();
            if best.is_none_or(|(least, _)| ratio < least) {
                best = Some((ratio, time));
            }
        }
    }
    best
}
