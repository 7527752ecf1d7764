//! The gap between surfaces that are no curves with a thickness: ellipsoids and the sides of cones.
//!
//! Against a point, an edge, a round side or a rim the signed distance φ of the surface is taken along the other's curve q(s):
//! nearest where n·q′ = 0, n = ∇φ. On a straight curve φ is convex and has one such place; on a rim the lowest of a ring of
//! looks is taken to it. Of a cone φ = ρ cos α − z sin α: ρ off the axis, z below the apex, α half the opening; of an ellipsoid
//! see [`super::ellipsoid`].
//!
//! Two such surfaces have a common normal. With h(n) how far a surface reaches along n, the gap is the most that a plane across
//! n can keep them apart,
//!
//! ```text
//! g = max over n of  n·(c_b − c_a) − h_a(n) − h_b(−n)
//! ```
//!
//! over all n for two ellipsoids, over the normals of the cone's generators for an ellipsoid and a cone. Two cones share at most
//! two normals, which their axes alone determine. No n gives more than the true distance, so a search that ends early is
//! on the safe side.
//!
//! Derivatives along the motion are implicit differentiation by jets, as in [`super::curves`].

use super::cone::ConeJet;
use super::curves::{Curve, Form};
use super::ellipsoid::EllipsoidJet;
use crate::tolerances::{CURVE_CONVERGED, PARALLEL};
use crate::touch::jet::{Jet, VecJet};
use crate::touch::meeting::{Meeting, meeting, turned};
use crate::touch::motion::Motion;
use crate::touch::primitive::Primitive;
use mainspring_numerics::vec3::{add_scaled, cross, dot, norm, sub};
use std::f64::consts::TAU;

/// Angles at which a rim, or the normals of a cone, are looked at.
const RING: usize = 32;
/// Steps of a search for a place or a normal.
const STEPS: usize = 60;

#[derive(Clone, Copy)]
enum Smooth {
    Ellipsoid(EllipsoidJet),
    Cone(ConeJet),
}

impl Smooth {
    fn of(primitive: &Primitive, motion: &Motion) -> Option<Self> {
        match *primitive {
            Primitive::Ellipsoid { at, along, half } => {
                Some(Self::Ellipsoid(EllipsoidJet::new(at, along, half, motion)))
            }
            Primitive::Cone { at, axis, slope } => Some(Self::Cone(ConeJet::new(at, axis, slope, motion))),
            _ => None,
        }
    }

    fn frozen(&self) -> Self {
        match self {
            Self::Ellipsoid(e) => Self::Ellipsoid(e.frozen()),
            Self::Cone(k) => Self::Cone(k.frozen()),
        }
    }

    /// Signed distance of a place, and the outward normal there.
    fn field(&self, place: VecJet) -> Option<(Jet, VecJet)> {
        match self {
            Self::Ellipsoid(e) => e.field(place),
            Self::Cone(k) => k.field(place),
        }
    }
}

/// Pairs of which at least one is an ellipsoid or the side of a cone; `None` where they have no definite place.
pub(crate) fn meet_smooth(a: &Primitive, of_a: &Motion, b: &Primitive, of_b: &Motion) -> Option<Meeting> {
    match (Smooth::of(a, of_a), Smooth::of(b, of_b)) {
        (Some(Smooth::Ellipsoid(x)), Some(Smooth::Ellipsoid(y))) => two_ellipsoids(&x, &y),
        (Some(Smooth::Cone(x)), Some(Smooth::Ellipsoid(y))) => cone_and_ellipsoid(&x, &y),
        (Some(Smooth::Ellipsoid(x)), Some(Smooth::Cone(y))) => cone_and_ellipsoid(&y, &x).map(turned),
        (Some(Smooth::Cone(x)), Some(Smooth::Cone(y))) => two_cones(&x, &y),
        (Some(x), None) => against(&x, b, of_b),
        (None, Some(y)) => against(&y, a, of_a).map(turned),
        (None, None) => None,
    }
}

/// A smooth surface and a plane, or a curve with a thickness.
fn against(s: &Smooth, other: &Primitive, of: &Motion) -> Option<Meeting> {
    if let Primitive::Plane { at, normal } = other {
        // a cone touches a plane with its apex and its rim
        let Smooth::Ellipsoid(e) = s else { return None };
        let n = of.direction_jet(*normal).scaled(-1.0);
        let x = e.furthest(n);
        let g = n.dot(of.point_jet(*at).minus(x));
        return Some(meeting(g, n, x.plus(n.times(g).scaled(0.5))));
    }
    let curve = Curve::of(other, of)?;
    if curve.tube < 0.0 || curve.second {
        return None;
    }
    let still = s.frozen();
    // n·q′ and its slope along the curve
    let slope = |t: f64| -> Option<(f64, f64)> {
        let [q, q1, q2] = curve.spot(t);
        let (_, n) = still.field(VecJet { x: q, d: q1, dd: q2 })?;
        Some((dot(n.x, q1), dot(n.d, q1) + dot(n.x, q2)))
    };
    let mut t = Jet::constant(match curve.form {
        Form::Spot => 0.0,
        Form::Straight(u) => nearest_on_line(&still, curve.at.x, u.x, &slope)?,
        Form::Round(..) => nearest_on_rim(&still, &curve, &slope)?,
    });
    if !matches!(curve.form, Form::Spot) {
        let (_, bend) = slope(t.x)?;
        for _ in 0..3 {
            let [q, q1, _] = curve.place(t);
            let (_, n) = s.field(q)?;
            t = t.plus(n.dot(q1).scaled(-1.0 / bend));
        }
    }
    let [q, ..] = curve.place(t);
    let (apart, n) = s.field(q)?;
    let g = apart.plus(Jet::constant(-curve.tube));
    let sound = g.dd.is_finite() && n.x[0].is_finite();
    sound.then(|| meeting(g, n, q.minus(n.scaled(curve.tube)).minus(n.times(g).scaled(0.5))))
}

/// Newton's steps on a rising function, held in a bracket.
fn settle(mut low: f64, mut high: f64, slope: &dyn Fn(f64) -> Option<(f64, f64)>) -> Option<f64> {
    let mut at = 0.5 * (low + high);
    let width = high - low;
    for _ in 0..STEPS {
        let (f, rise) = slope(at)?;
        if f > 0.0 {
            high = at;
        } else {
            low = at;
        }
        let newton = at - f / rise;
        let next = if newton > low && newton < high { newton } else { 0.5 * (low + high) };
        let moved = (next - at).abs();
        at = next;
        if moved <= CURVE_CONVERGED * (width + at.abs()) {
            break;
        }
    }
    Some(at)
}

fn nearest_on_line(
    s: &Smooth,
    at: [f64; 3],
    along: [f64; 3],
    slope: &dyn Fn(f64) -> Option<(f64, f64)>,
) -> Option<f64> {
    match s {
        Smooth::Ellipsoid(e) => {
            // nearest where n ⊥ u: the place is no further along than the ellipsoid reaches
            let (middle, reach) = (dot(along, sub(e.center.x, at)), e.reach(along));
            settle(middle - reach, middle + reach, slope)
        }
        Smooth::Cone(k) => k.nearest_on_line(at, along),
    }
}

fn nearest_on_rim(s: &Smooth, curve: &Curve, slope: &dyn Fn(f64) -> Option<(f64, f64)>) -> Option<f64> {
    let width = TAU / RING as f64;
    let value = |t: f64| {
        let field = s.field(VecJet::constant(curve.spot(t)[0]));
        field.map_or(f64::INFINITY, |(apart, _)| apart.x)
    };
    let best = lowest(value)?;
    settle(best - width, best + width, slope)
}

/// The angle of a ring of them at which a value is least.
fn lowest(value: impl Fn(f64) -> f64) -> Option<f64> {
    let mut best = (f64::INFINITY, None);
    for i in 0..RING {
        // half a step off, so that what is lowest straight ahead is inside a bracket
        let angle = TAU * ((i as f64 + 0.5) / RING as f64 - 0.5);
        let found = value(angle);
        if found < best.0 {
            best = (found, Some(angle));
        }
    }
    best.1
}

/// Two unit vectors at right angles to a unit vector and each other.
fn across(n: [f64; 3]) -> [[f64; 3]; 2] {
    let k = (1..3).fold(0, |k, i| if n[i].abs() < n[k].abs() { i } else { k });
    let mut axis = [0.0; 3];
    axis[k] = 1.0;
    let x = cross(n, axis);
    let size = norm(x);
    let x = x.map(|c| c / size);
    [x, cross(n, x)]
}

/// Gap vector from a to b along n, its part along n, and the Jacobian of its parts across it.
struct Common {
    apart: f64,
    aside: [f64; 2],
    by: [[f64; 2]; 2],
}

fn common(a: &EllipsoidJet, b: &EllipsoidJet, n: [f64; 3], e: &[[f64; 3]; 2]) -> Common {
    let gap = |along: [f64; 3]| {
        let jet = VecJet { x: n, d: along, dd: [0.0; 3] };
        b.furthest(jet.scaled(-1.0)).minus(a.furthest(jet))
    };
    let columns = [gap(e[0]), gap(e[1])];
    let d = columns[0].x;
    let apart = dot(n, d);
    let part = |k: usize, l: usize| dot(e[k], columns[l].d) - if k == l { apart } else { 0.0 };
    Common { apart, aside: e.map(|x| dot(x, d)), by: [[part(0, 0), part(0, 1)], [part(1, 0), part(1, 1)]] }
}

/// The inverse of a 2 × 2 matrix that is negative definite.
fn inverse([[a, b], [c, d]]: [[f64; 2]; 2]) -> Option<[[f64; 2]; 2]> {
    let determinant = a * d - b * c;
    (a < 0.0 && determinant > 0.0).then(|| {
        let by = 1.0 / determinant;
        [[d * by, -b * by], [-c * by, a * by]]
    })
}

fn two_ellipsoids(a: &EllipsoidJet, b: &EllipsoidJet) -> Option<Meeting> {
    let (x, y) = (a.frozen(), b.frozen());
    let way = sub(b.center.x, a.center.x);
    let size = norm(way);
    if size == 0.0 {
        return None;
    }
    let mut n = way.map(|c| c / size);
    let mut e = across(n);
    let mut now = common(&x, &y, n, &e);
    for _ in 0..STEPS {
        let step = inverse(now.by).map_or_else(
            // uphill, by no more than the widest curves allow
            || now.aside.map(|f| f / (size + now.apart.abs())),
            |m| [0, 1].map(|k| -(m[k][0] * now.aside[0] + m[k][1] * now.aside[1])),
        );
        let length = libm::hypot(step[0], step[1]);
        let mut share = (0.5 / length).min(1.0);
        let mut better = None;
        for _ in 0..STEPS {
            let moved = add_scaled(add_scaled(n, share * step[0], e[0]), share * step[1], e[1]);
            let long = norm(moved);
            let next = moved.map(|c| c / long);
            let across = across(next);
            let then = common(&x, &y, next, &across);
            if then.apart >= now.apart - f64::EPSILON * size {
                better = Some((next, across, then));
                break;
            }
            share *= 0.5;
        }
        let Some(found) = better else { break };
        (n, e, now) = found;
        if length * share <= CURVE_CONVERGED {
            break;
        }
    }
    let step = inverse(now.by)?;
    let [mut u, mut v] = [Jet::default(); 2];
    let [e1, e2] = e.map(VecJet::constant);
    let normal = |u: Jet, v: Jet| {
        let sum = VecJet::constant(n).plus(e1.times(u)).plus(e2.times(v));
        sum.times(sum.norm().inverse())
    };
    for _ in 0..3 {
        let n = normal(u, v);
        let d = b.furthest(n.scaled(-1.0)).minus(a.furthest(n));
        let beside = d.minus(n.times(n.dot(d)));
        let (f, g) = (e1.dot(beside), e2.dot(beside));
        u = u.plus(f.scaled(-step[0][0])).plus(g.scaled(-step[0][1]));
        v = v.plus(f.scaled(-step[1][0])).plus(g.scaled(-step[1][1]));
    }
    let n = normal(u, v);
    let (p, q) = (a.furthest(n), b.furthest(n.scaled(-1.0)));
    Some(meeting(n.dot(q.minus(p)), n, p.combined(0.5, q, 0.5)))
}

fn cone_and_ellipsoid(k: &ConeJet, e: &EllipsoidJet) -> Option<Meeting> {
    let (still, round) = (k.frozen(), e.frozen());
    let gap = |t: f64| {
        let n = still.normal(Jet { x: t, d: 1.0, dd: 0.0 });
        (n, round.furthest(n.scaled(-1.0)).minus(still.apex))
    };
    let best = lowest(|t| {
        let (n, d) = gap(t);
        -dot(n.x, d.x)
    })?;
    // −n′·d and its slope, rising through the largest gap
    let slope = |t: f64| {
        let (n, d) = gap(t);
        Some((-dot(n.d, d.x), -dot(n.dd, d.x) - dot(n.d, d.d)))
    };
    let width = TAU / RING as f64;
    let mut t = Jet::constant(settle(best - width, best + width, &slope)?);
    let (_, bend) = slope(t.x)?;
    if bend.is_nan() || bend <= 0.0 {
        return None;
    }
    for _ in 0..3 {
        let n = k.normal(t);
        let d = e.furthest(n.scaled(-1.0)).minus(k.apex);
        t = t.plus(k.normal_slope(t).dot(d).scaled(1.0 / bend));
    }
    let n = k.normal(t);
    let x = e.furthest(n.scaled(-1.0));
    let g = n.dot(x.minus(k.apex));
    Some(meeting(g, n, x.minus(n.times(g).scaled(0.5))))
}

fn two_cones(a: &ConeJet, b: &ConeJet) -> Option<Meeting> {
    // n·k_a = −sin α_a and n·k_b = sin α_b
    let (p, q) = (-a.sine, b.sine);
    let c = a.axis.dot(b.axis);
    let w = a.axis.cross(b.axis);
    let square = w.dot(w);
    if square.x < PARALLEL * PARALLEL {
        return None;
    }
    let by = square.inverse();
    let x = Jet::constant(p).plus(c.scaled(-q)).times(by);
    let y = Jet::constant(q).plus(c.scaled(-p)).times(by);
    let rest = Jet::constant(1.0).plus(x.scaled(-p)).plus(y.scaled(-q)).times(by);
    if rest.x.is_nan() || rest.x <= PARALLEL * PARALLEL {
        return None;
    }
    let z = rest.sqrt();
    let d = b.apex.minus(a.apex);
    let both = [1.0, -1.0].map(|sign| a.axis.times(x).plus(b.axis.times(y)).plus(w.times(z.scaled(sign))));
    let n = if dot(both[0].x, d.x) >= dot(both[1].x, d.x) { both[0] } else { both[1] };
    let (along_a, along_b) = (a.generator(n), b.generator(n.scaled(-1.0)));
    let turn = along_a.cross(along_b).dot(n);
    if turn.x.abs() < PARALLEL {
        return None;
    }
    let s = d.cross(along_b).dot(n).times(turn.inverse());
    let g = n.dot(d);
    Some(meeting(g, n, a.apex.plus(along_a.times(s)).plus(n.times(g).scaled(0.5))))
}
