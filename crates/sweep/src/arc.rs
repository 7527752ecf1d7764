//! Arcs of curves, monotone in time and angle, and what ends them by themselves.

use std::cmp::Ordering;

use crate::curve::{Curve, Kind};
use crate::form::Form;
use crate::numbers::{Algebraic, Ball, Interval, Rational, Sign};
use crate::numbers::{Bracket, Brackets, Certainty, quadratic, roots_in};
use crate::point::{ExactPredicates, Point, PointConstruction};
use crate::tolerances::RANGE_SLACK;
use crate::world_number::Number;

/// The piece of a curve the state follows: a floor for σ = +1, a ceiling for σ = −1, within one chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Arc {
    pub curve: Curve,
    /// Sign of the lever.
    pub sigma: i8,
    /// The angle is kπ + 2 atan u.
    pub chart: i32,
    /// Sign of dθ/dt; 0 for a curve that stays at one angle.
    pub dir: i8,
}

/// What happens at a point of an arc.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum What {
    /// Two vertices meet.
    Meet,
    /// Two edges lie on each other.
    Align,
    /// The lever vanishes.
    Tangent,
    /// Nothing can slide from here on.
    Stick,
    /// u leaves [−1, 1].
    Chart,
    /// The spring is relaxed.
    Zero,
    /// Another curve is met.
    Cross(Curve),
}

/// Something ahead.
#[derive(Clone, Debug)]
pub(crate) struct Ahead {
    pub point: Point,
    pub what: What,
}

impl ExactPredicates<'_> {
    /// All points of a construction with x in a closed range, ascending; `None` where every x is one.
    pub fn points(&self, construction: &PointConstruction, lo: f64, hi: f64) -> Option<Vec<Point>> {
        let mut found = Brackets::default();
        if (self.quick() && roots_in(&construction.poly::<Ball>(self.world), lo, hi, &mut found) == Certainty::Certain)
            || roots_in(&construction.poly::<Interval>(self.world), lo, hi, &mut found) == Certainty::Certain
        {
            self.count(|c| c.filtered += 1);
            return Some(
                found.iter().map(|b: &Bracket| self.point(construction.clone(), Interval::new(b.lo, b.hi))).collect(),
            );
        }
        if self.unsure() {
            return None;
        }
        self.exact_points(construction, Some((lo, hi)))
    }

    /// All points of a construction whose x is the time.
    pub fn all_points(&self, construction: &PointConstruction) -> Option<Vec<Point>> {
        self.points_since(construction, f64::NEG_INFINITY)
    }

    /// The points of a construction whose x is the time, but for those surely before a time.
    pub fn points_since(&self, construction: &PointConstruction, since: f64) -> Option<Vec<Point>> {
        if self.world.boxed {
            let times = self.times_in_box(construction)?;
            return Some(times.into_iter().map(|t| self.point(construction.clone(), t)).collect());
        }
        let mut found = Brackets::default();
        if (self.quick() && quadratic(&construction.poly::<Ball>(self.world), &mut found) == Certainty::Certain)
            || quadratic(&construction.poly::<Interval>(self.world), &mut found) == Certainty::Certain
        {
            self.count(|c| c.filtered += 1);
            return Some(
                found
                    .iter()
                    .filter(|b| b.hi >= since)
                    .map(|b| self.point(construction.clone(), Interval::new(b.lo, b.hi)))
                    .collect(),
            );
        }
        if self.unsure() {
            return None;
        }
        self.exact_points(construction, None)
    }

    fn exact_points(&self, construction: &PointConstruction, range: Option<(f64, f64)>) -> Option<Vec<Point>> {
        self.count(|c| c.exact += 1);
        let poly = construction.poly::<Rational>(self.world);
        if poly.coefficients().iter().all(|c| *c == Rational::ZERO) {
            return None;
        }
        let roots = match range {
            Some((lo, hi)) => Algebraic::roots(&poly, &crate::numbers::rational(lo), &crate::numbers::rational(hi)),
            None => Algebraic::all_roots(&poly),
        };
        Some(roots.into_iter().map(|x| self.of_algebraic(construction.clone(), x)).collect())
    }

    /// Whether a pair of features can touch at a point that lies on its curve.
    pub fn applies(&self, curve: Curve, point: &Point) -> bool {
        let holds = |form: Form| self.sign(form, point) != Sign::Minus;
        self.all(&[
            &|| holds(Form::Orientation(curve, 0)),
            &|| holds(Form::Place(curve, 0)),
            &|| holds(Form::Orientation(curve, 1)),
            &|| holds(Form::Place(curve, 1)),
        ])
    }

    /// Everything that ends the arc or changes its chart after `now`, in no order.
    ///
    /// `u` encloses the place of `now` in the arc's chart; `rough` asks for sticking too.
    pub fn own(&self, arc: &Arc, now: &Point, u: Interval, rough: bool, out: &mut Vec<Ahead>) {
        let after = |point: &Point| self.order(point, now) == Ordering::Greater;
        let curve = arc.curve;
        let sigma = sign(arc.sigma);
        for (i, j) in self.places(curve) {
            for point in self.points_since(&PointConstruction::Meet { i, j }, now.t.lo).into_iter().flatten() {
                let on_branch = || {
                    let lever = self.sign(Form::Lever(curve), &point);
                    lever == sigma || lever == Sign::Zero
                };
                let near = || arc.dir != 0 || self.near_flat(arc, u, &point);
                if self.all(&[&|| after(&point), &on_branch, &near]) {
                    out.push(Ahead { point, what: What::Meet });
                }
            }
        }
        if arc.dir == 0 {
            self.own_of_flat(arc, now, u, rough, out);
            return;
        }
        let ahead = |x: Interval| if arc.dir > 0 { x.hi >= u.lo } else { x.lo <= u.hi };
        // time goes with u: what lies beyond a meeting of corners comes later
        let edge = self.edge_of_chart(0);
        let mut last = if arc.dir > 0 { edge } else { -edge };
        for met in out.iter().filter(|_| !self.world.boxed) {
            // one in another chart shows as a place behind, or beyond the edge
            let x = met.point.place(arc.chart);
            if arc.dir > 0 && x.lo >= u.lo {
                last = last.min(x.hi);
            } else if arc.dir < 0 && x.hi <= u.hi {
                last = last.max(x.lo);
            }
        }
        // over a box the start itself may be a root: not at the end of the range
        let pad = if self.world.boxed { u.width() + RANGE_SLACK } else { 0.0 };
        let (lo, hi) = if arc.dir > 0 { (u.lo - pad, last + pad) } else { (last - pad, u.hi + pad) };
        let reached = |x: f64| if arc.dir > 0 { x <= last } else { x >= last };
        for (i, j) in self.alignments(curve) {
            let construction = PointConstruction::Align { i, j, on: curve, chart: arc.chart };
            if self.lasts(j) {
                continue; // only a curve that stays at this angle reaches it
            }
            for point in self.points(&construction, lo, hi).into_iter().flatten() {
                let on_branch = || self.sign(Form::Lever(curve), &point) == sigma;
                if ahead(point.x) && self.all(&[&|| after(&point), &on_branch]) {
                    out.push(Ahead { point, what: What::Align });
                }
            }
        }
        let turn = |at: i8| {
            let x = Interval::point(f64::from(at));
            self.point(PointConstruction::Turn { on: curve, u: at, chart: arc.chart }, x)
        };
        let level =
            || self.near_sign(Form::Rate(curve), Interval::ZERO, Interval::ONE, Interval::ZERO) == Some(Sign::Zero);
        let comes = reached(0.0) && if arc.dir > 0 { u.lo < 0.0 } else { u.hi > 0.0 };
        if arc.chart == 0 && comes && (self.world.boxed || !level()) {
            let point = turn(0);
            // over a box a curve level at zero must be known not to reach it
            let reaches = || !self.world.boxed || self.sign(Form::Rate(curve), &point) != Sign::Zero;
            let on_branch = || self.sign(Form::Lever(curve), &point) == sigma;
            if self.all(&[&reaches, &on_branch, &|| after(&point)]) {
                out.push(Ahead { point, what: What::Zero });
            }
        }
        // the rate does not vanish on an arc that is not flat, but it may at u = ±1 on another branch
        let sine = Interval::point(f64::from(arc.dir) * if arc.chart.rem_euclid(2) == 1 { -1.0 } else { 1.0 });
        if reached(f64::from(arc.dir))
            && self.near_sign(Form::Rate(curve), Interval::ZERO, Interval::ZERO, sine) != Some(Sign::Zero)
        {
            let point_at = turn(arc.dir);
            if self.all(&[
                &|| self.sign(Form::Rate(curve), &point_at) != Sign::Zero,
                &|| self.sign(Form::Lever(curve), &point_at) == sigma,
                &|| after(&point_at),
            ]) {
                out.push(Ahead { point: point_at, what: What::Chart });
            }
        }
        if curve.kind == Kind::A && self.sign(Form::Height(curve), now) == Sign::Zero {
            return; // an edge through the hinge has no tangency and never sticks
        }
        for point in self
            .points_since(&PointConstruction::Mark { on: curve, rough: false, zeta: 0 }, now.t.lo)
            .into_iter()
            .flatten()
        {
            if after(&point) {
                out.push(Ahead { point, what: What::Tangent });
            }
        }
        if rough {
            self.sticking(arc, now, u, out);
        }
    }

    fn own_of_flat(&self, arc: &Arc, now: &Point, u: Interval, rough: bool, out: &mut Vec<Ahead>) {
        if arc.curve.kind == Kind::B {
            return; // lever, height and speed of sliding stay as they are
        }
        // the vertex passes the foot of the hinge on the pawl's edge
        let foot = PointConstruction::Foot { on: arc.curve, chart: arc.chart };
        for point in self.points(&foot, -1.0, 1.0).into_iter().flatten() {
            if self.near_flat(arc, u, &point) && self.order(&point, now) == Ordering::Greater {
                out.push(Ahead { point, what: What::Tangent });
            }
        }
        if rough && self.sign(Form::Height(arc.curve), now) != Sign::Zero {
            self.marks(arc, now, out, |point| self.near_flat(arc, u, point));
        }
    }

    /// Whether a point can be at the angle a flat arc stays at.
    fn near_flat(&self, arc: &Arc, u: Interval, point: &Point) -> bool {
        let below = Interval::ONE + u.sqr();
        let parity = if arc.chart.rem_euclid(2) == 1 { -1.0 } else { 1.0 };
        let c = (Interval::ONE - u.sqr()).div(below).scale(parity);
        let s = u.scale(2.0 * parity).div(below);
        let meets = |a: Interval, b: Interval| a.lo <= b.hi + RANGE_SLACK && b.lo <= a.hi + RANGE_SLACK;
        meets(c, point.c) && meets(s, point.s)
    }

    /// Where sliding ends: where |ℓ| falls to μ|h| with the motion pressing along the lever, or where sliding would turn
    /// back while |ℓ| ≤ μ|h|.
    fn sticking(&self, arc: &Arc, now: &Point, u: Interval, out: &mut Vec<Ahead>) {
        let curve = arc.curve;
        self.marks(arc, now, out, |_| true);
        let height = |point: &Point| self.sign(Form::Height(curve), point);
        match curve.kind {
            Kind::A => {
                // v · r only falls in time, so sticking is entered where the hinge lies outside the edge
                if height(now) != Sign::Minus {
                    return;
                }
                for point in self
                    .points(&PointConstruction::Foot { on: curve, chart: arc.chart }, -1.0, 1.0)
                    .into_iter()
                    .flatten()
                {
                    let slide = Form::Slide { on: curve, sigma: arc.sigma, epsilon: -1 };
                    if self.all(&[
                        &|| self.sign(Form::Lever(curve), &point) == sign(arc.sigma),
                        &|| self.sign(slide, &point) != Sign::Plus,
                        &|| self.order(&point, now) == Ordering::Greater,
                    ]) {
                        out.push(Ahead { point, what: What::Stick });
                    }
                }
            }
            Kind::B => {
                let edge = self.edge_of_chart(0);
                let (lo, hi) = if arc.dir > 0 { (u.lo, edge) } else { (-edge, u.hi) };
                let construction = PointConstruction::Reverse { on: curve, chart: arc.chart };
                for point in self.points(&construction, lo, hi).into_iter().flatten() {
                    let presses = || {
                        let turning = self.sign(Form::Swing(curve), &point).times(sign(arc.dir));
                        turning.times(height(&point)) == Sign::Plus
                    };
                    let inside = || {
                        let epsilon = if height(&point) == Sign::Plus { 1 } else { -1 };
                        self.sign(Form::Slide { on: curve, sigma: arc.sigma, epsilon }, &point) != Sign::Plus
                    };
                    if self.all(&[
                        &|| self.may_stick_turning(curve),
                        &presses,
                        &|| self.sign(Form::Lever(curve), &point) == sign(arc.sigma),
                        &inside,
                        &|| self.order(&point, now) == Ordering::Greater,
                    ]) {
                        out.push(Ahead { point, what: What::Stick });
                    }
                }
            }
        }
    }

    /// The points where |ℓ| = μ|h| with the motion pressing along the lever.
    fn marks(&self, arc: &Arc, now: &Point, out: &mut Vec<Ahead>, here: impl Fn(&Point) -> bool) {
        let curve = arc.curve;
        for point in self
            .points_since(&PointConstruction::Mark { on: curve, rough: true, zeta: 1 }, now.t.lo)
            .into_iter()
            .flatten()
        {
            let h = self.sign(Form::Height(curve), &point);
            let point = if h == sign(arc.sigma) {
                point
            } else {
                self.instead(&point, PointConstruction::Mark { on: curve, rough: true, zeta: -1 })
            };
            if self.all(&[
                &|| self.sign(Form::Leading(curve), &point).times(h) == Sign::Plus,
                &|| here(&point),
                &|| self.order(&point, now) == Ordering::Greater,
            ]) {
                out.push(Ahead { point, what: What::Stick });
            }
        }
    }

    /// Over a box, whether an edge of the obstacles lies along the motion in every world, so that an alignment with it has
    /// no time of its own: v · N of a contact along edges that lie on each other is that of the obstacles' edge.
    fn lasts(&self, j: u32) -> bool {
        if !self.world.boxed {
            return false;
        }
        let (v, g) = (Interval::velocity(self.world), Interval::land_edge(self.world, j));
        match (v[0] * g[1] - v[1] * g[0]).sign() {
            Some(sign) => sign == Sign::Zero,
            None => self.unsure(),
        }
    }

    /// Pairs of vertices at the ends of a curve's edge.
    pub fn places(&self, curve: Curve) -> [(u32, u32); 2] {
        let (pawl, land) = (&self.world.pawl, &self.world.land);
        match curve.kind {
            Kind::A => [(curve.i, curve.j), (pawl.next(curve.i), curve.j)],
            Kind::B => [(curve.i, curve.j), (curve.i, land.next(curve.j))],
        }
    }

    /// Pairs of edges that can lie on each other at the ends of a curve's range of angles.
    pub fn alignments(&self, curve: Curve) -> [(u32, u32); 2] {
        let (pawl, land) = (&self.world.pawl, &self.world.land);
        match curve.kind {
            Kind::A => [(curve.i, land.prev(curve.j)), (curve.i, curve.j)],
            Kind::B => [(pawl.prev(curve.i), curve.j), (curve.i, curve.j)],
        }
    }

    /// Every time at which a curve may begin or cease to be touched, or turn back in time: both branches, all angles.
    pub fn changes(&self, curve: Curve, out: &mut Vec<Point>) {
        for (i, j) in self.places(curve) {
            out.extend(self.all_points(&PointConstruction::Meet { i, j }).into_iter().flatten());
        }
        for (i, j) in self.alignments(curve) {
            if self.lasts(j) {
                continue;
            }
            for chart in [0, 1] {
                let edge = self.edge_of_chart(chart);
                let construction = PointConstruction::Align { i, j, on: curve, chart };
                for point in self.points(&construction, -edge, edge).into_iter().flatten() {
                    // an alignment that lasts has no time of its own
                    if self.world.boxed || self.sign(Form::Rate(curve), &point) != Sign::Zero {
                        out.push(point);
                    }
                }
            }
        }
        let through_hinge = curve.kind == Kind::A && {
            // of a box, the middle: an edge near the hinge but not through it in every world is in doubt below
            let k = curve.height::<Rational>(self.world).k;
            k[0] == Rational::ZERO
        };
        if !through_hinge {
            out.extend(
                self.all_points(&PointConstruction::Mark { on: curve, rough: false, zeta: 0 }).into_iter().flatten(),
            );
        }
    }
}

/// ±1 as a sign.
pub(crate) fn sign(of: i8) -> Sign {
    match of.cmp(&0) {
        Ordering::Less => Sign::Minus,
        Ordering::Equal => Sign::Zero,
        Ordering::Greater => Sign::Plus,
    }
}
