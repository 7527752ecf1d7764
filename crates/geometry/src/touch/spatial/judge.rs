//! What a pair of features in space can do within a stretch of a path.
//!
//! The distance between two bounded pieces changes no faster than the bodies close, so a pair whose pieces are further
//! apart at the middle of a stretch than half of it can bring them has no contact in it: a true bound, whatever lines and
//! rims do. The same holds for the gap itself while its place stays inside the extents. Only which way a gap goes once
//! the two are near is told by an estimate: its second derivative at the middle, four times over, with the bodies'
//! accelerations. It is asked only in stretches too short for the gap to show another side: a |d| − r turns where d
//! passes through nothing, so the bodies may come no more than a quarter of r closer, and turn no more than a quarter.
//! And it must agree with the gap at both ends of the stretch, which shows where a rim's place has passed to another.

use super::{Shell, clearance, distance_of, margin};
use crate::touch::jet::cross;
use crate::touch::outlook::outlook;
use crate::touch::scan::{REST, Scan, State, Stretch, Verdict};
use crate::touch::spatial::piece::{minus, norm, plus};
use crate::touch::{Motion, Primitive, meet};

impl Scan<'_> {
    /// As `judge`, for solids and half-spaces.
    pub(in crate::touch) fn judge_in_space(
        &mut self,
        i: usize,
        s: &Stretch,
        at: &[Motion; 2],
        (a, b): (&Shell, &Shell),
    ) -> Verdict {
        let (pair, state) = (self.follows[i].pair, self.follows[i].state);
        let tol = self.tolerance;
        let h = 0.5 * (s.to - s.from);
        let travel = self.closing * h * (1.0 + 1e-9) + 16.0 * self.fine;
        let (x, y) = (&a.features()[pair.a as usize].primitive, &b.features()[pair.b as usize].primitive);
        let round = matches!(x, Primitive::Circle { .. }) || matches!(y, Primitive::Circle { .. });
        let apart = clearance(a, &at[0], b, &at[1], pair) > travel;
        // a ball around a rim says little: its true distance does
        if apart || (round && distance_of(a, &at[0], b, &at[1], pair) > travel) {
            self.follows[i].state = self.state_at(pair, &s.end, state);
            return Verdict::Decided;
        }
        let turning = self.speeds[0].angular + self.speeds[1].angular;
        let bend = roundness(x, y).min(a.scale(b));
        let short = travel <= 0.25 * bend && turning * h <= 0.25;
        let Some(m) = meet(x, &at[0], y, &at[1]) else {
            // edges that run parallel all the time leave the contact to their corners; a rim's second place may be there
            // only for a moment
            let never = self.gap_at(pair, &s.start).is_none() && self.gap_at(pair, &s.end).is_none();
            let brief = travel <= 0.02 * bend && turning * h <= 0.02;
            let decided = (brief && never) || travel <= tol || self.ends(s);
            return if decided { Verdict::Decided } else { Verdict::Halve };
        };
        let sliding = |of: &Motion| {
            let arm = minus(m.point, of.position);
            norm(minus(m.point_rate, plus(of.velocity, 1.0, cross(of.spin, arm))))
        };
        let drift = 4.0 * (sliding(&at[0]) + sliding(&at[1])) + self.closing;
        let inside = margin(a, &at[0], b, &at[1], pair);
        let beyond = inside + drift * h < -tol;
        // of a rim the place may jump
        if !round && (beyond || (inside - drift * h > 0.0 && m.gap.abs() > travel)) {
            self.follows[i].state = self.state_at(pair, &s.end, state);
            return Verdict::Decided;
        }
        let Some(o) = outlook(x, &at[0], y, &at[1], &self.speeds, h) else { return Verdict::Decided };
        if state == State::LetGo && o.low > -tol && o.high < tol {
            return Verdict::Decided;
        }
        let rests = state == State::LetGo && s.depth >= REST && m.gap.abs() <= tol && m.rate.abs() * h <= tol;
        let agrees = |end: &[Motion; 2]| {
            self.gap_at(pair, end).is_some_and(|g| g >= o.low - 16.0 * self.fine && g <= o.high + 16.0 * self.fine)
        };
        let trusted = short && (o.falling || o.rising) && agrees(&s.start) && agrees(&s.end);
        let last = rests || travel <= tol || self.ends(s);
        if !(trusted || last) {
            return Verdict::Halve;
        }
        let found = self.found.len();
        self.one_way(i, s);
        // a rim's place may have been another's for a moment, just when it closed: look closer
        let lost = round && state == State::Open && self.found.len() == found;
        if lost && !last && self.gap_at(pair, &s.end).is_some_and(|g| g <= 0.0) {
            self.follows[i].state = state;
            return Verdict::Halve;
        }
        Verdict::Decided
    }
}

/// The smallest length on which a pair's gap bends: thickness about points and lines, radius of rims.
fn roundness(x: &Primitive, y: &Primitive) -> f64 {
    let tube = |p: &Primitive| match p {
        Primitive::Point { radius, .. } | Primitive::Line { radius, .. } => radius.abs(),
        _ => 0.0,
    };
    let rim = |p: &Primitive| match p {
        Primitive::Circle { radius, .. } => radius.abs(),
        _ => f64::INFINITY,
    };
    let thick = tube(x) + tube(y);
    rim(x).min(rim(y)).min(if thick > 0.0 { thick } else { f64::INFINITY })
}
