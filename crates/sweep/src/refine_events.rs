//! Angles of events after long ways.
//!
//! A time is known to its bracket, and at best to its last place. Far along the way that is a longer piece of it, and shows in the
//! angle of a small pawl. What happens at an event says more: that two corners meet, two contacts share an angle, a lever
//! vanishes. From places relative to the hinge at the rounded time, which are exact, steps of Newton's give what the time left
//! over, and the angle to its last places. Nothing is decided by it.

use std::cmp::Ordering;

use crate::arc::{Ahead, Arc, What};
use crate::curve::{Curve, Kind};
use crate::force::{Law, Touch};
use crate::numbers::to_f64;
use crate::point::{Point, PointConstruction};
use crate::tolerances::{LATE, LONG_WAY, SMALL_CHANGE, STEEP_LEVER};
use crate::trace_state::{Limit, Trace};
use mainspring_numerics::vec2::{cross, dot, norm};

/// Steps of Newton's: brackets of roots may be wide.
const STEPS: usize = 3;

/// The angle of a contact and its rate with the obstacle's vertex at a place from the hinge; the angle on the turn of another.
fn turned(law: &Law, ahead: [f64; 2], near: f64) -> (f64, f64) {
    let (r, n, l, _) = law.geometry_of(ahead);
    let base = law.angle(r, n);
    let theta = base + std::f64::consts::TAU * libm::rint((near - base) / std::f64::consts::TAU);
    (theta, -dot(law.velocity, n) / l)
}

/// The angle where the lever vanishes: the normal points from the contact to the hinge, or away from it.
fn upright(law: &Law, ahead: [f64; 2], near: f64) -> f64 {
    let (r, n) = match law.touch {
        Touch::Vertex { q, n } => {
            let h = norm(q).copysign(-dot(ahead, n));
            ([-h * n[0], -h * n[1]], n)
        }
        Touch::Edge { d, .. } => (ahead, law.normal_of_edge(ahead, 0.0, d)),
    };
    let base = law.angle(r, n);
    base + std::f64::consts::TAU * libm::rint((near - base) / std::f64::consts::TAU)
}

impl Trace<'_> {
    /// Whether the present time is so late that its last place shows in angles.
    pub fn is_far(&self) -> bool {
        let world = self.predicates().world;
        let v = [world.velocity_near[0].mid(), world.velocity_near[1].mid()];
        !world.boxed && self.now.t.mid().abs() * norm(v) > LONG_WAY * self.finder.reach
    }

    fn law(&self, curve: Curve, sigma: i8) -> Law {
        self.predicates().world.law(curve, sigma, false, self.stiffness)
    }

    /// At the end of an arc, with what happens there: the angle, the time and what is left of it.
    pub fn refine_event(&mut self, arc: &Arc, first: &[Ahead]) {
        if !self.is_far() {
            return;
        }
        if arc.dir == 0 {
            // the angle has not changed
            self.theta = self.since.1;
            return;
        }
        let law = self.law(arc.curve, arc.sigma);
        for _ in 0..STEPS {
            let Some((theta, late)) = self.newton(&law, first) else { return };
            self.theta = theta;
            self.move_on(late);
        }
    }

    /// Whether a point is where the motion ends: what happens there has the time of the end, and lasts no last place of it.
    pub fn is_end(&self, point: &Point, limit: &Limit<'_>) -> bool {
        let close = (point.t.mid() - limit.time).abs() <= 8.0 * f64::EPSILON * limit.time.abs();
        close && !self.predicates().world.boxed && self.predicates().order(point, limit.point) == Ordering::Equal
    }

    /// A time that rounding puts neither before what went before nor after the end.
    pub fn in_order(&self, time: f64) -> f64 {
        time.min(self.last).max(self.since.0)
    }

    /// Takes up what is left of the time, as far as its last place.
    fn move_on(&mut self, late: f64) {
        let time = self.in_order(self.time + late);
        (self.time, self.late) = (time, late - (time - self.time));
    }

    /// The angle of an event at the end of an arc, and what is left of the time.
    fn newton(&self, law: &Law, first: &[Ahead]) -> Option<(f64, f64)> {
        let time = self.time;
        let ahead = law.ahead(time, 0.0);
        let (here, rate) = turned(law, ahead, self.theta);
        // next to a vanishing lever an angle from a place loses half of its digits
        let steep = law.geometry_of(ahead).2.abs() < STEEP_LEVER * norm(ahead);
        if steep && first.iter().all(|event| matches!(event.what, What::Cross(_) | What::Stick | What::Chart)) {
            return first.iter().find_map(|event| self.angle_of_other(event)).map(|theta| (theta, 0.0));
        }
        let aligned = first.iter().find_map(|event| self.aligned(event));
        let known = if first.iter().any(|event| event.what == What::Zero) { Some(0.0) } else { aligned };
        let found = first.iter().find_map(|event| match event.what {
            // |w − p| = |q|
            What::Meet => {
                let PointConstruction::Meet { i, j } = event.point.construction else { return None };
                let (to, q) = (self.law(Curve { kind: Kind::B, i, j }, 1), self.corner(i));
                Some(until_far(law, to.ahead(time, 0.0), norm(q)))
            }
            What::Tangent | What::Stick => self.until_lever(law, ahead, event),
            // the angle is that of an edge, or zero
            What::Align | What::Zero => known.map(|theta| (theta - here) / rate),
            What::Cross(other) => self.until_cross(other, (here, rate)),
            What::Chart => None,
        })?;
        // a corner that is met in passing tells nothing of the time
        let late = if found.abs() <= LATE * (1.0 + time.abs()) { found } else { 0.0 };
        let met = first.iter().find_map(|event| self.met_at(event, late));
        let tangent = first.iter().any(|event| event.what == What::Tangent);
        let theta = match known.or(met) {
            Some(theta) => theta,
            None if tangent => upright(law, law.ahead(time, late), self.theta),
            None => turned(law, law.ahead(time, late), self.theta).0,
        };
        ((theta - self.theta).abs() <= SMALL_CHANGE).then_some((theta, late))
    }

    /// At the start of a contact from zero: the time and what is left of it.
    pub fn refine_collision(&mut self, curve: Curve, sigma: i8) {
        if self.theta != 0.0 || !self.is_far() {
            return;
        }
        let law = self.law(curve, sigma);
        for _ in 0..STEPS {
            let (here, rate) = turned(&law, law.ahead(self.time, 0.0), 0.0);
            let late = -here / rate;
            if here.abs() <= SMALL_CHANGE && late.is_finite() {
                self.move_on(late);
            }
        }
    }

    /// Where a fall has ended, at the time and what was left of it.
    pub fn refined_landing(&self, curve: Curve, sigma: i8, seen: f64) -> f64 {
        if !self.is_far() {
            return seen;
        }
        let law = self.law(curve, sigma);
        let (theta, _) = turned(&law, law.ahead(self.time, self.late), seen);
        if (theta - seen).abs() <= SMALL_CHANGE { theta } else { seen }
    }

    /// The angle at which an edge of the pawl lies on one of the obstacles: their outward normals are opposite.
    fn aligned(&self, event: &Ahead) -> Option<f64> {
        let PointConstruction::Align { i, j, .. } = event.point.construction else { return None };
        let (n, m) = (self.predicates().world.pawl.unit_outward(i), self.predicates().world.land.unit_outward(j));
        let base = libm::atan2(-cross(n, m), -dot(n, m));
        Some(base + std::f64::consts::TAU * libm::rint((self.theta - base) / std::f64::consts::TAU))
    }

    /// The angle at which a corner of the pawl is at one of the obstacles.
    fn met_at(&self, event: &Ahead, late: f64) -> Option<f64> {
        let PointConstruction::Meet { i, j } = event.point.construction else { return None };
        let q = self.corner(i);
        let r = self.law(Curve { kind: Kind::B, i, j }, 1).ahead(self.time, late);
        let base = libm::atan2(cross(q, r), dot(q, r));
        Some(base + std::f64::consts::TAU * libm::rint((self.theta - base) / std::f64::consts::TAU))
    }

    /// A corner of the pawl in numbers of the drawing.
    fn corner(&self, i: u32) -> [f64; 2] {
        self.predicates().world.pawl.drawn(i, &self.predicates().world.scale)
    }

    /// Until a lever is what it is at a tangency or where nothing slides: |h| = ρ, or |h| = ρ/√(1 + μ²); on an edge |r| = |d|
    /// times that root.
    fn until_lever(&self, law: &Law, ahead: [f64; 2], event: &Ahead) -> Option<f64> {
        let PointConstruction::Mark { rough, .. } = event.point.construction else { return None };
        let mu = if rough { to_f64(&self.predicates().world.friction) } else { 0.0 };
        let root = (1.0 + mu * mu).sqrt();
        match law.touch {
            Touch::Vertex { q, n } => {
                let h = -dot(ahead, n);
                Some(((norm(q) / root).copysign(h) - h) / dot(law.velocity, n))
            }
            Touch::Edge { d, .. } => Some(until_far(law, ahead, d.abs() * root)),
        }
    }

    /// The angle of another contact that is met, if its lever does not vanish.
    fn angle_of_other(&self, event: &Ahead) -> Option<f64> {
        let What::Cross(other) = event.what else { return None };
        let laws = [1, -1].map(|sigma| self.law(other, sigma));
        let near = laws.iter().map(|law| {
            let ahead = law.ahead(self.time, 0.0);
            (turned(law, ahead, self.theta).0, law.geometry_of(ahead).2.abs() / norm(ahead))
        });
        let found = near.filter(|(theta, lever)| (theta - self.theta).abs() <= SMALL_CHANGE && *lever > STEEP_LEVER);
        found.map(|(theta, _)| theta).next()
    }

    /// Until another contact has the same angle.
    fn until_cross(&self, other: Curve, (here, rate): (f64, f64)) -> Option<f64> {
        let time = self.time;
        let both = [1, -1].map(|sigma| {
            let law = self.law(other, sigma);
            turned(&law, law.ahead(time, 0.0), here)
        });
        let (there, its_rate) = if (both[0].0 - here).abs() <= (both[1].0 - here).abs() { both[0] } else { both[1] };
        ((there - here).abs() <= SMALL_CHANGE && its_rate != rate).then(|| (there - here) / (rate - its_rate))
    }
}

/// How long until the obstacle's vertex is at a distance from the hinge: a step of Newton's from beside it.
fn until_far(law: &Law, ahead: [f64; 2], far: f64) -> f64 {
    let now = norm(ahead);
    (now - far) * (now + far) / (2.0 * dot(law.velocity, ahead))
}
