//! Feature pairs over a stretch of a path: the stretch is halved until every gap is decided.
//!
//! A pair is *open* (its gap is positive: it closes when the gap reaches 0), *let go* (within the tolerance where the search
//! begins: it must open first, or sink below the tolerance) or *behind* (the feature is past the other's surface, beyond its
//! extent). On each stretch the enclosure of [`enclose_gap`] shows that nothing can happen, or that the gap runs one way, and
//! then its ends tell all; else both halves are looked at, the first one first.
//!
//! Bounds on how two bodies accelerate cannot tell a pair that hovers, its gap small and hardly changing while both move on
//! together, from one that dips. Below a sixteenth of the stretch, where the bodies turn by less than a tenth of a radian, such
//! a pair is judged by its own gaps and rates at both ends and the middle: what these could still do to the gap must be less
//! than half of what there is. This takes the path to be smooth on that scale, as an integrator's is.

use super::feature::FeaturePair;
use super::gap_enclosure::{GapEnclosure, enclose_gap};
use super::motion::Motion;
use super::pairs::margin;
use super::scan_state::{FollowedPair, HOVER, PathInterval, Scan, State, Verdict};
use super::spatial::judge_solids;
use super::surface::Surface;
use crate::tolerances::{HOVER_TURN, SAME_TIME};

impl Scan<'_> {
    /// Looks at all pairs of `follows` between two moments, and leaves what closes in `found`.
    pub fn run(&mut self, from: f64, start: [Motion; 2], to: f64) {
        let end = self.path.at(to);
        self.open.clear();
        self.open.extend(0..self.follows.len());
        let count = self.open.len();
        self.stretch(&PathInterval { from, to, start, end, depth: 0 }, 0, count);
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

    fn stretch(&mut self, s: &PathInterval, first: usize, last: usize) {
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
                Some(shells) => judge_solids(self, i, s, &at, shells),
                None => self.judge(i, s, &at),
            };
            if matches!(verdict, Verdict::Halve) {
                self.open.push(i);
            }
        }
        let top = self.open.len();
        if top > base {
            let depth = s.depth + 1;
            self.stretch(&PathInterval { from: s.from, to: middle, start: s.start, end: at, depth }, base, top);
            self.stretch(&PathInterval { from: middle, to: s.to, start: at, end: s.end, depth }, base, top);
        }
        self.open.truncate(base);
    }

    fn judge(&mut self, i: usize, s: &PathInterval, at: &[Motion; 2]) -> Verdict {
        let FollowedPair { pair, state } = self.follows[i];
        let (x, y) = (&self.a.features()[pair.a as usize], &self.b.features()[pair.b as usize]);
        let h = 0.5 * (s.to - s.from);
        let seen = enclose_gap(&x.primitive, &at[0], &y.primitive, &at[1], &self.speeds, h);
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

    /// Whether the pair stays where it is as far as its own rates can tell.
    pub(super) fn hovers(&self, pair: FeaturePair, state: State, s: &PathInterval, o: &GapEnclosure) -> bool {
        let h = 0.5 * (s.to - s.from);
        if (self.speeds[0].angular + self.speeds[1].angular) * h > HOVER_TURN {
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
}
