//! What follows a point where curves come together: which arcs leave it, which of the sectors between them are free, and
//! which of those the state takes.
//!
//! Nothing is decided at the point itself. A rational time just after it is taken, before anything else can happen to the
//! curves through the point; there the arcs are ordered by angle, and signs of levers say on which side of each it is free.
//! So corners on corners, edges on edges and any number of contacts at once need no cases of their own.

use std::cmp::Ordering;

use crate::arc::{Arc, sign};
use crate::curve::{Curve, Number};
use crate::lin::{V2, cross, minus};
use crate::numbers::{Interval, Rational, Sign, rational, sign_of, to_f64, to_interval};
use crate::point::{Form, Judge, Point, Recipe};
use crate::search::{Finder, angle};

/// An arc that leaves or reaches a point, seen at a rational time beside it.
#[derive(Clone, Debug)]
pub(crate) struct Ray {
    pub curve: Curve,
    /// Sign of the lever.
    pub lever: i8,
    pub chart: i32,
    /// Where it is at the time beside.
    pub at: Point,
    pub theta: f64,
}

/// What the state does after a point.
#[derive(Clone, Debug)]
pub(crate) enum Next {
    /// Follows an arc.
    Follow(Ray),
    /// Falls towards zero, from just below the ray if there is one.
    Fall(Option<Ray>),
    /// Cannot go on; the ray that stops it.
    Jam(Option<Curve>),
    /// Is free at θ = 0.
    Free,
}

/// After the point or before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    Before,
    After,
}

impl Finder<'_> {
    /// A rational time beside a point, with no change of the curves in between.
    pub fn beside(&self, point: &Point, curves: &[Curve], side: Side) -> Rational {
        let judge = self.judge;
        let mut times = Vec::new();
        for (n, &a) in curves.iter().enumerate() {
            judge.changes(a, &mut times);
            for &b in &curves[n + 1..] {
                if !a.neighbours(b, judge.world) {
                    self.meetings(a, b, &mut times);
                }
            }
        }
        let wanted = if side == Side::After { Ordering::Greater } else { Ordering::Less };
        let mut limit: Option<Point> = None;
        for time in times {
            if judge.order(&time, point) == wanted
                && limit.as_ref().is_none_or(|held| {
                    // over a box the one that may be nearest will do
                    let nearer = if side == Side::After { time.t.lo < held.t.lo } else { time.t.hi > held.t.hi };
                    if judge.world.boxed { nearer } else { judge.order(&time, held) == wanted.reverse() }
                })
            {
                limit = Some(time);
            }
        }
        let unit = self.land_tree.usual / speed(judge);
        match (limit, side) {
            (Some(limit), Side::After) => judge.between(point, &limit),
            (Some(limit), Side::Before) => judge.between(&limit, point),
            (None, Side::After) => rational(point.t.hi + unit),
            (None, Side::Before) => rational(point.t.lo - unit),
        }
    }

    /// All points where two curves cross, whatever else.
    fn meetings(&self, a: Curve, b: Curve, out: &mut Vec<Point>) {
        let judge = self.judge;
        for chart in [0, 1] {
            for point in judge.points(&Recipe::Cross { a, b, chart }, -1.0, 1.0).into_iter().flatten() {
                if judge.sign(Form::Rate(a), &point) != Sign::Zero {
                    out.push(point);
                } else if judge.sign(Form::Rate(b), &point) != Sign::Zero {
                    let x = point.x;
                    out.push(judge.point(Recipe::Cross { a: b, b: a, chart }, x));
                }
            }
        }
    }

    /// The arcs of curves through a point, at a time beside it, ascending by angle; `theta` is the angle of the point.
    pub fn fan(&self, point: &Point, theta: f64, curves: &[Curve], beside: &Rational) -> Vec<Ray> {
        let judge = self.judge;
        let mut rays: Vec<Ray> = Vec::new();
        for &curve in curves {
            let lever = judge.sign(Form::Lever(curve), point);
            for parity in [0, 1] {
                let recipe = Recipe::At { t: beside.clone(), on: curve, chart: parity };
                let points = if judge.world.boxed {
                    let places = judge.places_in_box(curve, to_interval(beside), parity).unwrap_or_default();
                    Some(places.into_iter().map(|u| judge.point(recipe.clone(), u)).collect())
                } else {
                    judge.points(&recipe, -1.0, 1.0)
                };
                for at in points.into_iter().flatten() {
                    // u = −1 of this chart is u = 1 of the other
                    if at.x.is_point() && at.x.lo == -1.0 {
                        continue;
                    }
                    let here = judge.sign(Form::Lever(curve), &at);
                    let on_branch = || here != Sign::Zero && (lever == Sign::Zero || here == lever);
                    if !judge.all(&[&on_branch, &|| judge.applies(curve, &at)]) {
                        continue;
                    }
                    let base = angle(at.x.mid(), parity);
                    let turns = libm::rint((theta - base) / std::f64::consts::TAU);
                    let whole = base + turns * std::f64::consts::TAU;
                    #[expect(clippy::cast_possible_truncation, reason = "a few turns")]
                    let chart = parity + 2 * turns as i32;
                    let at = judge.rechart(&at, chart);
                    rays.push(Ray { curve, lever: here.number() as i8, chart, at, theta: whole });
                }
            }
        }
        for n in 1..rays.len() {
            let mut k = n;
            while k > 0 && self.before(&rays[k], &rays[k - 1]) {
                rays.swap(k, k - 1);
                k -= 1;
            }
        }
        rays
    }

    /// Whether one ray lies below another; floors come before ceilings at the same angle.
    fn before(&self, a: &Ray, b: &Ray) -> bool {
        if (a.theta - b.theta).abs() > 1e-6 {
            return a.theta < b.theta;
        }
        let order = if a.chart == b.chart { self.judge.order_by_angle(&a.at, &b.at) } else { a.chart.cmp(&b.chart) };
        order == Ordering::Less || (order == Ordering::Equal && a.lever > b.lever)
    }

    /// What a state that rests on the side σ of zero does after a point.
    pub fn resolve(&self, point: &Point, theta: f64, curves: &[Curve], sigma: i8) -> Next {
        let mut beside = self.beside(point, curves, Side::After);
        loop {
            match self.resolve_at(point, theta, curves, sigma, &beside) {
                Some(next) => return next,
                None if self.judge.unsure() => return Next::Free,
                // something that does not touch at the point came between
                None => beside = self.nearer(point, beside),
            }
        }
    }

    fn nearer(&self, point: &Point, beside: Rational) -> Rational {
        let judge = self.judge;
        let at = judge.fixed(beside, Rational::ZERO, 0);
        let mut closer = judge.between(point, &at);
        for _ in 0..7 {
            let at = judge.fixed(closer, Rational::ZERO, 0);
            closer = judge.between(point, &at);
        }
        closer
    }

    fn resolve_at(&self, point: &Point, theta: f64, curves: &[Curve], sigma: i8, beside: &Rational) -> Option<Next> {
        let mut rays = self.fan(point, theta, curves, beside);
        let free = |lower: Option<&Ray>, upper: Option<&Ray>, rays: &[Ray]| -> Option<bool> {
            // towards larger angles: above a floor and below a ceiling
            if lower.is_some_and(|r| r.lever < 0) || upper.is_some_and(|r| r.lever > 0) {
                return Some(false);
            }
            let mixed = rays.iter().any(|r| r.lever > 0) && rays.iter().any(|r| r.lever < 0);
            if !mixed && curves.len() <= 4 {
                return Some(true);
            }
            self.sample_free(lower, upper, curves, beside)
        };
        if sigma == 0 {
            return self.resolve_at_zero(&rays, &free);
        }
        if rays.is_empty() {
            // nothing leaves the point: it is free all round behind it if it was free beyond the outermost arc before it
            let before = self.beside(point, curves, Side::Before);
            let past = self.fan(point, theta, curves, &before);
            let outer = if sigma > 0 { past.last() } else { past.first() };
            let open = outer.is_none_or(|ray| ray.lever == sigma);
            let stops = outer.map(|ray| ray.curve);
            return Some(if open { Next::Fall(None) } else { Next::Jam(stops) });
        }
        // from zero outwards
        if sigma < 0 {
            rays.reverse();
        }
        let ordered = |a: Option<&Ray>, b: Option<&Ray>| {
            let (lower, upper) = if sigma > 0 { (a, b) } else { (b, a) };
            free(lower, upper, &rays)
        };
        if ordered(None, rays.first())? {
            return Some(Next::Fall(rays.first().cloned()));
        }
        for k in 0..rays.len() {
            if ordered(rays.get(k), rays.get(k + 1))? {
                return Some(Next::Follow(rays[k].clone()));
            }
        }
        let ceiling = rays.iter().find(|ray| ray.lever != sigma).or(rays.last());
        Some(Next::Jam(ceiling.map(|ray| ray.curve)))
    }

    /// What a pawl at θ = 0 does after a point.
    fn resolve_at_zero(
        &self,
        rays: &[Ray],
        free: &dyn Fn(Option<&Ray>, Option<&Ray>, &[Ray]) -> Option<bool>,
    ) -> Option<Next> {
        let side = |ray: &Ray| -> Sign {
            if ray.chart == 0 { self.judge.sign(Form::Sin, &ray.at) } else { sign(if ray.chart > 0 { 1 } else { -1 }) }
        };
        let above: Vec<&Ray> = rays.iter().filter(|ray| side(ray) == Sign::Plus).collect();
        let below: Vec<&Ray> = rays.iter().rev().filter(|ray| side(ray) == Sign::Minus).collect();
        let at: Vec<&Ray> = rays.iter().filter(|ray| side(ray) == Sign::Zero).collect();
        // what lies along θ = 0 itself only grazes; it closes one side
        let floor = at.iter().find(|ray| ray.lever > 0).copied();
        let ceiling = at.iter().find(|ray| ray.lever < 0).copied();
        let lower = floor.or(below.first().copied());
        let upper = ceiling.or(above.first().copied());
        let stays = if floor.is_some() || ceiling.is_some() {
            let above_free = ceiling.is_some() || free(floor, above.first().copied(), rays)?;
            let below_free = floor.is_some() || free(below.first().copied(), ceiling, rays)?;
            if floor.is_some() && ceiling.is_some() { true } else { above_free && below_free }
        } else {
            free(lower, upper, rays)?
        };
        if stays {
            return Some(Next::Free);
        }
        let mut ways = Vec::new();
        for k in 0..above.len() {
            if free(above.get(k).copied(), above.get(k + 1).copied(), rays)? {
                ways.push(above[k]);
                break;
            }
        }
        for k in 0..below.len() {
            if free(below.get(k + 1).copied(), below.get(k).copied(), rays)? {
                ways.push(below[k]);
                break;
            }
        }
        Some(match ways[..] {
            [only] => Next::Follow(only.clone()),
            _ => Next::Jam(rays.first().map(|ray| ray.curve)),
        })
    }

    /// Whether the sector between two rays is free: a rational angle in it is tried. `None` where something stands in it
    /// that does not touch at the point, so that the time beside the point was not near enough.
    fn sample_free(
        &self,
        lower: Option<&Ray>,
        upper: Option<&Ray>,
        curves: &[Curve],
        beside: &Rational,
    ) -> Option<bool> {
        let (chart, u) = match (lower, upper) {
            (Some(a), Some(b)) => {
                if a.chart == b.chart {
                    if self.judge.order_by_angle(&a.at, &b.at) == Ordering::Equal {
                        return Some(true); // an exact fit
                    }
                    (a.chart, self.judge.middle(&a.at, &b.at))
                } else {
                    (a.chart, (rational(a.at.x.hi) + Rational::ONE) / Rational::from(2))
                }
            }
            // clear of the ray in every world of a box
            (Some(a), None) => (a.chart, rational(a.at.x.hi + 1e-7 + 8.0 * self.spare(&a.at))),
            (None, Some(b)) => (b.chart, rational(b.at.x.lo - 1e-7 - 8.0 * self.spare(&b.at))),
            (None, None) => return Some(true),
        };
        match self.overlap(beside, &u, chart) {
            None => Some(true),
            Some((i, j)) => {
                let world = self.judge.world;
                let near = |c: &Curve| {
                    let on_pawl = [c.i, world.pawl.prev(c.i), world.pawl.next(c.i)].contains(&i);
                    let on_land = [c.j, world.land.prev(c.j), world.land.next(c.j)].contains(&j);
                    on_pawl && on_land
                };
                curves.iter().any(near).then_some(false)
            }
        }
    }

    fn spare(&self, point: &Point) -> f64 {
        if self.judge.world.boxed { point.x.width() } else { 0.0 }
    }

    /// A pair of edges that cross while the pawl is at a rational time and angle.
    pub fn overlap(&self, t: &Rational, u: &Rational, chart: i32) -> Option<(u32, u32)> {
        let world = self.judge.world;
        let square = u * u;
        let below = Rational::ONE + &square;
        let parity = Rational::from(if chart.rem_euclid(2) == 1 { -1 } else { 1 });
        let c = &parity * (Rational::ONE - square) / &below;
        let s = parity * Rational::from(2) * u / below;
        let mut pairs = Vec::new();
        self.touching(to_interval(t), to_f64(&c), to_f64(&s), &mut pairs);
        if world.boxed {
            return self.overlap_in_box(&pairs, to_interval(t), to_interval(&c), to_interval(&s));
        }
        let placed = |v: u32| -> V2<Rational> {
            let q = world.pawl.exact(v);
            [
                &world.hinge[0] + &world.velocity[0] * t + &c * &q[0] - &s * &q[1],
                &world.hinge[1] + &world.velocity[1] * t + &s * &q[0] + &c * &q[1],
            ]
        };
        pairs.into_iter().find(|&(i, j)| {
            let (a, b) = (placed(i), placed(world.pawl.next(i)));
            crossing(&a, &b, world.land.exact(j), world.land.exact(world.land.next(j)))
        })
    }
}

impl Finder<'_> {
    /// The same in every world of a box: a pair that surely crosses, or none where surely none does.
    fn overlap_in_box(&self, pairs: &[(u32, u32)], t: Interval, c: Interval, s: Interval) -> Option<(u32, u32)> {
        let world = self.judge.world;
        let (p, v) = (Interval::hinge(world), Interval::velocity(world));
        let turned = |q: &V2<Interval>| [c * q[0] - s * q[1], s * q[0] + c * q[1]];
        let placed = |q: &V2<Interval>| {
            let r = turned(q);
            [p[0] + v[0] * t + r[0], p[1] + v[1] * t + r[1]]
        };
        let mut doubt = false;
        for &(i, j) in pairs {
            let a = placed(Interval::pawl(world, i));
            let b = placed(Interval::pawl(world, world.pawl.next(i)));
            let (w, x) = (Interval::land(world, j), Interval::land(world, world.land.next(j)));
            let (e, g) = (turned(&Interval::pawl_edge(world, i)), Interval::land_edge(world, j));
            let side =
                |along: &V2<Interval>, from: &V2<Interval>, to: &V2<Interval>| cross(along, &minus(to, from)).sign();
            let both = |x: Option<Sign>, y: Option<Sign>| Some(x?.times(y?));
            let first = both(side(&e, &a, w), side(&e, &a, x));
            let second = both(side(&g, w, &a), side(&g, w, &b));
            match (first, second) {
                (Some(Sign::Plus | Sign::Zero), _) | (_, Some(Sign::Plus | Sign::Zero)) => {}
                (Some(Sign::Minus), Some(Sign::Minus)) => return Some((i, j)),
                _ => doubt = true,
            }
        }
        if doubt {
            self.judge.unsure();
        }
        None
    }
}

/// Whether two segments cross at a point inside both.
pub(crate) fn crossing(a: &V2<Rational>, b: &V2<Rational>, c: &V2<Rational>, d: &V2<Rational>) -> bool {
    let side = |p: &V2<Rational>, q: &V2<Rational>, r: &V2<Rational>| sign_of(&cross(&minus(q, p), &minus(r, p)));
    side(a, b, c).times(side(a, b, d)) == Sign::Minus && side(c, d, a).times(side(c, d, b)) == Sign::Minus
}

/// Speed of the root, m/s of scaled lengths.
pub(crate) fn speed(judge: &Judge<'_>) -> f64 {
    let v = &judge.world.velocity_near;
    (v[0].sqr() + v[1].sqr()).sqrt().mid()
}

impl Judge<'_> {
    /// The same point in a chart of the same parity.
    pub fn rechart(&self, point: &Point, to: i32) -> Point {
        let mut point = point.clone();
        if let Recipe::At { chart, .. } = &mut point.recipe {
            *chart = to;
        }
        point
    }

    /// A rational strictly between the u of two points of one chart.
    pub fn middle(&self, a: &Point, b: &Point) -> Rational {
        if a.x.hi < b.x.lo {
            let mid = 0.5 * a.x.hi + 0.5 * b.x.lo;
            if a.x.hi < mid && mid < b.x.lo {
                return rational(mid);
            }
        }
        if self.unsure() {
            return rational(a.x.mid());
        }
        let (a, b) = (self.exact(a), self.exact(b));
        let mut bits = 96;
        loop {
            let (_, hi) = a.x.bounds(bits);
            let (lo, _) = b.x.bounds(bits);
            if hi < lo {
                return (hi + lo) / Rational::from(2);
            }
            bits *= 2;
        }
    }

    /// The arc of a ray.
    pub fn arc(&self, ray: &Ray) -> Arc {
        let rate = self.sign(Form::Rate(ray.curve), &ray.at).number() as i8;
        Arc { curve: ray.curve, sigma: ray.lever, chart: ray.chart, dir: -rate * ray.lever }
    }
}

/// The middle of an interval of angles as u.
pub(crate) fn mid(x: Interval) -> f64 {
    x.mid()
}
