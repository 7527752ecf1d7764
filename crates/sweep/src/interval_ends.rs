//! What is certain of the ends of a piece: whether its lever vanishes there, and whether sliding runs into sticking.

use crate::arc::{Ahead, Arc, What};
use crate::chart::{angle, cos_sin};
use crate::curve::{Curve, Kind as CurveKind};
use crate::force::Touch;
use crate::form::Form;
use crate::lin::{cross, dot, minus};
use crate::numbers::{Rational, Sign};
use crate::point::{Point, PointConstruction};
use crate::tolerances::AT_HINGE;
use crate::trace_state::{Following, Trace};
use crate::trajectory::{Kind, Limit, Piece};
use mainspring_numerics::vec2::norm;

impl Trace<'_> {
    /// What is certain of the lever of a contact that begins at the present point.
    pub fn lever_at_start(&self, on: &Following) -> Limit {
        let predicates = self.predicates();
        if predicates.world.boxed {
            return Limit::Plain; // no numbers are asked of a box
        }
        let lever = Form::Lever(on.arc.curve);
        let (c, s) = cos_sin(on.u, on.arc.chart);
        let vanishes = match predicates.near_sign(lever, self.now.t, c, s) {
            Some(sign) => sign == Sign::Zero,
            None if on.met.contains(&on.arc.curve) && !self.landed_only(on) => {
                predicates.sign(lever, &self.now) == Sign::Zero
            }
            // of a landing that is not a point by itself the numbers tell
            None => true,
        };
        if vanishes { Limit::Tangent } else { Limit::Plain }
    }

    /// Whether a contact is a landing that is not a point by itself.
    pub fn landed_only(&self, on: &Following) -> bool {
        on.met.len() == 1 && self.events.last().is_some_and(|e| e.kind == Kind::Land)
    }

    /// What is certain where a contact goes on until the hinge is stopped: a corner that slides along an edge through the hinge
    /// up to the hinge has no lever left, and friction that grows as one over the way.
    pub fn ends_at_hinge(&self, arc: &Arc, kind: Kind) -> Limit {
        let world = self.predicates().world;
        if world.boxed || kind != Kind::JamHinge || world.drawn.friction == 0.0 {
            return Limit::Plain;
        }
        let law = world.law(arc.curve, arc.sigma, arc.dir == 0, self.stiffness);
        let ahead = law.ahead(self.time, 0.0);
        let reached = norm(ahead) <= AT_HINGE * world.scale.drawn(self.finder.reach);
        if matches!(law.touch, Touch::Edge { d: 0.0, .. }) && reached { Limit::Locked } else { Limit::Plain }
    }

    /// Whether curves through a point are one contact, told once or by several obstacles that coincide there.
    pub fn one_contact(&self, met: &[Curve]) -> bool {
        let world = self.predicates().world;
        let land = |j: u32| (world.land.exact(j), world.land.exact(world.land.next(j)));
        met.windows(2).all(|pair| {
            let [a, b] = [pair[0], pair[1]];
            let ((p, q), (x, y)) = (land(a.j), land(b.j));
            let (along, other) = (minus(q, p), minus(y, x));
            (a.kind, a.i) == (b.kind, b.i)
                && match a.kind {
                    CurveKind::A => p == x,
                    CurveKind::B => {
                        cross(&along, &other) == Rational::ZERO
                            && cross(&along, &minus(x, p)) == Rational::ZERO
                            && dot(&along, &other) > Rational::ZERO
                    }
                }
        })
    }

    /// The angle of a point on an arc, on the arc's turn.
    pub fn angle_near(&self, point: &Point, arc: &Arc) -> f64 {
        angle(point.place(arc.chart).mid(), arc.chart)
    }

    /// Whether a point of an arc is at θ = 0.
    pub fn is_relaxed(&self, point: &Point, arc: &Arc) -> bool {
        arc.chart == 0 && point.place(0).contains(0.0) && self.predicates().sign(Form::Sin, point) == Sign::Zero
    }

    /// The angle of an arc at the present time, with what would come first and what would be certain there.
    pub fn angle_at_end(&self, arc: &Arc, first: Option<&Ahead>, limit: Limit) -> f64 {
        let law = self.predicates().world.law(arc.curve, arc.sigma, arc.dir == 0, self.stiffness);
        let time = self.time;
        let from = self.since.1;
        match first {
            _ if arc.dir == 0 => from,
            // after a long way what comes next is less well known than the way itself
            Some(first) if !self.is_far() => {
                let piece = Piece {
                    start: self.since.0,
                    end: first.point.t.mid(),
                    theta_start: from,
                    theta_end: self.angle_near(&first.point, arc),
                    contact: None,
                    law: Some(law),
                    limits: [self.begun, limit],
                    late: [self.begun_late, 0.0],
                };
                piece.at(time).theta
            }
            _ => {
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
    let locks =
        |ahead: &Ahead| ahead.what == What::Stick && matches!(ahead.point.construction, PointConstruction::Mark { .. });
    if first.iter().any(locks) {
        Limit::Locked
    } else if first.iter().any(|ahead| ahead.what == What::Tangent) {
        Limit::Tangent
    } else {
        Limit::Plain
    }
}
