//! Points of the (t, θ) plane where something happens, and decisions at them that are certain.
//!
//! Every such point is a rational function of one algebraic number x of degree at most four: of u where curves cross or
//! edges lie on each other, of t where vertices meet or a lever vanishes. A point keeps enclosures of t, cos θ and
//! sin θ; when they do not decide, the construction of the point gives x and the functions exactly.

use std::cell::{Cell, OnceCell};
use std::cmp::Ordering;
use std::rc::Rc;

use crate::chart::u_of;
use crate::curve::{Curve, Kind, land_edge, pawl_edge};
use crate::form::Form;
use crate::lin::{Lin, Param, V2, cross, dot, minus, outward};
use crate::numbers::{
    Algebraic, Ball, Enclosure, Interval, Poly, Poly2, Rational, Sign, compare, rational, sign_at, sign_at_two,
    sign_of, to_interval,
};
use crate::outline::World;
use crate::tolerances::{TIME_KNOWN, TIME_SHARP};
use crate::world_number::Number;

/// How a point comes about.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum PointConstruction {
    /// A rational time and a rational u.
    Fixed { t: Rational, u: Rational, chart: i32 },
    /// A curve at u = −1, 0 or 1.
    Turn { on: Curve, u: i8, chart: i32 },
    /// A curve where the obstacle's vertex is abreast of the hinge: v · r = 0 for a contact of kind A.
    Foot { on: Curve, chart: i32 },
    /// A curve that stays at one angle, at the time at which another reaches that angle.
    Flat { on: Curve, by: Curve, chart: i32 },
    /// Two curves cross; time by the first.
    Cross { a: Curve, b: Curve, chart: i32 },
    /// Edge i of the pawl lies along edge j of the obstacles; time by a curve.
    Align { i: u32, j: u32, on: Curve, chart: i32 },
    /// The lever of a vertex of the pawl is square to the motion; time by a curve.
    Reverse { on: Curve, chart: i32 },
    /// Vertex i of the pawl meets vertex j of the obstacles.
    Meet { i: u32, j: u32 },
    /// ℓ = ζ μ h on a curve (rough), or ℓ = 0.
    Mark { on: Curve, rough: bool, zeta: i8 },
    /// A curve at a rational time.
    At { t: Rational, on: Curve, chart: i32 },
    /// A point of another pawl's motion, known by its exact number alone.
    Elsewhere,
}

impl PointConstruction {
    /// The polynomial whose root x is.
    pub fn poly<T: Number>(&self, world: &World) -> Poly<T> {
        match *self {
            Self::Fixed { .. } | Self::Elsewhere => Poly::new(&[T::zero()]),
            Self::Turn { u, .. } => Poly::linear(T::int(-i64::from(u)), T::one()),
            Self::Foot { on, chart } => {
                let [f0, f1] = on.gap::<T>(world).charted(chart);
                let k = on.leading::<T>(world).k;
                f0.scale(&k[1].neg()).add(&f1.scale(&k[0]))
            }
            Self::Flat { on, chart, .. } => flat_poly(world, on, chart),
            Self::Cross { a, b, chart } => {
                let [a0, a1] = a.gap::<T>(world).charted(chart);
                let [b0, b1] = b.gap::<T>(world).charted(chart);
                a0.mul(&b1).sub(&b0.mul(&a1))
            }
            Self::Align { i, j, chart, .. } => {
                Lin::turned(&pawl_edge::<T>(world, i), &outward(&land_edge::<T>(world, j))).charted(chart)[0].clone()
            }
            Self::Reverse { on, chart } => on.leading::<T>(world).charted(chart)[0].clone(),
            Self::Meet { i, j } => {
                let (q, v) = (T::pawl(world, i), T::velocity(world));
                let r = minus(T::land(world, j), T::hinge(world));
                let twice = dot(&r, v).mul(&T::int(-2));
                Poly::new(&[dot(&r, &r).sub(&dot(q, q)), twice, dot(v, v)])
            }
            Self::Mark { on, rough, .. } => mark_poly(world, on, rough),
            Self::At { ref t, on, chart } => on.gap::<T>(world).at_time(&T::exactly(t), chart),
        }
    }

    /// Time and angle by x.
    pub fn param<T: Number>(&self, world: &World) -> Param<T> {
        let by_curve = |on: Curve, chart: i32| {
            let [f0, f1] = on.gap::<T>(world).charted(chart);
            Param::by_angle(f0.neg(), f1, chart)
        };
        match *self {
            Self::Fixed { ref t, chart, .. } | Self::At { ref t, chart, .. } => {
                Param::by_angle(Poly::constant(T::exactly(t)), Poly::constant(T::one()), chart)
            }
            Self::Foot { on, chart } => {
                let k = on.leading::<T>(world).k;
                Param::by_angle(Poly::constant(k[0].clone()), Poly::constant(k[1].neg()), chart)
            }
            Self::Flat { by, chart, .. } => by_curve(by, chart),
            Self::Turn { on, chart, .. } => by_curve(on, chart),
            Self::Cross { a, chart, .. } => by_curve(a, chart),
            Self::Align { on, chart, .. } | Self::Reverse { on, chart } => by_curve(on, chart),
            Self::Meet { i, j } => {
                let (q, v) = (T::pawl(world, i), T::velocity(world));
                let r = minus(T::land(world, j), T::hinge(world));
                Param::by_time([dot(q, &r), dot(q, v).neg()], [cross(q, &r), cross(q, v).neg()], dot(q, q))
            }
            Self::Mark { on, rough, zeta } => mark_param(world, on, rough, zeta),
            // never asked: its exact number is known
            Self::Elsewhere => Param::by_time([T::zero(), T::zero()], [T::zero(), T::zero()], T::zero()),
        }
    }

    /// The chart x is u of, where it is.
    pub fn chart(&self) -> Option<i32> {
        match *self {
            Self::Fixed { chart, .. }
            | Self::Turn { chart, .. }
            | Self::Foot { chart, .. }
            | Self::Flat { chart, .. }
            | Self::Cross { chart, .. }
            | Self::Align { chart, .. }
            | Self::Reverse { chart, .. }
            | Self::At { chart, .. } => Some(chart),
            Self::Meet { .. } | Self::Mark { .. } | Self::Elsewhere => None,
        }
    }
}

/// The polynomial of the angle at which a curve stays: F₀ of a vertex on an edge along the motion, F₁ of an edge along
/// the motion on a vertex.
pub(crate) fn flat_poly<T: Number>(world: &World, on: Curve, chart: i32) -> Poly<T> {
    let [f0, f1] = on.gap::<T>(world).charted(chart);
    match on.kind {
        Kind::B => f0,
        Kind::A => f1,
    }
}

/// (1 + μ²) for a rough mark, 1 for a tangency.
fn widened<T: Number>(world: &World, rough: bool) -> T {
    let mu = T::friction(world);
    if rough { T::one().add(&mu.mul(mu)) } else { T::one() }
}

/// A: |r|² |e|² = d² (1 + μ²). B: h² (1 + μ²) = ρ² |N|².
fn mark_poly<T: Number>(world: &World, on: Curve, rough: bool) -> Poly<T> {
    let wide = widened::<T>(world, rough);
    let h = on.height::<T>(world).k;
    match on.kind {
        Kind::A => {
            let v = T::velocity(world);
            let r = minus(T::land(world, on.j), T::hinge(world));
            let e = pawl_edge::<T>(world, on.i);
            let twice = dot(&r, v).mul(&T::int(-2));
            Poly::new(&[dot(&r, &r), twice, dot(v, v)])
                .scale(&dot(&e, &e))
                .sub(&Poly::constant(h[0].mul(&h[0]).mul(&wide)))
        }
        Kind::B => {
            let (q, g) = (T::pawl(world, on.i), land_edge::<T>(world, on.j));
            let h = Poly::new(&h);
            h.mul(&h).scale(&wide).sub(&Poly::constant(dot(q, q).mul(&dot(&g, &g))))
        }
    }
}

/// A: r = (d/|e|²) R (n + ζμe). B: R q = −(h/|N|²)(N + ζμ J N).
fn mark_param<T: Number>(world: &World, on: Curve, rough: bool, zeta: i8) -> Param<T> {
    let by = if rough { T::friction(world).mul(&T::int(i64::from(zeta))) } else { T::zero() };
    let h = on.height::<T>(world).k;
    match on.kind {
        Kind::A => {
            let e = pawl_edge::<T>(world, on.i);
            let n = outward(&e);
            let m: V2<T> = [n[0].add(&by.mul(&e[0])), n[1].add(&by.mul(&e[1]))];
            let (v, r) = (T::velocity(world), minus(T::land(world, on.j), T::hinge(world)));
            let w = h[0].mul(&widened::<T>(world, rough));
            Param::by_time([dot(&m, &r), dot(&m, v).neg()], [cross(&m, &r), cross(&m, v).neg()], w)
        }
        Kind::B => {
            let (q, g) = (T::pawl(world, on.i), land_edge::<T>(world, on.j));
            let n = outward(&g);
            // J N = J(−J g) = g
            let m: V2<T> = [n[0].add(&by.mul(&g[0])), n[1].add(&by.mul(&g[1]))];
            let (c, s) = (dot(q, &m).neg(), cross(q, &m).neg());
            Param::by_time([h[0].mul(&c), h[1].mul(&c)], [h[0].mul(&s), h[1].mul(&s)], dot(q, q).mul(&dot(&g, &g)))
        }
    }
}

/// A point with all that is known of it.
#[derive(Clone, Debug)]
pub(crate) struct Point {
    pub t: Interval,
    pub c: Interval,
    pub s: Interval,
    pub x: Interval,
    pub construction: PointConstruction,
    exact: OnceCell<Rc<Exact>>,
}

impl Point {
    /// Its place u in a chart.
    pub fn place(&self, chart: i32) -> Interval {
        match self.construction.chart() {
            Some(own) if own == chart => self.x,
            _ => u_of(self.c, self.s, chart),
        }
    }
}

#[derive(Debug)]
pub(crate) struct Exact {
    pub x: Algebraic,
    pub by: Param<Rational>,
}

/// How often decisions were made, and how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Signs and orders that intervals decided.
    pub filtered: u64,
    /// Signs and orders that needed exact arithmetic.
    pub exact: u64,
    /// Pairs of curves of which the crossings were sought.
    pub pairs: u64,
    /// Pairs of boxes that were compared.
    pub boxes: u64,
}

impl Counts {
    /// All calls of predicates.
    #[must_use]
    pub fn calls(&self) -> u64 {
        self.filtered + self.exact + self.pairs + self.boxes
    }
}

/// Decides about points of one world, and counts.
#[derive(Debug)]
pub(crate) struct ExactPredicates<'a> {
    pub world: &'a World,
    pub counts: Cell<Counts>,
    /// Whether something was asked that the intervals of a boxed world do not decide.
    pub doubt: Cell<bool>,
}

impl<'a> ExactPredicates<'a> {
    pub fn new(world: &'a World) -> Self {
        Self { world, counts: Cell::new(Counts::default()), doubt: Cell::new(false) }
    }

    /// Whether balls can be asked.
    #[inline]
    pub fn quick(&self) -> bool {
        self.world.balls.is_some() && !self.world.boxed
    }

    pub fn count(&self, what: impl FnOnce(&mut Counts)) {
        let mut counts = self.counts.get();
        what(&mut counts);
        self.counts.set(counts);
    }

    /// A point from an enclosure that holds exactly one root of the construction's polynomial.
    pub fn point(&self, construction: PointConstruction, x: Interval) -> Point {
        if self.quick() {
            let by = construction.param::<Ball>(self.world);
            let at = Ball::of(x);
            let w = by.w.horner(&at);
            let part = |p: &Poly<Ball>| clamp(p.horner(&at).divided(w).interval());
            let t = by.tn.horner(&at).divided(by.td.horner(&at)).interval();
            if sharp(t) {
                return Point { t, c: part(&by.c), s: part(&by.s), x, construction, exact: OnceCell::new() };
            }
        }
        self.finer(Point { t: x, c: x, s: x, x, construction, exact: OnceCell::new() })
    }

    /// The same point with time and angle enclosed as narrowly as intervals can.
    pub fn finer(&self, mut point: Point) -> Point {
        let by = point.construction.param::<Interval>(self.world);
        let x = point.x;
        let w = by.w.eval(x);
        let part = |p: &Poly<Interval>| clamp(p.eval(x).div(w));
        (point.c, point.s) = (part(&by.c), part(&by.s));
        point.t = by.tn.eval(x).div(by.td.eval(x));
        if self.world.boxed || sharp(point.t) { point } else { self.sharpened(point) }
    }

    /// A point with rational t and u.
    pub fn fixed(&self, t: Rational, u: Rational, chart: i32) -> Point {
        let x = to_interval(&u);
        self.point(PointConstruction::Fixed { t, u, chart }, x)
    }

    /// A point whose x is known exactly.
    pub fn of_algebraic(&self, construction: PointConstruction, x: Algebraic) -> Point {
        let near = x.enclosure();
        let by = construction.param::<Rational>(self.world);
        let exact = OnceCell::from(Rc::new(Exact { x, by }));
        self.finer(Point { t: near, c: near, s: near, x: near, construction, exact })
    }

    /// The point with the same x by another construction. Where floats did not tell its root from others, its exact number goes along.
    pub fn instead(&self, point: &Point, construction: PointConstruction) -> Point {
        match point.exact.get() {
            Some(exact) => self.of_algebraic(construction, exact.x.clone()),
            None => self.point(construction, point.x),
        }
    }

    /// The same point with a time enclosed through its exact number.
    fn sharpened(&self, mut point: Point) -> Point {
        let exact = self.exact(&point);
        if sign_at(&exact.by.td, &exact.x) == Sign::Zero {
            return point; // what lasts has no time of its own
        }
        for bits in [96usize, 192, 384, 768, 1536] {
            let (lo, hi) = exact.x.bounds(bits);
            let value = |p: &Poly<Rational>| ranged(p, &lo, &hi);
            let (n, d) = (value(&exact.by.tn), value(&exact.by.td));
            let t = outer(&n).div(outer(&d));
            if t.is_finite() && t.width() <= TIME_KNOWN * (1.0 + t.mid().abs()) {
                point.t = t;
                break;
            }
            if t.is_finite() && (!point.t.is_finite() || t.width() < point.t.width()) {
                point.t = t;
            }
        }
        point
    }

    /// The exact number behind a point.
    pub fn exact(&self, point: &Point) -> Rc<Exact> {
        Rc::clone(point.exact.get_or_init(|| {
            let by = point.construction.param::<Rational>(self.world);
            let x = match &point.construction {
                PointConstruction::Fixed { u, .. } => Algebraic::rational(u.clone()),
                construction => {
                    let poly = construction.poly::<Rational>(self.world);
                    Algebraic::from_bracket(&poly, point.x.lo, point.x.hi)
                        .expect("the bracket was certified to hold one root")
                }
            };
            Rc::new(Exact { x, by })
        }))
    }

    /// A point as those of other pawls may see it, whose features have other numbers.
    pub fn as_seen_by_others(&self, point: &Point) -> Point {
        if !self.world.boxed {
            self.exact(point);
        }
        Point { construction: PointConstruction::Elsewhere, ..point.clone() }
    }

    /// The sign of a form at a point.
    pub fn sign(&self, form: Form, point: &Point) -> Sign {
        if let Some(sign) = self.ball_sign(form, point.t, point.c, point.s) {
            self.count(|c| c.filtered += 1);
            return sign;
        }
        let near = form.lin::<Interval>(self.world).value(point.t, point.c, point.s);
        if let Some(sign) = near.sign() {
            self.count(|c| c.filtered += 1);
            return sign;
        }
        if self.unsure() {
            return Sign::Plus;
        }
        if let Some(sign) = self.sign_at_known(form, point) {
            self.count(|c| c.filtered += 1);
            return sign;
        }
        self.count(|c| c.exact += 1);
        let exact = self.exact(point);
        let form = form.lin::<Rational>(self.world).along(&exact.by);
        sign_at(&form, &exact.x).times(sign_at(&exact.by.w, &exact.x)).times(sign_at(&exact.by.td, &exact.x))
    }

    /// The sign of a form at a point whose x is a float: no quotient is taken, so that what is zero is seen to be.
    fn sign_at_known(&self, form: Form, point: &Point) -> Option<Sign> {
        if !point.x.is_point() {
            return None;
        }
        let by = point.construction.param::<Interval>(self.world);
        let value = form.lin::<Interval>(self.world).along(&by).horner(&point.x).sign()?;
        Some(value.times(by.w.horner(&point.x).sign()?).times(by.td.horner(&point.x).sign()?))
    }

    /// The order in time of two points whose x are floats.
    fn order_of_known(&self, a: &Point, b: &Point) -> Option<Ordering> {
        let known = |p: &Point| p.x.is_point() && p.exact.get().is_none();
        if !(known(a) && known(b)) {
            return None;
        }
        let time = |p: &Point| {
            let by = p.construction.param::<Interval>(self.world);
            (by.tn.horner(&p.x), by.td.horner(&p.x))
        };
        let ((n, d), (m, e)) = (time(a), time(b));
        let across = (n * e - m * d).sign()?;
        Some(across.times(d.sign()?).times(e.sign()?).order())
    }

    /// The sign of a form within enclosures, where they tell.
    pub fn near_sign(&self, form: Form, t: Interval, c: Interval, s: Interval) -> Option<Sign> {
        self.count(|c| c.filtered += 1);
        if let Some(sign) = self.ball_sign(form, t, c, s) {
            return Some(sign);
        }
        form.lin::<Interval>(self.world).value(t, c, s).sign()
    }

    /// The sign of a form within enclosures by balls, unless it may be zero.
    #[inline]
    fn ball_sign(&self, form: Form, t: Interval, c: Interval, s: Interval) -> Option<Sign> {
        if !self.quick() {
            return None;
        }
        let value = form.value(self.world, Ball::of(t), Ball::of(c), Ball::of(s));
        value.sign().filter(|sign| *sign != Sign::Zero)
    }

    /// The order of two points in time.
    pub fn order(&self, a: &Point, b: &Point) -> Ordering {
        if same(a, b) && (!self.world.boxed || self.surely_same(a, b)) {
            self.count(|c| c.filtered += 1);
            return Ordering::Equal;
        }
        if let Some(order) = a.t.order(b.t) {
            self.count(|c| c.filtered += 1);
            return order;
        }
        if self.unsure() {
            return Ordering::Less;
        }
        if let Some(order) = self.order_of_known(a, b) {
            self.count(|c| c.filtered += 1);
            return order;
        }
        self.count(|c| c.exact += 1);
        let (p, q) = (self.exact(a), self.exact(b));
        let across = product(&p.by.tn, &q.by.td).sub(&product(&p.by.td, &q.by.tn));
        let sign = sign_at_two(&across, &p.x, &q.x);
        sign.times(sign_at(&p.by.td, &p.x)).times(sign_at(&q.by.td, &q.x)).order()
    }

    /// The order of the angles of two points of one chart whose x is u.
    pub fn order_by_angle(&self, a: &Point, b: &Point) -> Ordering {
        if let Some(order) = a.x.order(b.x) {
            self.count(|c| c.filtered += 1);
            return order;
        }
        if self.unsure() {
            return Ordering::Less;
        }
        self.count(|c| c.exact += 1);
        compare(&self.exact(a).x, &self.exact(b).x)
    }

    /// A rational time strictly between two points, the first of which comes before the second.
    pub fn between(&self, a: &Point, b: &Point) -> Rational {
        if a.t.hi < b.t.lo {
            let mid = 0.5 * a.t.hi + 0.5 * b.t.lo;
            if a.t.hi < mid && mid < b.t.lo {
                return rational(mid);
            }
        }
        if self.unsure() {
            return rational(b.t.mid());
        }
        self.count(|c| c.exact += 1);
        let mut bits = 96;
        loop {
            let (a, b) = (self.time_bounds(a, bits), self.time_bounds(b, bits));
            if let (Some((_, hi)), Some((lo, _))) = (a, b)
                && hi < lo
            {
                return (hi + lo) / Rational::from(2);
            }
            bits *= 2;
        }
    }

    /// Rational bounds of a point's time.
    pub fn time_bounds(&self, point: &Point, bits: usize) -> Option<(Rational, Rational)> {
        let exact = self.exact(point);
        let (lo, hi) = exact.x.bounds(bits);
        let (n, d) = (ranged(&exact.by.tn, &lo, &hi), ranged(&exact.by.td, &lo, &hi));
        if sign_of(&d.0) != sign_of(&d.1) || sign_of(&d.0) == Sign::Zero {
            return None;
        }
        let all = [&n.0 / &d.0, &n.0 / &d.1, &n.1 / &d.0, &n.1 / &d.1];
        let least = all.iter().min()?.clone();
        let most = all.iter().max()?.clone();
        Some((least, most))
    }
}

/// Whether two points are one by the way they come about.
pub(crate) fn same(a: &Point, b: &Point) -> bool {
    let alike = match (&a.construction, &b.construction) {
        (PointConstruction::Cross { a, b, chart }, PointConstruction::Cross { a: c, b: d, chart: other }) => {
            chart == other && ((a == c && b == d) || (a == d && b == c))
        }
        (PointConstruction::Align { i, j, chart, .. }, PointConstruction::Align { i: k, j: l, chart: other, .. }) => {
            i == k && j == l && chart == other
        }
        (PointConstruction::Meet { i, j }, PointConstruction::Meet { i: k, j: l }) => i == k && j == l,
        (
            PointConstruction::Mark { on, rough, zeta },
            PointConstruction::Mark { on: on_too, rough: rough_too, zeta: zeta_too },
        ) => on == on_too && rough == rough_too && zeta == zeta_too,
        (PointConstruction::Fixed { .. }, PointConstruction::Fixed { .. }) => return a.construction == b.construction,
        (PointConstruction::Elsewhere, _) | (_, PointConstruction::Elsewhere) => {
            return matches!((a.exact.get(), b.exact.get()), (Some(a), Some(b)) if Rc::ptr_eq(a, b));
        }
        (a, b) => a == b,
    };
    // the ends of a bracket are never its root, so brackets of one root overlap by more than an end
    let (lo, hi) = (a.x.lo.max(b.x.lo), a.x.hi.min(b.x.hi));
    alike && (lo < hi || (lo == hi && (a.x.is_point() || b.x.is_point())))
}

/// p(x) q(y).
fn product(p: &Poly<Rational>, q: &Poly<Rational>) -> Poly2 {
    Poly2::in_x(p).mul(&Poly2::in_y(q))
}

/// Whether a time is known well enough to be compared with others.
fn sharp(t: Interval) -> bool {
    t.is_finite() && t.width() <= TIME_SHARP * (1.0 + t.mid().abs())
}

/// cos and sin lie in [−1, 1].
fn clamp(x: Interval) -> Interval {
    Interval::new(x.lo.clamp(-1.0, 1.0), x.hi.clamp(-1.0, 1.0))
}

/// Bounds of a polynomial over a narrow range, by Horner in rational intervals.
fn ranged(p: &Poly<Rational>, lo: &Rational, hi: &Rational) -> (Rational, Rational) {
    let mut sum = (Rational::ZERO, Rational::ZERO);
    for c in p.coefficients().iter().rev() {
        let all = [&sum.0 * lo, &sum.0 * hi, &sum.1 * lo, &sum.1 * hi];
        let least = all.iter().min().expect("four products") + c;
        let most = all.iter().max().expect("four products") + c;
        sum = (least, most);
    }
    sum
}

fn outer(range: &(Rational, Rational)) -> Interval {
    to_interval(&range.0).hull(to_interval(&range.1))
}
