//! Decisions for many worlds at once: what all worlds of a box agree on, or doubt.
//!
//! A boxed world has ranges for coordinates instead of numbers. The tracer's questions are then answered by intervals alone,
//! and an answer that they give holds in every world of the box. Where they give none there is nothing exact to ask,
//! so the predicates note a doubt and the trace is void. A trace that ends without a doubt is the trace of every world.

use crate::arc::{Ahead, Arc};
use crate::chart::{angle, cos_sin, u_of};
use crate::curve::{Curve, Kind};
use crate::degenerate_transitions::Ray;
use crate::finder::Finder;
use crate::form::Form;
use crate::lin::{V2, cross, dot, minus, outward};
use crate::numbers::{Interval, Rational, Sign, to_interval};
use crate::outline::World;
use crate::point::{ExactPredicates, Point, PointConstruction};
use crate::tolerances::BOX_SECTOR;
use crate::world_number::Number;

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

/// A vector made as long as 1, no wider than it must be.
///
/// x/√(x² + y²) grows with x; it falls with |y| where x > 0 and grows with it where x < 0.
pub(crate) fn unit(v: &V2<Interval>) -> V2<Interval> {
    let part = |x: Interval, y: Interval| {
        let y = y.abs();
        let at = |x: f64, y: f64| {
            if y == 0.0 && x != 0.0 {
                return Interval::point(x.signum());
            }
            let (x, y) = (Interval::point(x), Interval::point(y));
            x.div((x.sqr() + y.sqr()).sqrt())
        };
        let low = at(x.lo, if x.lo >= 0.0 { y.hi } else { y.lo });
        let high = at(x.hi, if x.hi >= 0.0 { y.lo } else { y.hi });
        Interval::new(low.lo, high.hi)
    };
    [part(v[0], v[1]), part(v[1], v[0])]
}

/// A contact in every world of a box, with unit normals.
pub(crate) struct Touching {
    /// From hinge to contact.
    pub r: V2<Interval>,
    /// Into the pawl.
    pub n: V2<Interval>,
    pub l: Interval,
    pub h: Interval,
    /// cos θ and sin θ.
    pub c: Interval,
    pub s: Interval,
    /// ℓ², where the contact is possible not negative.
    pub square: Interval,
}

/// The contact of a curve with a lever of one sign at times of a range, by the closed forms of [`crate::force`].
pub(crate) fn touching(world: &World, curve: Curve, sigma: i8, t: Interval) -> Touching {
    let (p, v) = (Interval::hinge(world), Interval::velocity(world));
    let at = [p[0] + v[0] * t, p[1] + v[1] * t];
    let side = Interval::point(f64::from(sigma));
    match curve.kind {
        Kind::B => {
            let n = unit(&outward(&Interval::land_edge(world, curve.j)));
            let (q, w) = (Interval::pawl(world, curve.i), Interval::land(world, curve.j));
            let h = dot(&minus(&at, w), &n);
            let far = q[0].sqr() + q[1].sqr();
            let square = far - h.sqr();
            let l = side * square.sqrt();
            let r = [-h * n[0] + l * n[1], -h * n[1] - l * n[0]];
            Touching { r, n, l, h, c: dot(q, &r).div(far), s: cross(q, &r).div(far), square }
        }
        Kind::A => {
            let drawn = unit(&outward(&Interval::pawl_edge(world, curve.i)));
            let h = dot(&drawn, Interval::pawl(world, curve.i));
            let r = minus(Interval::land(world, curve.j), &at);
            let far = r[0].sqr() + r[1].sqr();
            let square = far - h.sqr();
            let l = side * square.sqrt();
            let n = [(-h * r[0] - l * r[1]).div(far), (-h * r[1] + l * r[0]).div(far)];
            Touching { c: -dot(&drawn, &n), s: -cross(&drawn, &n), r, n, l, h, square }
        }
    }
}

/// Halvings of an arc on which another curve is sought.
const DEPTH: u32 = 6;

impl Finder<'_> {
    /// Where on an arc between two places, at times of a range, a curve may be met. Over a box the parts are left out on which
    /// in every world its gap is open or its features cannot touch; `None` where that is all of it.
    pub fn may_meet(&self, arc: &Arc, b: Curve, u: Interval, times: Interval, depth: u32) -> Option<Interval> {
        let predicates = self.predicates;
        if !predicates.world.boxed {
            return Some(u);
        }
        let [f0, f1] = arc.curve.gap::<Interval>(predicates.world).charted(arc.chart);
        let time = f0.eval(u).div(f1.eval(u)).scale(-1.0);
        let t = time.intersect(times)?;
        let (c, s) = cos_sin(u, arc.chart);
        let is = |form: Form, sign: Sign| predicates.near_sign(form, t, c, s) == Some(sign);
        if is(Form::Gap(b), Sign::Plus)
            || (0..2).any(|n| is(Form::Orientation(b, n), Sign::Minus) || is(Form::Place(b, n), Sign::Minus))
        {
            return None;
        }
        if depth == DEPTH {
            return Some(u);
        }
        let mid = u.mid();
        let [low, high] = [Interval::new(u.lo, mid), Interval::new(mid, u.hi)]
            .map(|part| self.may_meet(arc, b, part, times, depth + 1));
        low.zip(high).map(|(low, high)| low.hull(high)).or(low).or(high)
    }
}

impl Finder<'_> {
    /// Over a box, what is met of a curve on a part of an arc at times of a range; `false` where worlds differ, and then
    /// nothing is kept and no doubt noted.
    #[allow(clippy::too_many_arguments, reason = "all of where it is, once for each pair")]
    pub fn cross_in_box(
        &self,
        arc: &Arc,
        now: &Point,
        u: Interval,
        met: &[Curve],
        b: Curve,
        (part, times): (Interval, Interval),
        best: &mut Vec<Ahead>,
    ) -> bool {
        let Some(part) = self.may_meet(arc, b, part, times, 0) else { return true };
        let mut found = best.clone();
        let before = self.predicates.doubt.replace(false);
        self.cross(arc, now, u, met, b, part, &mut found);
        let sure = !self.predicates.doubt.replace(before);
        if sure {
            *best = found;
        }
        sure
    }

    /// Edges that surely cross in every world at times and angles of ranges; `None` where surely none does.
    pub fn overlap_in_box(&self, pairs: &[(u32, u32)], t: Interval, [c, s]: [Interval; 2]) -> Option<(u32, u32)> {
        let world = self.predicates.world;
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
            let clear = |k: usize| a[k].hull(b[k]).intersect(w[k].hull(x[k])).is_none();
            match (first, second) {
                _ if clear(0) || clear(1) => {}
                (Some(Sign::Plus), _) | (_, Some(Sign::Plus)) => {}
                (Some(Sign::Minus), Some(Sign::Minus)) => return Some((i, j)),
                _ => doubt = true,
            }
        }
        if doubt {
            self.predicates.unsure();
        }
        None
    }

    /// Over a box, how far from a ray a sector is looked at, as u.
    pub fn spare(&self, ray: &Point) -> f64 {
        BOX_SECTOR + 8.0 * ray.x.width()
    }

    /// Over a box, whether only edges of curves through a point can cross, from its time to one beside it and at all angles
    /// of the rays that leave it.
    pub fn alone_in_box(&self, point: &Point, curves: &[Curve], rays: &[Ray], beside: &Rational) -> bool {
        let world = self.predicates.world;
        let chart = rays.first().map_or_else(|| i32::from(point.c.mid() < 0.0), |ray| ray.chart);
        let mut u = u_of(point.c, point.s, chart);
        for ray in rays {
            let by = 2.0 * self.spare(&ray.at);
            u = u.hull(Interval::new(ray.at.x.lo - by, ray.at.x.hi + by));
        }
        if rays.iter().any(|ray| ray.chart != chart) || !u.is_finite() {
            return false;
        }
        let t = point.t.hull(to_interval(beside));
        let (from, to) = (angle(u.lo, chart), angle(u.hi, chart));
        let mut pairs = Vec::new();
        self.near_sector(t, from.min(to), from.max(to), &mut pairs);
        let touches = |&(i, j): &(u32, u32)| {
            let of_pawl = |c: &Curve| c.i == i || c.kind == Kind::B && world.pawl.prev(c.i) == i;
            let of_land = |c: &Curve| c.j == j || c.kind == Kind::A && world.land.prev(c.j) == j;
            curves.iter().any(of_pawl) && curves.iter().any(of_land)
        };
        pairs.retain(|pair| !touches(pair));
        let (c, s) = cos_sin(u, chart);
        let before = self.predicates.doubt.get();
        let free = self.overlap_in_box(&pairs, t, [c, s]).is_none() && self.predicates.doubt.get() == before;
        self.predicates.doubt.set(before);
        free
    }
}

impl ExactPredicates<'_> {
    /// Whether two points that come about alike, with brackets that overlap, are one in every world. Each bracket holds exactly
    /// one root of every world; if the sign does not change up to where the second begins, the root of the first is in both.
    pub fn surely_same(&self, a: &Point, b: &Point) -> bool {
        let within = |x: Interval, y: Interval| y.lo <= x.lo && x.hi <= y.hi;
        if within(a.x, b.x) || within(b.x, a.x) {
            return true;
        }
        let poly = a.construction.poly::<Interval>(self.world);
        let sign = |x: f64| poly.at(x).sign();
        let first = sign(a.x.lo.min(b.x.lo));
        matches!(first, Some(Sign::Plus | Sign::Minus)) && first == sign(a.x.lo.max(b.x.lo))
    }

    /// Whether something holds; over a box only where it is not in doubt.
    pub fn surely(&self, holds: &dyn Fn() -> bool) -> bool {
        let before = self.doubt.get();
        self.doubt.set(false);
        let sure = holds() && !self.doubt.get();
        self.doubt.set(before);
        sure
    }

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

    /// All times of a vertex that meets another or of a mark, in every world: closed forms that keep what belongs together.
    ///
    /// A vertex at w comes within D of the hinge at t₀ ± √(D² − d²)/|v|, with t₀ = v · r/|v|² and d = v × r/|v| of r = w − p₀.
    /// The height of a hinge over an edge, h₀ + h₁ t, is ±D at (±D − h₀)/h₁.
    pub fn times_in_box(&self, construction: &PointConstruction) -> Option<Vec<Interval>> {
        let world = self.world;
        let (p, v) = (Interval::hinge(world), Interval::velocity(world));
        let square = |a: &V2<Interval>| a[0].sqr() + a[1].sqr();
        let within = |j: u32, reach: Interval| -> Option<Vec<Interval>> {
            let r = minus(Interval::land(world, j), p);
            let speed = square(v);
            let inside = reach - cross(v, &r).sqr().div(speed);
            match inside.sign() {
                Some(Sign::Minus) => Some(Vec::new()),
                Some(Sign::Plus) => {
                    let (middle, half) = (dot(v, &r).div(speed), inside.div(speed).sqrt());
                    Some(vec![middle - half, middle + half])
                }
                _ => None,
            }
        };
        let wide = |rough: bool| {
            let mu = Interval::friction(world);
            if rough { Interval::ONE + mu.sqr() } else { Interval::ONE }
        };
        let found = match *construction {
            PointConstruction::Meet { i, j } => within(j, square(Interval::pawl(world, i))),
            PointConstruction::Mark { on, rough, .. } => match on.kind {
                Kind::A => {
                    let n = unit(&outward(&Interval::pawl_edge(world, on.i)));
                    within(on.j, dot(&n, Interval::pawl(world, on.i)).sqr() * wide(rough))
                }
                Kind::B => {
                    let n = unit(&outward(&Interval::land_edge(world, on.j)));
                    let (start, rate) = (dot(&minus(p, Interval::land(world, on.j)), &n), dot(v, &n));
                    let high = square(Interval::pawl(world, on.i)).div(wide(rough)).sqrt();
                    match rate.sign() {
                        Some(Sign::Zero) if !(high - start.abs()).contains(0.0) => Some(Vec::new()),
                        Some(Sign::Plus) => Some(vec![(-high - start).div(rate), (high - start).div(rate)]),
                        Some(Sign::Minus) => Some(vec![(high - start).div(rate), (-high - start).div(rate)]),
                        _ => None,
                    }
                }
            },
            _ => None,
        };
        let apart = |times: &Vec<Interval>| times.windows(2).all(|w| w[0].hi < w[1].lo);
        let found = found.filter(|times| times.iter().all(|t| t.is_finite()) && apart(times));
        if found.is_none() {
            self.unsure();
        }
        found
    }

    /// The places u of a curve at a time, in one of two charts that cover the circle, in every world.
    pub fn places_in_box(&self, on: Curve, t: Interval, chart: i32) -> Option<Vec<Interval>> {
        let mut found = Vec::new();
        for sigma in [-1, 1] {
            let touch = touching(self.world, on, sigma, t);
            match touch.square.sign() {
                Some(Sign::Minus) => return Some(Vec::new()),
                Some(Sign::Plus) => {}
                _ => {
                    self.unsure();
                    return None;
                }
            }
            // |u| ≤ k where cos θ ≥ (1 − k²)/(1 + k²), so the charts part the circle by cos θ alone
            let edge = Interval::point(self.edge_of_chart(0)).sqr();
            let border = (Interval::ONE - edge).div(Interval::ONE + edge);
            match ((touch.c - border).sign(), chart) {
                (Some(Sign::Plus), 0) | (Some(Sign::Minus), 1) => found.push(u_of(touch.c, touch.s, chart)),
                (Some(_), _) => {}
                (None, _) => {
                    self.unsure();
                    return None;
                }
            }
        }
        if found.iter().any(|u| !u.is_finite()) {
            self.unsure();
            return None;
        }
        Some(found)
    }

    /// How far |u| is looked for in one of two charts that cover the circle. Over a box not to 1 in both, since quarter turns are
    /// where edges of drawings lie on each other and ends of a range must not hold roots.
    pub fn edge_of_chart(&self, chart: i32) -> f64 {
        match (self.world.boxed, chart) {
            (false, _) => 1.0,
            (true, 0) => 1.125,
            (true, _) => 1.0 / 1.125,
        }
    }

    /// Over a box, whether a vertex on an edge can stick where sliding turns back: r is square to v there, so
    /// |ℓ| : |h| = |v · N| : |v · T|.
    pub fn may_stick_turning(&self, curve: Curve) -> bool {
        if !self.world.boxed {
            return true;
        }
        let (v, g) = (Interval::velocity(self.world), Interval::land_edge(self.world, curve.j));
        let room = cross(v, &g).abs() - *Interval::friction(self.world) * dot(v, &g).abs();
        room.sign().map_or_else(|| self.unsure(), |sign| sign != Sign::Plus)
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
