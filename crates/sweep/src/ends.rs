//! What is certain of the ends of a piece: whether its lever vanishes there, and whether sliding runs into sticking.

use crate::arc::{Ahead, Arc, What};
use crate::form::Form;
use crate::numbers::Sign;
use crate::point::Recipe;
use crate::search::{angle, cos_sin};
use crate::trace::{On, Trace};
use crate::trajectory::{Limit, Piece};

impl Trace<'_> {
    /// What is certain of the lever of a contact that begins at the present point.
    pub fn lever_at_start(&self, on: &On) -> Limit {
        let judge = self.judge();
        if judge.world.boxed {
            return Limit::Plain; // no numbers are asked of a box
        }
        let lever = Form::Lever(on.arc.curve);
        let (c, s) = cos_sin(on.u, on.arc.chart);
        let vanishes = match judge.near_sign(lever, self.now.t, c, s) {
            Some(sign) => sign == Sign::Zero,
            None if on.met.contains(&on.arc.curve) && !self.landed_only(on) => {
                judge.sign(lever, &self.now) == Sign::Zero
            }
            // of a landing that is not a point by itself the numbers tell
            None => true,
        };
        if vanishes { Limit::Tangent } else { Limit::Plain }
    }

    /// The angle of an arc at the present time, with what would come first and what would be certain there.
    pub fn angle_at_end(&self, arc: &Arc, first: Option<&Ahead>, limit: Limit) -> f64 {
        let law = self.judge().world.law(arc.curve, arc.sigma, arc.dir == 0, self.stiffness);
        let time = self.now.t.mid();
        let from = self.since.1;
        match first {
            _ if arc.dir == 0 => from,
            Some(first) => {
                let piece = Piece {
                    start: self.since.0,
                    end: first.point.t.mid(),
                    theta_start: from,
                    theta_end: self.angle_near(&first.point, arc),
                    contact: None,
                    law: Some(law),
                    limits: [self.begun, limit],
                };
                piece.at(time).theta
            }
            None => {
                let to = angle(f64::from(arc.dir), arc.chart);
                let (r, n, ..) = law.geometry(time);
                let base = law.angle(r, n);
                let turns = libm::rint((0.5 * (from + to) - base) / std::f64::consts::TAU);
                (base + turns * std::f64::consts::TAU).clamp(from.min(to), from.max(to))
            }
        }
    }
}

/// What is certain of the lever where an arc ends.
pub(crate) fn ending(first: &[Ahead]) -> Limit {
    let locks = |ahead: &Ahead| ahead.what == What::Stick && matches!(ahead.point.recipe, Recipe::Mark { .. });
    if first.iter().any(locks) {
        Limit::Locked
    } else if first.iter().any(|ahead| ahead.what == What::Tangent) {
        Limit::Tangent
    } else {
        Limit::Plain
    }
}
