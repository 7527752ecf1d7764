//! What follows a point in the usual cases, read off signs at the point itself.
//!
//! The free part of the (t, θ) plane lies on the left of its outline. Followed towards later times a floor has it above, so
//! where a floor ends, the next arc of the outline is a floor if it leads on and a ceiling if it leads back: the sign of its
//! lever tells whether the pawl is handed on. If it leads back the pawl is let go, or, where floor and ceiling close in on
//! each other, there is no room. Which arc is next is plain where nothing else happens there:
//!
//! - a convex corner of the pawl meets a convex corner of an obstacle: the normals that both allow are a range, and of the four
//!   curves that end there just those at the two ends of the range fit, the one followed and the next; each alone would stop the
//!   pawl, so the corner is blocked from inside and a ceiling lets go;
//! - an edge of the pawl lies on an edge of an obstacle: of the four curves through it just those at the two ends of what the
//!   edges share fit; both must be free, so a ceiling leaves no room where the edges come nearer to each other;
//! - another curve is crossed: it takes over, or leaves no room.
//!
//! Whatever intervals leave open here, and whatever comes together, is left to [`crate::degenerate_transitions`].

use crate::arc::{Ahead, Arc, What, sign};
use crate::curve::{Curve, around_edges, around_vertices};
use crate::form::Form;
use crate::numbers::{Ball, Enclosure, Interval, Sign};
use crate::point::{ExactPredicates, Point, PointConstruction};
use crate::trajectory::Kind;
use crate::world_number::Number;

/// What follows.
pub(crate) enum SimpleTransition {
    /// Another arc, and what the change is called.
    Follow(Arc, Kind),
    /// The pawl is let go.
    Fall,
    /// A curve of the other side leaves no room.
    Jam(Curve),
}

/// What follows at θ = 0.
pub(crate) enum AtZero {
    /// The pawl stays there.
    Free,
    /// It is pushed aside.
    Follow(Arc),
}

impl ExactPredicates<'_> {
    /// What follows where an arc comes to the one thing ahead of it; `met` are all curves that touch there.
    pub fn simple_transition(
        &self,
        point: &Point,
        arc: &Arc,
        best: &[Ahead],
        met: &[Curve],
    ) -> Option<SimpleTransition> {
        let [ahead] = best else { return None };
        if !self.by_signs() {
            return None;
        }
        let next = match (ahead.what, &ahead.point.construction) {
            (What::Cross(b), _) => {
                let only = met.len() == 2 && met.contains(&arc.curve) && met.contains(&b);
                return if only && self.fits(b, point)? { self.crossed(point, arc, b) } else { None };
            }
            (What::Meet, PointConstruction::Meet { i, j }) => {
                let around = around_vertices(self.world, *i, *j);
                self.other(point, arc.curve, &around, met, Form::Orientation)?
            }
            (What::Align, PointConstruction::Align { i, j, .. }) => {
                let around = around_edges(self.world, *i, *j);
                self.other(point, arc.curve, &around, met, Form::Place)?
            }
            _ => return None,
        };
        let lever = self.strict(Form::Lever(next), point)?;
        if lever != sign(arc.sigma) {
            let closes = ahead.what == What::Align && self.strict(Form::Rate(next), point)? == Sign::Minus;
            return Some(if closes { SimpleTransition::Jam(next) } else { SimpleTransition::Fall });
        }
        let kind =
            if self.steeper(point, arc.curve, next)? == lever { Kind::SlideCollision } else { Kind::ContactChange };
        Some(SimpleTransition::Follow(self.along(point, arc, next)?, kind))
    }

    /// What follows at θ = 0 where everything that touches goes, or everything comes and pushes to one side: then the steepest is
    /// followed. Otherwise nothing is reported.
    pub fn simple_transition_at_zero(&self, point: &Point, met: &[Curve]) -> Option<AtZero> {
        let (&first, others) = met.split_first()?;
        if !self.by_signs() {
            return None;
        }
        let rate = self.strict(Form::Rate(first), point)?;
        for &curve in others {
            if self.strict(Form::Rate(curve), point)? != rate {
                return None;
            }
        }
        if rate == Sign::Plus {
            return Some(AtZero::Free);
        }
        let side = self.strict(Form::Lever(first), point)?;
        let mut steepest = first;
        for &curve in met {
            if !self.fits(curve, point)? || self.strict(Form::Lever(curve), point)? != side {
                return None;
            }
            if curve != steepest && self.steeper(point, steepest, curve)? == side {
                steepest = curve;
            }
        }
        let sigma = side.number() as i8;
        Some(AtZero::Follow(Arc { curve: steepest, sigma, chart: 0, dir: sigma }))
    }

    /// Whether signs at a point are asked first. Over a box they hold in every world, and prove that there is no room, which
    /// looking around the point in all worlds at once never does.
    fn by_signs(&self) -> bool {
        self.quick() || self.world.boxed
    }

    /// Another curve crossed from its free side.
    fn crossed(&self, point: &Point, arc: &Arc, b: Curve) -> Option<SimpleTransition> {
        // the gap of the other closes along the arc
        if self.steeper(point, arc.curve, b)? != sign(arc.sigma) {
            return None;
        }
        if self.strict(Form::Lever(b), point)? != sign(arc.sigma) {
            return Some(SimpleTransition::Jam(b));
        }
        Some(SimpleTransition::Follow(self.along(point, arc, b)?, Kind::SlideCollision))
    }

    /// The arc of a curve that takes over from another at a point.
    fn along(&self, point: &Point, arc: &Arc, curve: Curve) -> Option<Arc> {
        let rate = self.near_sign(Form::Rate(curve), point.t, point.c, point.s)?;
        let dir = -(rate.number() as i8) * arc.sigma;
        let u = point.place(arc.chart);
        // not where it goes on in the next chart
        let inside = if dir > 0 { u.hi < 1.0 } else { u.lo > -1.0 };
        inside.then_some(Arc { curve, dir, ..*arc })
    }

    /// Of four curves through a point the one besides the curve followed for which two conditions hold, if it is the only one
    /// and all of it is certain.
    fn other(
        &self,
        point: &Point,
        followed: Curve,
        around: &[Curve; 4],
        met: &[Curve],
        condition: impl Fn(Curve, usize) -> Form,
    ) -> Option<Curve> {
        if !met.iter().all(|c| around.contains(c)) || !around.iter().all(|c| c.exists(self.world)) {
            return None;
        }
        let mut next = None;
        let mut follows = false;
        for &curve in around {
            let first = self.strict(condition(curve, 0), point)?;
            if first == Sign::Minus || self.strict(condition(curve, 1), point)? == Sign::Minus {
                continue;
            }
            if curve == followed {
                follows = true;
            } else if next.replace(curve).is_some() {
                return None;
            }
        }
        next.filter(|_| follows)
    }

    /// Whether a pair of features can touch at a point and a little around it, where that is certain.
    fn fits(&self, curve: Curve, point: &Point) -> Option<bool> {
        for form in
            [Form::Orientation(curve, 0), Form::Orientation(curve, 1), Form::Place(curve, 0), Form::Place(curve, 1)]
        {
            if self.strict(form, point)? == Sign::Minus {
                return Some(false);
            }
        }
        Some(true)
    }

    /// The sign of a form at a point where it is certain and not zero.
    fn strict(&self, form: Form, point: &Point) -> Option<Sign> {
        self.near_sign(form, point.t, point.c, point.s).filter(|sign| *sign != Sign::Zero)
    }

    /// The sign of (∂a/∂t) ℓ_b − (∂b/∂t) ℓ_a at a point, where it is certain and not zero: that of dθ/dt on b less that on a
    /// if both levers have one sign, and against the sign of ℓ_a whether the gap of b opens along a.
    fn steeper(&self, point: &Point, a: Curve, b: Curve) -> Option<Sign> {
        if self.world.boxed { self.steeper_by::<Interval>(point, a, b) } else { self.steeper_by::<Ball>(point, a, b) }
    }

    fn steeper_by<R: Enclosure + Number>(&self, point: &Point, a: Curve, b: Curve) -> Option<Sign> {
        let [t, c, s] = [point.t, point.c, point.s].map(R::enclosing);
        let parts = |curve: Curve| {
            let f = curve.gap::<R>(self.world);
            let lever = f.s[0].add(&f.s[1].mul(&t)).mul(&c).sub(&f.c[0].add(&f.c[1].mul(&t)).mul(&s));
            (f.c[1].mul(&c).add(&f.s[1].mul(&s)).add(&f.k[1]), lever)
        };
        let ((rate_a, lever_a), (rate_b, lever_b)) = (parts(a), parts(b));
        rate_a.mul(&lever_b).sub(&rate_b.mul(&lever_a)).sign().filter(|sign| *sign != Sign::Zero)
    }
}
