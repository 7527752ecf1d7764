//! When two surfaces first touch on a path.
//!
//! While they are apart, time is advanced by their distance over the most they can close (conservative advancement, as in
//! Mirtich 1996): never past a touch. Where that stalls, because they are near or touch elsewhere, the feature pairs that can
//! meet in a stretch are looked at one by one ([`super::scan`]). Both rest on true bounds of the path's speeds, so nothing is
//! missed however thin or fast.

use super::feature::FeaturePair;
use super::gap_enclosure::gap;
use super::motion::{Motion, Path, Speeds};
use super::pairs::{distance, near};
use super::scan_state::{FollowedPair, Scan, State};
use super::surface::Surface;
use super::touching::touching;
use crate::tolerances::{FINE, LEAST_TOLERANCE, OVERLOOKED, REACH_ROUNDING, TRAVEL_SLACK};
use mainspring_numerics::roots::bisect;
use mainspring_numerics::vec3::{norm, sub};

/// The first touch on a path.
#[derive(Clone, Debug, PartialEq)]
pub struct FirstMeeting {
    /// when, in (0, 1]
    pub theta: f64,
    /// what meets there, sorted
    pub pairs: Vec<FeaturePair>,
}

/// Halvings of a path to find where two were first too deep in each other.
const BISECTIONS: u32 = 50;

/// Advances and stretches tried before the rest is taken as one.
const CHUNKS: u32 = 24;

/// The smallest θ in (0, 1] at which a pair that is not `known` closes: its gap comes down to 0 inside its extents but for
/// `tolerance` (m). A pair within `tolerance` at θ = 0 counts only once it has opened wider than that, or sinks below −`tolerance`;
/// one deeper in at θ = 0 only once it has come out. Overlaps at the start are for [`distance`] to tell.
#[must_use]
pub fn first_meeting(
    a: &Surface,
    b: &Surface,
    path: &dyn Path,
    known: &[FeaturePair],
    tolerance: f64,
) -> Option<FirstMeeting> {
    let small = a.size().min(b.size());
    if !small.is_finite() {
        return None;
    }
    let mut scan: Option<Scan> = None;
    let mut from = 0.0;
    for chunk in 0.. {
        let at = path.at(from);
        let left = 1.0 - from;
        let speeds = path.speeds(from, 1.0);
        let closing = closing(a, b, &at, &speeds, left);
        if closing.is_nan() {
            return None;
        }
        let rounding = REACH_ROUNDING * (reach_of(a, &at[0]) + reach_of(b, &at[1]));
        let travel = closing * left * (1.0 + TRAVEL_SLACK) + rounding;
        if apart(a, b, &at) > travel {
            return None;
        }
        let mut stride = left;
        if chunk < CHUNKS {
            // touching already: an advance by distance would stand still
            let far = if known.is_empty() { distance(a, &at[0], b, &at[1]) } else { 0.0 };
            if far > travel {
                return None;
            }
            let safe = (far - rounding) / (closing * (1.0 + TRAVEL_SLACK));
            if safe > 0.125 * left {
                from += safe;
                // what was known of the pairs is of before
                if let Some(scan) = &mut scan {
                    scan.follows.clear();
                }
                continue;
            }
            stride = left.min((0.125 * left).max(0.25 * small / closing));
        }
        let to = if stride >= left { 1.0 } else { from + stride };
        let scan = scan.get_or_insert_with(|| Scan {
            a,
            b,
            path,
            known,
            tolerance: tolerance.max(LEAST_TOLERANCE * small),
            fine: FINE * small,
            speeds,
            closing,
            follows: Vec::new(),
            found: Vec::new(),
            best: f64::INFINITY,
            looks: 0,
            open: Vec::new(),
        });
        scan.speeds = path.speeds(from, to);
        scan.closing = closing;
        let width = closing * (to - from) * (1.0 + TRAVEL_SLACK) + rounding + tolerance;
        follow(scan, &at, width, from == 0.0);
        scan.run(from, at, to);
        if let Some((theta, pairs)) = scan.first() {
            return Some(FirstMeeting { theta, pairs });
        }
        if to >= 1.0 {
            return overlooked(scan);
        }
        from = to;
    }
    None
}

/// Gaps of pairs alone cannot tell all: which features speak for a place is decided where they close, and what closes there may
/// be another's by then; of two in the plane only while others of them are held. So the signed distance of the two as a whole is
/// taken where the path ends: deeper in than what was let go, and they met on the way. In the plane some pair that was followed is
/// that deep then, and where none is the whole need not be looked at.
fn overlooked(scan: &Scan) -> Option<FirstMeeting> {
    let depth = OVERLOOKED * scan.tolerance;
    if Surface::in_space(scan.a, scan.b).is_none() {
        let end = scan.path.at(1.0);
        let behind = |f: &FollowedPair| scan.value_at(f.pair, &end).is_some_and(|(gap, _)| gap < -depth);
        if scan.known.is_empty() || !scan.follows.iter().any(behind) {
            return None;
        }
    }
    let deep = |theta: f64| {
        let at = scan.path.at(theta);
        distance(scan.a, &at[0], scan.b, &at[1]) < -depth
    };
    if !deep(1.0) || deep(0.0) {
        return None;
    }
    let [_, theta] = bisect(0.0, 1.0, BISECTIONS, |middle| !deep(middle));
    let at = scan.path.at(theta);
    let mut pairs = Vec::new();
    touching(scan.a, &at[0], scan.b, &at[1], 2.0 * depth, &[], &mut pairs);
    let sinks = |p: &FeaturePair| scan.value_at(*p, &at).is_some_and(|(_, rate)| rate < 0.0);
    pairs.retain(|p| !scan.known.contains(p) && sinks(p));
    (!pairs.is_empty()).then_some(FirstMeeting { theta, pairs })
}

/// Chooses the pairs to follow, each with what is known of it.
fn follow(scan: &mut Scan, at: &[Motion; 2], width: f64, begins: bool) {
    let mut pairs = Vec::new();
    near(scan.a, &at[0], scan.b, &at[1], width, &mut pairs);
    pairs.retain(|p| !scan.known.contains(p));
    let before = std::mem::take(&mut scan.follows);
    let opens = if begins { scan.tolerance } else { 0.0 };
    let state_of = |pair: &FeaturePair| {
        if let Ok(i) = before.binary_search_by(|f| f.pair.cmp(pair)) {
            return before[i].state;
        }
        let (x, y) = (&scan.a.features()[pair.a as usize], &scan.b.features()[pair.b as usize]);
        match gap(&x.primitive, &at[0], &y.primitive, &at[1]) {
            Some((g, _)) if g > opens => State::Open,
            Some((g, _)) if g < -scan.tolerance => State::Behind,
            Some(_) => State::LetGo,
            None => State::Open,
        }
    };
    scan.follows = pairs.iter().map(|p| FollowedPair { pair: *p, state: state_of(p) }).collect();
}

/// A lower bound of the distance from the circles around both.
fn apart(a: &Surface, b: &Surface, at: &[Motion; 2]) -> f64 {
    let between = norm(sub(at[1].position, at[0].position));
    if a.radius().is_finite() && b.radius().is_finite() { between - a.radius() - b.radius() } else { f64::NEG_INFINITY }
}

/// How fast two surfaces can close, per unit θ.
fn closing(a: &Surface, b: &Surface, at: &[Motion; 2], speeds: &[Speeds; 2], left: f64) -> f64 {
    let linear = speeds[0].linear + speeds[1].linear;
    let turning = |surface: &Surface, other: &Surface, s: &Speeds| {
        if s.angular == 0.0 {
            return 0.0;
        }
        // of what has no end, only what the other can reach counts
        let between = norm(sub(at[1].position, at[0].position));
        let arm =
            if surface.radius().is_finite() { surface.radius() } else { between + linear * left + other.radius() };
        s.angular * arm
    };
    linear + turning(a, b, &speeds[0]) + turning(b, a, &speeds[1])
}

/// A length whose rounding errors are those of the surface's points.
fn reach_of(surface: &Surface, at: &Motion) -> f64 {
    let radius = if surface.radius().is_finite() { surface.radius() } else { 0.0 };
    norm(at.position) + radius
}
