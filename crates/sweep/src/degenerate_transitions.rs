//! What follows a point where curves come together: which arcs leave it, which of the sectors between them are free, and
//! which of those the state takes.
//!
//! Nothing is decided at the point itself. A rational time just after it is taken, before anything else can happen to the
//! curves through the point; there the arcs are ordered by angle, and signs of levers say on which side of each it is free.
//! So corners on corners, edges on edges and any number of contacts at once need no cases of their own.

use std::cmp::Ordering;

use crate::arc::{Arc, sign};
use crate::chart::angle;
use crate::curve::Curve;
use crate::finder::Finder;
use crate::form::Form;
use crate::lin::{dot, minus};
use crate::numbers::{Rational, Sign, rational, to_f64, to_interval};
use crate::point::{ExactPredicates, Point, PointConstruction};
use crate::tolerances::{ARMS_ALIKE, RAYS_APART, SECTOR_STEP};

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
    /// Falls towards zero.
    Fall,
    /// Cannot go on; the ray that stops it.
    Jam(Option<Curve>),
    /// Is free at θ = 0.
    Free,
}

/// How often a time beside a point is brought nearer, each time 256 times.
const TRIES: usize = 24;

impl Finder<'_> {
    /// A rational time after a point, with no change of the curves in between.
    pub fn beside(&self, point: &Point, curves: &[Curve]) -> Rational {
        let predicates = self.predicates;
        let mut times = Vec::new();
        for (n, &a) in curves.iter().enumerate() {
            predicates.changes(a, &mut times);
            for &b in &curves[n + 1..] {
                if !a.neighbours(b, predicates.world) {
                    self.meetings(a, b, &mut times);
                }
            }
        }
        let mut limit: Option<Point> = None;
        for time in times {
            if predicates.order(&time, point) == Ordering::Greater
                && limit.as_ref().is_none_or(|held| {
                    // over a box the one that may be nearest will do
                    if predicates.world.boxed {
                        time.t.lo < held.t.lo
                    } else {
                        predicates.order(&time, held) == Ordering::Less
                    }
                })
            {
                limit = Some(time);
            }
        }
        match limit {
            Some(limit) => predicates.between(point, &limit),
            None => rational(point.t.hi + self.land_tree.usual / speed(predicates)),
        }
    }

    /// All points where two curves cross, whatever else.
    pub fn meetings(&self, a: Curve, b: Curve, out: &mut Vec<Point>) {
        let predicates = self.predicates;
        for chart in [0, 1] {
            for point in predicates.points(&PointConstruction::Cross { a, b, chart }, -1.0, 1.0).into_iter().flatten() {
                if predicates.sign(Form::Rate(a), &point) != Sign::Zero {
                    out.push(point);
                } else if predicates.sign(Form::Rate(b), &point) != Sign::Zero {
                    out.push(predicates.instead(&point, PointConstruction::Cross { a: b, b: a, chart }));
                }
            }
        }
    }

    /// The arcs of curves through a point, at a time beside it, ascending by angle; `theta` is the angle of the point.
    pub fn fan(&self, point: &Point, theta: f64, curves: &[Curve], beside: &Rational) -> Vec<Ray> {
        let predicates = self.predicates;
        let mut rays: Vec<Ray> = Vec::new();
        for &curve in curves {
            let lever = predicates.sign(Form::Lever(curve), point);
            for parity in [0, 1] {
                let construction = PointConstruction::At { t: beside.clone(), on: curve, chart: parity };
                let points = if predicates.world.boxed {
                    let places = predicates.places_in_box(curve, to_interval(beside), parity).unwrap_or_default();
                    Some(places.into_iter().map(|u| predicates.point(construction.clone(), u)).collect())
                } else {
                    predicates.points(&construction, -1.0, 1.0)
                };
                for at in points.into_iter().flatten() {
                    // u = −1 of this chart is u = 1 of the other
                    if at.x.is_point() && at.x.lo == -1.0 {
                        continue;
                    }
                    let here = predicates.sign(Form::Lever(curve), &at);
                    let on_branch = || here != Sign::Zero && (lever == Sign::Zero || here == lever);
                    if !predicates.all(&[&on_branch, &|| predicates.applies(curve, &at)]) {
                        continue;
                    }
                    let base = angle(at.x.mid(), parity);
                    let turns = libm::rint((theta - base) / std::f64::consts::TAU);
                    let whole = base + turns * std::f64::consts::TAU;
                    #[expect(clippy::cast_possible_truncation, reason = "a few turns")]
                    let chart = parity + 2 * turns as i32;
                    let at = predicates.rechart(&at, chart);
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
        if (a.theta - b.theta).abs() > RAYS_APART {
            return a.theta < b.theta;
        }
        let order =
            if a.chart == b.chart { self.predicates.order_by_angle(&a.at, &b.at) } else { a.chart.cmp(&b.chart) };
        order == Ordering::Less
            || (order == Ordering::Equal
                && match b.lever.cmp(&a.lever) {
                    Ordering::Equal => {
                        let (x, y) = (self.arm(a), self.arm(b));
                        let (outer, inner) = if a.lever > 0 { (b, a) } else { (a, b) };
                        x < y - ARMS_ALIKE * self.reach
                            || x <= y + ARMS_ALIKE * self.reach && self.reaches_farther(outer.curve, inner.curve)
                    }
                    other => other == Ordering::Less,
                })
    }

    /// Of contacts on obstacles that coincide, the one that reaches farther along the motion is reported: whatever the order of the
    /// obstacles, and however the scene is turned or mirrored.
    pub fn reaches_farther(&self, a: Curve, b: Curve) -> bool {
        let world = self.predicates.world;
        let place = |c: Curve| {
            let [x, y] = [c.j, world.land.next(c.j)].map(|j| {
                let from = minus(world.land.exact(j), &world.hinge);
                (dot(&world.velocity, &from), dot(&from, &from))
            });
            if x > y { (x, y) } else { (y, x) }
        };
        (a.kind, a.i) == (b.kind, b.i) && a.j != b.j && place(a) > place(b)
    }

    /// The lever of a ray's contact with its normal made as long as 1. Of contacts that share an angle, as where edges lie on each
    /// other and stay so, the spring presses on the one with the longest; sorted so, it is the outermost.
    fn arm(&self, ray: &Ray) -> f64 {
        let world = self.predicates.world;
        let [t, c, s] = [ray.at.t, ray.at.c, ray.at.s].map(|x| crate::numbers::Interval::point(x.mid()));
        let lever = Form::Lever(ray.curve).lin::<crate::numbers::Interval>(world).value(t, c, s).mid();
        let length = match ray.curve.kind {
            crate::curve::Kind::A => world.pawl.way[ray.curve.i as usize][2],
            crate::curve::Kind::B => world.land.way[ray.curve.j as usize][2],
        };
        lever / length
    }

    /// What a state that rests on the side σ of zero does after a point.
    pub fn resolve(&self, point: &Point, theta: f64, curves: &[Curve], sigma: i8) -> Next {
        let mut beside = self.beside(point, curves);
        for _ in 0..TRIES {
            match self.resolve_at(point, theta, curves, sigma, &beside) {
                Some(next) => return next,
                None if self.predicates.unsure() => return Next::Free,
                // something that does not touch at the point is too near
                None => beside = self.nearer(point, beside),
            }
        }
        // nothing tells what touches there from what does not: there is no room
        Next::Jam(None)
    }

    fn nearer(&self, point: &Point, beside: Rational) -> Rational {
        let predicates = self.predicates;
        let at = predicates.fixed(beside, Rational::ZERO, 0);
        let mut closer = predicates.between(point, &at);
        for _ in 0..7 {
            let at = predicates.fixed(closer, Rational::ZERO, 0);
            closer = predicates.between(point, &at);
        }
        closer
    }

    fn resolve_at(&self, point: &Point, theta: f64, curves: &[Curve], sigma: i8, beside: &Rational) -> Option<Next> {
        let mut rays = self.fan(point, theta, curves, beside);
        let predicates = self.predicates;
        let all = |lever: Sign| {
            curves.iter().all(|&c| predicates.sign(Form::Lever(c), point) == lever || !predicates.applies(c, point))
        };
        let alike = || rays.iter().all(|ray| ray.lever == rays[0].lever) && all(sign(rays[0].lever));
        let one_way = !rays.is_empty() && predicates.surely(&alike);
        if !one_way && !self.alone(point, theta, &rays, beside) {
            return None;
        }
        if !one_way && predicates.world.boxed && !self.alone_in_box(point, curves, &rays, beside) {
            return None;
        }
        let free = |lower: Option<&Ray>, upper: Option<&Ray>| -> Option<bool> {
            // towards larger angles: above a floor and below a ceiling
            if lower.is_some_and(|r| r.lever < 0) || upper.is_some_and(|r| r.lever > 0) {
                return Some(false);
            }
            // what only closes one side leaves the other free; else one may lie inside what another blocks
            if one_way {
                return Some(true);
            }
            self.sample_free(point, theta, lower, upper, beside)
        };
        if sigma == 0 {
            let relaxed = || self.sample_free(point, 0.0, None, None, beside);
            return self.resolve_at_zero(&rays, &free, &relaxed);
        }
        if rays.is_empty() {
            // nothing leaves the point: behind it all is free or nothing is
            let open = free(None, None)?;
            return Some(if open { Next::Fall } else { Next::Jam(None) });
        }
        // from zero outwards
        if sigma < 0 {
            rays.reverse();
        }
        let ordered = |a: Option<&Ray>, b: Option<&Ray>| {
            let (lower, upper) = if sigma > 0 { (a, b) } else { (b, a) };
            free(lower, upper)
        };
        if ordered(None, rays.first())? {
            return Some(Next::Fall);
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
        free: &dyn Fn(Option<&Ray>, Option<&Ray>) -> Option<bool>,
        relaxed: &dyn Fn() -> Option<bool>,
    ) -> Option<Next> {
        let side = |ray: &Ray| -> Sign {
            if ray.chart == 0 {
                self.predicates.sign(Form::Sin, &ray.at)
            } else {
                sign(if ray.chart > 0 { 1 } else { -1 })
            }
        };
        let above: Vec<&Ray> = rays.iter().filter(|ray| side(ray) == Sign::Plus).collect();
        let below: Vec<&Ray> = rays.iter().rev().filter(|ray| side(ray) == Sign::Minus).collect();
        let at: Vec<&Ray> = rays.iter().filter(|ray| side(ray) == Sign::Zero).collect();
        // what lies along θ = 0 itself only grazes
        let (lower, upper) = (below.first().copied(), above.first().copied());
        let stays = if at.is_empty() { free(lower, upper)? } else { relaxed()? };
        if stays {
            return Some(Next::Free);
        }
        let mut ways = Vec::new();
        for k in 0..above.len() {
            if free(above.get(k).copied(), above.get(k + 1).copied())? {
                ways.push(above[k]);
                break;
            }
        }
        for k in 0..below.len() {
            if free(below.get(k + 1).copied(), below.get(k).copied())? {
                ways.push(below[k]);
                break;
            }
        }
        Some(match ways[..] {
            [only] => Next::Follow(only.clone()),
            _ => Next::Jam(rays.first().map(|ray| ray.curve)),
        })
    }

    /// Whether nothing but what touches at the point comes near until the time beside it.
    fn alone(&self, point: &Point, theta: f64, rays: &[Ray], beside: &Rational) -> bool {
        if self.predicates.world.boxed {
            return true; // asked of the whole box elsewhere
        }
        let (lo, hi) = rays.iter().fold((theta, theta), |(lo, hi), ray| (lo.min(ray.theta), hi.max(ray.theta)));
        let mut pairs = Vec::new();
        let t = point.t.hull(to_interval(beside));
        let slack = 2.0 * self.step(point, theta, lo, beside).max(self.step(point, theta, hi, beside));
        self.near_sector(t, lo - slack, hi + slack, &mut pairs);
        let moved = t.width() * speed(self.predicates) + (hi - lo + 2.0 * slack) * self.reach;
        !pairs.iter().any(|&(i, j)| self.apart(point, i, j) && self.distance(point, i, j) <= moved)
    }

    /// How far from a ray at some angle its other side is looked at: as near to it as the time is to the point.
    fn step(&self, point: &Point, theta: f64, at: f64, beside: &Rational) -> f64 {
        let passed = (to_f64(beside) - point.t.mid()).abs() * speed(self.predicates) / self.reach;
        (at - theta).abs().max(passed).clamp(SECTOR_STEP[0], SECTOR_STEP[1])
    }

    /// Whether the sector between two rays is free: a rational angle in it is tried. `None` where something stands in it
    /// that does not touch at the point, so that the time beside the point was not near enough.
    fn sample_free(
        &self,
        point: &Point,
        theta: f64,
        lower: Option<&Ray>,
        upper: Option<&Ray>,
        beside: &Rational,
    ) -> Option<bool> {
        let step = |ray: &Ray| {
            if self.predicates.world.boxed {
                return rational(self.spare(&ray.at)); // clear of the ray in every world
            }
            rational(self.step(point, theta, ray.theta, beside))
        };
        let (chart, u) = match (lower, upper) {
            (Some(a), Some(b)) => {
                if a.chart == b.chart {
                    if self.predicates.order_by_angle(&a.at, &b.at) == Ordering::Equal {
                        // an exact fit, unless something else stands there
                        let (lo, hi) = self.predicates.exact(&a.at).x.bounds(64);
                        if lo != hi {
                            return Some(true);
                        }
                        return self.is_free(point, beside, &lo, a.chart);
                    }
                    (a.chart, self.predicates.middle(&a.at, &b.at))
                } else if a.at.x.hi < 1.0 {
                    (a.chart, (rational(a.at.x.hi) + Rational::ONE) / Rational::from(2))
                } else {
                    (b.chart, (rational(b.at.x.lo) - Rational::ONE) / Rational::from(2))
                }
            }
            (Some(a), None) => (a.chart, rational(a.at.x.hi) + step(a)),
            (None, Some(b)) => (b.chart, rational(b.at.x.lo) - step(b)),
            (None, None) => {
                let near = crate::problem::Angle::radians(theta);
                (near.sheet, near.half)
            }
        };
        self.is_free(point, beside, &u, chart)
    }

    /// Whether the pawl is free at a time and angle beside a point; `None` where what stops it does not touch at the point.
    fn is_free(&self, point: &Point, beside: &Rational, u: &Rational, chart: i32) -> Option<bool> {
        match self.overlap(beside, u, chart) {
            None => Some(true),
            // of a box, what does not touch at the point is known not to overlap
            Some((i, j)) => (self.predicates.world.boxed || !self.apart(point, i, j)).then_some(false),
        }
    }
}

/// Speed of the root, m/s of scaled lengths.
pub(crate) fn speed(predicates: &ExactPredicates<'_>) -> f64 {
    let v = &predicates.world.velocity_near;
    (v[0].sqr() + v[1].sqr()).sqrt().mid()
}

impl ExactPredicates<'_> {
    /// The same point in a chart of the same parity.
    pub fn rechart(&self, point: &Point, to: i32) -> Point {
        let mut point = point.clone();
        if let PointConstruction::At { chart, .. } = &mut point.construction {
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
