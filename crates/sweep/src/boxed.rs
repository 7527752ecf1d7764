//! Decisions for many worlds at once: what all worlds of a box agree on, or doubt.
//!
//! A boxed world has ranges for coordinates instead of numbers. The tracer's questions are then answered by intervals alone,
//! and an answer that they give holds in every world of the box. Where they give none there is nothing exact to ask,
//! so the judge notes a doubt and the trace is void. A trace that ends without a doubt is the trace of every world.

use crate::arc::Ahead;
use crate::curve::Curve;
use crate::numbers::{Interval, Sign};
use crate::point::{Form, Judge};

/// A stretch of a motion in every world of a box.
#[derive(Clone, Debug)]
pub(crate) struct Span {
    pub start: Interval,
    pub end: Interval,
    /// Curve and sign of the lever, or free at θ = 0.
    pub on: Option<(Curve, i8)>,
    /// An angle of the stretch, rad.
    pub near: f64,
}

impl Judge<'_> {
    /// Over a box there is no exact answer to fall back on: notes the doubt and tells to go on with any answer, since
    /// all that follows is void.
    pub fn unsure(&self) -> bool {
        if self.world.boxed {
            self.doubt.set(true);
        }
        self.world.boxed
    }

    /// Whether all of some conditions hold. Over a box, one that surely fails outweighs doubts about the others.
    pub fn all(&self, conditions: &[&dyn Fn() -> bool]) -> bool {
        if !self.world.boxed {
            return conditions.iter().all(|holds| holds());
        }
        let before = self.doubt.get();
        let mut doubt = before;
        for holds in conditions {
            self.doubt.set(false);
            let fails = !holds();
            if self.doubt.get() {
                doubt = true;
            } else if fails {
                self.doubt.set(before);
                return false;
            }
        }
        self.doubt.set(doubt);
        true
    }

    /// Whether all that may come first is one point in every world, and known well enough to go there.
    pub fn settled(&self, best: &[Ahead]) -> bool {
        if !self.world.boxed {
            return true;
        }
        for ahead in best {
            if !ahead.point.t.is_finite() {
                self.unsure();
            }
            self.order(&ahead.point, &best[0].point);
        }
        !self.doubt.get()
    }

    /// Whether a contact at a time and angle of every world cannot slide.
    pub fn sticks_in_box(&self, curve: Curve, sigma: i8, t: Interval, [c, s]: [Interval; 2]) -> bool {
        let slides = |epsilon: i8| self.near_sign(Form::Slide { on: curve, sigma, epsilon }, t, c, s);
        match self.near_sign(Form::Leading(curve), t, c, s).map(|sign| sign.number() as i8) {
            Some(epsilon) if epsilon != 0 => match slides(epsilon) {
                Some(slide) => slide != Sign::Plus,
                None => self.unsure(),
            },
            _ if slides(1) == Some(Sign::Plus) && slides(-1) == Some(Sign::Plus) => false,
            _ => self.unsure(),
        }
    }
}
