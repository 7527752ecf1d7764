//! Feature pairs that are followed along a path: what is known of each, and what closes.

use super::feature::FeaturePair;
use super::gap_enclosure::gap;
use super::motion::{Motion, Path, Speeds};
use super::pairs::{lies_flat, standing};
use super::surface::Surface;
use super::touching::touching;
use crate::tolerances::{SAME_TIME, STEP_ROUNDING};
use mainspring_numerics::vec3::sub;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum State {
    Open,
    LetGo,
    Behind,
}

pub(super) struct FollowedPair {
    pub pair: FeaturePair,
    pub state: State,
}

/// Halvings after which two moments are one.
const DEEPEST: u32 = 50;
/// Halvings after which a pair that hovers is judged by itself.
pub(super) const HOVER: u32 = 4;
/// Halvings after which a resting pair of solids is left alone.
pub(super) const REST: u32 = 5;
/// Stretches looked at in one search before the rest is decided by its ends.
const PATIENCE: u32 = 1 << 15;

pub(super) struct Scan<'a> {
    pub a: &'a Surface,
    pub b: &'a Surface,
    pub path: &'a dyn Path,
    pub known: &'a [FeaturePair],
    pub tolerance: f64,
    /// lengths below this are rounding
    pub fine: f64,
    pub speeds: [Speeds; 2],
    /// how fast the two can close in the stretch under way, per unit θ (m)
    pub closing: f64,
    pub follows: Vec<FollowedPair>,
    pub found: Vec<(f64, FeaturePair)>,
    pub best: f64,
    pub looks: u32,
    /// places in `follows`, of all stretches under way
    pub open: Vec<usize>,
}

pub(super) struct PathInterval {
    pub from: f64,
    pub to: f64,
    pub start: [Motion; 2],
    pub end: [Motion; 2],
    pub depth: u32,
}

pub(super) enum Verdict {
    Decided,
    Halve,
}

impl Scan<'_> {
    #[inline]
    pub(super) fn ends(&self, s: &PathInterval) -> bool {
        s.depth >= DEEPEST || s.to - s.from <= 4.0 * f64::EPSILON || self.looks >= PATIENCE
    }

    /// A stretch on which the ends tell all.
    pub(super) fn one_way(&mut self, i: usize, s: &PathInterval) {
        let FollowedPair { pair, state } = self.follows[i];
        let level = match state {
            State::Open => 0.0,
            State::LetGo => -self.tolerance,
            State::Behind => f64::NEG_INFINITY,
        };
        let falls_below = self.gap_at(pair, &s.end).is_some_and(|g| if level == 0.0 { g <= level } else { g < level });
        if falls_below {
            let theta = self.locate(pair, s, level);
            if theta < self.best + SAME_TIME
                && let Some(contact) = self.verified(pair, theta, self.tolerance - level)
            {
                self.best = self.best.min(theta);
                self.found.push((theta, contact));
            }
        }
        self.follows[i].state = self.state_at(pair, &s.end, state);
    }

    #[inline]
    pub(super) fn gap_at(&self, pair: FeaturePair, at: &[Motion; 2]) -> Option<f64> {
        self.value_at(pair, at).map(|(g, _)| g)
    }

    pub(super) fn value_at(&self, pair: FeaturePair, at: &[Motion; 2]) -> Option<(f64, f64)> {
        let (x, y) = (&self.a.features()[pair.a as usize], &self.b.features()[pair.b as usize]);
        gap(&x.primitive, &at[0], &y.primitive, &at[1])
    }

    /// What a pair is at the end of a stretch on which it did not close.
    pub(super) fn state_at(&self, pair: FeaturePair, at: &[Motion; 2], before: State) -> State {
        let opens = if before == State::Open { 0.0 } else { self.tolerance };
        match self.gap_at(pair, at) {
            Some(g) if g > opens => State::Open,
            Some(g) if g >= -self.tolerance => State::LetGo,
            Some(_) => State::Behind,
            None => before,
        }
    }

    /// When the gap sinks to `level`: Newton's steps, held in a bracket.
    fn locate(&self, pair: FeaturePair, s: &PathInterval, level: f64) -> f64 {
        let value = |m: &[Motion; 2]| self.value_at(pair, m);
        let (mut low, mut high) = (s.from, s.to);
        let Some((mut g, mut rate)) = value(&s.end) else { return s.to };
        let mut at = high;
        for _ in 0..80 {
            let newton = at - (g - level) / rate;
            let next = if newton > low && newton < high { newton } else { 0.5 * (low + high) };
            if next == at || high - low <= f64::EPSILON * high {
                break;
            }
            let Some(now) = value(&self.path.at(next)) else { break };
            let moved = (next - at).abs();
            (at, g, rate) = (next, now.0, now.1);
            if g - level > 0.0 {
                low = at;
            } else {
                high = at;
            }
            if (g - level).abs() <= self.fine || moved <= STEP_ROUNDING {
                break;
            }
        }
        at
    }

    /// The contact a closing pair makes: itself, or the pair that stands for it at the same corner.
    fn verified(&self, pair: FeaturePair, theta: f64, slack: f64) -> Option<FeaturePair> {
        let at = self.path.at(theta);
        let mut there = Vec::new();
        touching(self.a, &at[0], self.b, &at[1], slack, &[], &mut there);
        let Some((m, _)) = standing(self.a, &at[0], self.b, &at[1], pair, slack) else {
            // a rim that closes while it lies flat does so at one of its fixed places
            let flat = lies_flat(self.a, &at[0], self.b, &at[1], pair);
            let sinks = |p: &FeaturePair| self.value_at(*p, &at).is_some_and(|(_, rate)| rate < 0.0);
            return there.into_iter().filter(|p| flat && !self.known.contains(p)).find(sinks);
        };
        if there.contains(&pair) {
            return Some(pair);
        }
        // another one speaks for this place, and does so only if it closes too
        there.into_iter().filter(|p| !self.known.contains(p)).find(|p| {
            standing(self.a, &at[0], self.b, &at[1], *p, slack).is_some_and(|(q, _)| {
                let off = sub(q.point, m.point);
                off.iter().all(|x| x.abs() <= 4.0 * slack) && q.rate <= 0.0
            })
        })
    }
}
