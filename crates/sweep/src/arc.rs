//! Arcs of curves, monotone in time and angle, and what ends them by themselves.

use std::cmp::Ordering;

use crate::curve::{Curve, Kind};
use crate::numbers::{Algebraic, Interval, Rational, Sign};
use crate::numbers::{Bracket, Brackets, Certainty, quadratic, roots_in};
use crate::point::{Form, Judge, Point, Recipe};

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

impl Judge<'_> {
    /// All points of a recipe with x in a closed range, ascending; `None` where every x is one.
    pub fn points(&self, recipe: &Recipe, lo: f64, hi: f64) -> Option<Vec<Point>> {
        let poly = recipe.poly::<Interval>(self.world);
        let mut found = Brackets::default();
        if roots_in(&poly, lo, hi, &mut found) == Certainty::Certain {
            self.count(|c| c.filtered += 1);
            return Some(
                found.iter().map(|b: &Bracket| self.point(recipe.clone(), Interval::new(b.lo, b.hi))).collect(),
            );
        }
        self.exact_points(recipe, Some((lo, hi)))
    }

    /// All points of a recipe whose polynomial is at most quadratic.
    pub fn all_points(&self, recipe: &Recipe) -> Option<Vec<Point>> {
        let poly = recipe.poly::<Interval>(self.world);
        let mut found = Brackets::default();
        if quadratic(&poly, &mut found) == Certainty::Certain {
            self.count(|c| c.filtered += 1);
            return Some(
                found.iter().map(|b: &Bracket| self.point(recipe.clone(), Interval::new(b.lo, b.hi))).collect(),
            );
        }
        self.exact_points(recipe, None)
    }

    fn exact_points(&self, recipe: &Recipe, range: Option<(f64, f64)>) -> Option<Vec<Point>> {
        self.count(|c| c.exact += 1);
        let poly = recipe.poly::<Rational>(self.world);
        if poly.coefficients().iter().all(|c| *c == Rational::ZERO) {
            return None;
        }
        let roots = match range {
            Some((lo, hi)) => Algebraic::roots(&poly, &crate::numbers::rational(lo), &crate::numbers::rational(hi)),
            None => Algebraic::all_roots(&poly),
        };
        Some(roots.into_iter().map(|x| self.of_algebraic(recipe.clone(), x)).collect())
    }

    /// Whether a pair of features can touch at a point that lies on its curve.
    pub fn applies(&self, curve: Curve, point: &Point) -> bool {
        (0..2).all(|n| {
            self.sign(Form::Orientation(curve, n), point) != Sign::Minus
                && self.sign(Form::Place(curve, n), point) != Sign::Minus
        })
    }

    /// Everything that ends the arc or changes its chart after `now`, in no order.
    ///
    /// `u` encloses the place of `now` in the arc's chart; `rough` asks for sticking too.
    pub fn own(&self, arc: &Arc, now: &Point, u: Interval, rough: bool, out: &mut Vec<Ahead>) {
        let after = |point: &Point| self.order(point, now) == Ordering::Greater;
        let curve = arc.curve;
        let sigma = sign(arc.sigma);
        for (i, j) in self.places(curve) {
            for point in self.all_points(&Recipe::Meet { i, j }).into_iter().flatten() {
                let lever = self.sign(Form::Lever(curve), &point);
                if (lever == sigma || lever == Sign::Zero)
                    && (arc.dir != 0 || self.near_flat(arc, u, &point))
                    && after(&point)
                {
                    out.push(Ahead { point, what: What::Meet });
                }
            }
        }
        if arc.dir == 0 {
            self.own_of_flat(arc, now, u, rough, out);
            return;
        }
        let ahead = |x: Interval| if arc.dir > 0 { x.hi >= u.lo } else { x.lo <= u.hi };
        let (lo, hi) = if arc.dir > 0 { (u.lo, 1.0) } else { (-1.0, u.hi) };
        for (i, j) in self.alignments(curve) {
            let recipe = Recipe::Align { i, j, on: curve, chart: arc.chart };
            for point in self.points(&recipe, lo, hi).into_iter().flatten() {
                if ahead(point.x) && self.sign(Form::Lever(curve), &point) == sigma && after(&point) {
                    out.push(Ahead { point, what: What::Align });
                }
            }
        }
        let turn = |at: i8| {
            let x = Interval::point(f64::from(at));
            self.point(Recipe::Turn { on: curve, u: at, chart: arc.chart }, x)
        };
        if arc.chart == 0 && if arc.dir > 0 { u.lo < 0.0 } else { u.hi > 0.0 } {
            let point = turn(0);
            if self.sign(Form::Lever(curve), &point) == sigma && after(&point) {
                out.push(Ahead { point, what: What::Zero });
            }
        }
        // the rate does not vanish on an arc that is not flat, but it may at u = ±1 on another branch
        let point_at = turn(arc.dir);
        if self.sign(Form::Rate(curve), &point_at) != Sign::Zero
            && self.sign(Form::Lever(curve), &point_at) == sigma
            && after(&point_at)
        {
            out.push(Ahead { point: point_at, what: What::Chart });
        }
        if curve.kind == Kind::A && self.sign(Form::Height(curve), now) == Sign::Zero {
            return; // an edge through the hinge has no tangency and never sticks
        }
        for point in self.all_points(&Recipe::Mark { on: curve, rough: false, zeta: 0 }).into_iter().flatten() {
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
        let foot = Recipe::Foot { on: arc.curve, chart: arc.chart };
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
        let meets = |a: Interval, b: Interval| a.lo <= b.hi + 1e-9 && b.lo <= a.hi + 1e-9;
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
                for point in self.points(&Recipe::Foot { on: curve, chart: arc.chart }, -1.0, 1.0).into_iter().flatten()
                {
                    let inside = self.sign(Form::Slide { on: curve, sigma: arc.sigma, epsilon: -1 }, &point);
                    if self.sign(Form::Lever(curve), &point) == sign(arc.sigma)
                        && inside != Sign::Plus
                        && self.order(&point, now) == Ordering::Greater
                    {
                        out.push(Ahead { point, what: What::Stick });
                    }
                }
            }
            Kind::B => {
                let (lo, hi) = if arc.dir > 0 { (u.lo, 1.0) } else { (-1.0, u.hi) };
                let recipe = Recipe::Reverse { on: curve, chart: arc.chart };
                for point in self.points(&recipe, lo, hi).into_iter().flatten() {
                    let turning = self.sign(Form::Swing(curve), &point).times(sign(arc.dir));
                    let h = height(&point);
                    if turning.times(h) != Sign::Plus || self.sign(Form::Lever(curve), &point) != sign(arc.sigma) {
                        continue;
                    }
                    let epsilon = if h == Sign::Plus { 1 } else { -1 };
                    let inside = self.sign(Form::Slide { on: curve, sigma: arc.sigma, epsilon }, &point);
                    if inside != Sign::Plus && self.order(&point, now) == Ordering::Greater {
                        out.push(Ahead { point, what: What::Stick });
                    }
                }
            }
        }
    }

    /// The points where |ℓ| = μ|h| with the motion pressing along the lever.
    fn marks(&self, arc: &Arc, now: &Point, out: &mut Vec<Ahead>, here: impl Fn(&Point) -> bool) {
        let curve = arc.curve;
        for point in self.all_points(&Recipe::Mark { on: curve, rough: true, zeta: 1 }).into_iter().flatten() {
            let h = self.sign(Form::Height(curve), &point);
            let point = if h == sign(arc.sigma) {
                point
            } else {
                self.point(Recipe::Mark { on: curve, rough: true, zeta: -1 }, point.x)
            };
            if self.sign(Form::Leading(curve), &point).times(h) == Sign::Plus
                && here(&point)
                && self.order(&point, now) == Ordering::Greater
            {
                out.push(Ahead { point, what: What::Stick });
            }
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
            out.extend(self.all_points(&Recipe::Meet { i, j }).into_iter().flatten());
        }
        for (i, j) in self.alignments(curve) {
            for chart in [0, 1] {
                for point in self.points(&Recipe::Align { i, j, on: curve, chart }, -1.0, 1.0).into_iter().flatten() {
                    // an alignment that lasts has no time of its own
                    if self.sign(Form::Rate(curve), &point) != Sign::Zero {
                        out.push(point);
                    }
                }
            }
        }
        let through_hinge = curve.kind == Kind::A && {
            let k = curve.height::<Rational>(self.world).k;
            k[0] == Rational::ZERO
        };
        if !through_hinge {
            out.extend(self.all_points(&Recipe::Mark { on: curve, rough: false, zeta: 0 }).into_iter().flatten());
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
