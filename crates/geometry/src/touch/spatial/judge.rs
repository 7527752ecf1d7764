//! What a pair of features in space can do within a stretch of a path.
//!
//! The distance between two bounded pieces changes no faster than the bodies close, so a pair whose pieces are further
//! apart at the middle of a stretch than half of it can bring them has no contact in it: a true bound, whatever lines and
//! rims do. The same holds for the gap itself while its place stays inside the extents. Only which way a gap goes once
//! the two are near is told by an estimate: its second derivative at the middle, four times over, with the bodies'
//! accelerations.

use super::{Shell, clearance, margin};
use crate::touch::jet::cross;
use crate::touch::outlook::outlook;
use crate::touch::scan::{REST, Scan, State, Stretch, Verdict};
use crate::touch::spatial::piece::{minus, norm, plus};
use crate::touch::{Motion, meet};

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
        if clearance(a, &at[0], b, &at[1], pair) > travel {
            self.follows[i].state = self.state_at(pair, &s.end, state);
            return Verdict::Decided;
        }
        let (x, y) = (&a.features()[pair.a as usize].primitive, &b.features()[pair.b as usize].primitive);
        let Some(m) = meet(x, &at[0], y, &at[1]) else {
            // edges that run parallel all the time leave the contact to their corners
            let never = self.gap_at(pair, &s.start).is_none() && self.gap_at(pair, &s.end).is_none();
            return if never || s.depth >= REST || self.ends(s) { Verdict::Decided } else { Verdict::Halve };
        };
        let sliding = |of: &Motion| {
            let arm = minus(m.point, of.position);
            norm(minus(m.point_rate, plus(of.velocity, 1.0, cross(of.spin, arm))))
        };
        let drift = 4.0 * (sliding(&at[0]) + sliding(&at[1])) + self.closing;
        let inside = margin(a, &at[0], b, &at[1], pair);
        let beyond = inside + drift * h < -tol;
        if beyond || (inside - drift * h > 0.0 && m.gap.abs() > travel) {
            self.follows[i].state = self.state_at(pair, &s.end, state);
            return Verdict::Decided;
        }
        let Some(o) = outlook(x, &at[0], y, &at[1], &self.speeds, h) else { return Verdict::Decided };
        if state == State::LetGo && o.low > -tol && o.high < tol {
            return Verdict::Decided;
        }
        let rests = state == State::LetGo && s.depth >= REST && m.gap.abs() <= tol && m.rate.abs() * h <= tol;
        if o.falling || o.rising || rests || self.ends(s) {
            self.one_way(i, s);
            return Verdict::Decided;
        }
        Verdict::Halve
    }
}
