//! Feature pairs over a stretch of a path: the stretch is halved until every gap is decided.
//!
//! A pair is *open* (its gap is positive: it closes when the gap reaches 0), *let go* (within the tolerance where the search
//! begins: it must open first, or sink below the tolerance) or *behind* (the feature is past the other's surface, beyond its
//! extent). On each stretch the enclosure of [`outlook`] shows that nothing can happen, or that the gap runs one way, and
//! then its ends tell all; else both halves are looked at, the first one first.
//!
//! Bounds on how two bodies accelerate cannot tell a pair that hovers, its gap small and hardly changing while both move on
//! together, from one that dips. Below a sixteenth of the stretch, where the bodies turn by less than a tenth of a radian, such
//! a pair is judged by its own gaps and rates at both ends and the middle: what these could still do to the gap must be less
//! than half of what there is. This takes the path to be smooth on that scale, as an integrator's is.

use super::outlook::{Outlook, gap, outlook};
use super::pairs::{margin, standing};
use super::touching::touching;
use super::{FeaturePair, Motion, Path, Speeds, Surface};

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum State {
    Open,
    LetGo,
    Behind,
}

pub(super) struct Follow {
    pub pair: FeaturePair,
    pub state: State,
}

/// Halvings after which two moments are one.
const DEEPEST: u32 = 50;
/// Halvings after which a pair that hovers is judged by itself.
const HOVER: u32 = 4;
/// Halvings after which a resting pair of solids is left alone.
pub(super) const REST: u32 = 5;
/// Stretches looked at in one search before the rest is decided by its ends.
const PATIENCE: u32 = 1 << 15;
/// Closings within this of the first are at the same time.
const SAME_TIME: f64 = 1e-12;

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
    pub follows: Vec<Follow>,
    pub found: Vec<(f64, FeaturePair)>,
    pub best: f64,
    pub looks: u32,
    /// places in `follows`, of all stretches under way
    pub open: Vec<usize>,
}

pub(super) struct Stretch {
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
    /// Looks at all pairs of `follows` between two moments, and leaves what closes in `found`.
    pub fn run(&mut self, from: f64, start: [Motion; 2], to: f64) {
        let end = self.path.at(to);
        self.open.clear();
        self.open.extend(0..self.follows.len());
        let count = self.open.len();
        self.stretch(&Stretch { from, to, start, end, depth: 0 }, 0, count);
    }

    /// What closes first, and all that closes with it.
    pub fn first(&mut self) -> Option<(f64, Vec<FeaturePair>)> {
        let theta = self.best;
        let mut pairs: Vec<FeaturePair> =
            self.found.iter().filter(|(t, _)| *t <= theta + SAME_TIME).map(|(_, p)| *p).collect();
        pairs.sort_unstable();
        pairs.dedup();
        (!pairs.is_empty()).then_some((theta, pairs))
    }

    fn stretch(&mut self, s: &Stretch, first: usize, last: usize) {
        if s.from >= self.best || first == last {
            return;
        }
        self.looks += 1;
        let middle = 0.5 * (s.from + s.to);
        let at = self.path.at(middle);
        let base = self.open.len();
        for k in first..last {
            let i = self.open[k];
            let verdict = match Surface::in_space(self.a, self.b) {
                Some(shells) => self.judge_in_space(i, s, &at, shells),
                None => self.judge(i, s, &at),
            };
            if matches!(verdict, Verdict::Halve) {
                self.open.push(i);
            }
        }
        let top = self.open.len();
        if top > base {
            let depth = s.depth + 1;
            self.stretch(&Stretch { from: s.from, to: middle, start: s.start, end: at, depth }, base, top);
            self.stretch(&Stretch { from: middle, to: s.to, start: at, end: s.end, depth }, base, top);
        }
        self.open.truncate(base);
    }

    fn judge(&mut self, i: usize, s: &Stretch, at: &[Motion; 2]) -> Verdict {
        let Follow { pair, state } = self.follows[i];
        let (x, y) = (&self.a.features()[pair.a as usize], &self.b.features()[pair.b as usize]);
        let h = 0.5 * (s.to - s.from);
        let seen = outlook(&x.primitive, &at[0], &y.primitive, &at[1], &self.speeds, h);
        let Some(o) = seen else {
            // no gap at this moment (lines that run parallel): look closer, but not for ever
            return if s.depth >= HOVER || self.ends(s) { Verdict::Decided } else { Verdict::Halve };
        };
        let tol = self.tolerance;
        let nothing = match state {
            State::Open => o.low > 0.0 || o.rising,
            State::LetGo => o.low > -tol && o.high < tol,
            State::Behind => o.high < -tol || o.falling,
        };
        if nothing {
            return Verdict::Decided;
        }
        if margin(self.a, &at[0], self.b, &at[1], pair) + o.drift * h < -tol {
            self.follows[i].state = self.state_at(pair, &s.end, state);
            return Verdict::Decided;
        }
        if o.falling || o.rising {
            self.one_way(i, s);
            return Verdict::Decided;
        }
        if self.ends(s) || (s.depth >= HOVER && self.hovers(pair, state, s, &o)) {
            self.one_way(i, s);
            return Verdict::Decided;
        }
        Verdict::Halve
    }

    pub(super) fn ends(&self, s: &Stretch) -> bool {
        s.depth >= DEEPEST || s.to - s.from <= 4.0 * f64::EPSILON || self.looks >= PATIENCE
    }

    /// Whether the pair stays where it is as far as its own rates can tell.
    fn hovers(&self, pair: FeaturePair, state: State, s: &Stretch, o: &Outlook) -> bool {
        let h = 0.5 * (s.to - s.from);
        if (self.speeds[0].angular + self.speeds[1].angular) * h > 0.05 {
            return false;
        }
        let (Some(first), Some(last)) = (self.value_at(pair, &s.start), self.value_at(pair, &s.end)) else {
            return false;
        };
        let rates = [first.1, o.rate, last.1];
        let (low, high) = (rates.into_iter().fold(f64::INFINITY, f64::min), rates.into_iter().fold(f64::MIN, f64::max));
        let change = (high.abs().max(low.abs()) + (high - low)) * h;
        let gaps = [first.0, o.gap, last.0];
        match state {
            State::Open => gaps.into_iter().all(|g| change <= 0.5 * g),
            State::LetGo => gaps.into_iter().all(|g| g.abs() + change <= self.tolerance),
            State::Behind => gaps.into_iter().all(|g| change <= -0.5 * g),
        }
    }

    /// A stretch on which the ends tell all.
    pub(super) fn one_way(&mut self, i: usize, s: &Stretch) {
        let Follow { pair, state } = self.follows[i];
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

    pub(super) fn gap_at(&self, pair: FeaturePair, at: &[Motion; 2]) -> Option<f64> {
        self.value_at(pair, at).map(|(g, _)| g)
    }

    fn value_at(&self, pair: FeaturePair, at: &[Motion; 2]) -> Option<(f64, f64)> {
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
    fn locate(&self, pair: FeaturePair, s: &Stretch, level: f64) -> f64 {
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
            if (g - level).abs() <= self.fine || moved <= 1e-16 {
                break;
            }
        }
        at
    }

    /// The contact a closing pair makes: itself, or the pair that stands for it at the same corner.
    fn verified(&self, pair: FeaturePair, theta: f64, slack: f64) -> Option<FeaturePair> {
        let at = self.path.at(theta);
        let (m, _) = standing(self.a, &at[0], self.b, &at[1], pair, slack)?;
        let mut there = Vec::new();
        touching(self.a, &at[0], self.b, &at[1], slack, &mut there);
        if there.contains(&pair) {
            return Some(pair);
        }
        // another one speaks for this place, and does so only if it closes too
        there.into_iter().filter(|p| !self.known.contains(p)).find(|p| {
            standing(self.a, &at[0], self.b, &at[1], *p, slack).is_some_and(|(q, _)| {
                let off = [0, 1, 2].map(|i| q.point[i] - m.point[i]);
                off.iter().all(|x| x.abs() <= 4.0 * slack) && q.rate <= 0.0
            })
        })
    }
}
