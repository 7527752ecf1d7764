//! What the gap of one feature pair can do within a stretch of a path.
//!
//! Seen from body a, the centre p of b's primitive moves with |ṗ| ≤ P₁ and |p̈| ≤ P₂:
//!
//! ```text
//! w = c_b − x_a    |ẇ| ≤ W₁ = La + Lb + Ωb ρb        |ẅ| ≤ W₂ = Aa + Ab + (αb + Ωb²) ρb
//! P₁ = W₁ + Ωa |w|                                   P₂ = W₂ + 2 Ωa W₁ + (αa + Ωa²) |w|
//! ```
//!
//! with |w| at its largest in the stretch. A gap over a plane is linear in p, so |g̈| ≤ P₂; for two round ones u = |d|² is used,
//! which is smooth even where the centres meet: |u̇| at the middle and |ü| ≤ 2(|ḋ|² + |d||d̈|). Values at the middle of the
//! stretch and these bounds enclose the gap. Where bounds are not known in closed form (crossing lines, rims) the second
//! derivative at the middle, four times over, with the bodies' accelerations, stands for them: an estimate.

use super::meet::meet;
use super::motion::{Motion, Speeds};
use super::primitive::Primitive;
use mainspring_numerics::vec3::{cross, dot, norm, sub};

/// An enclosure of a gap over a stretch.
#[derive(Clone, Copy, Debug)]
pub(super) struct GapEnclosure {
    /// g at the middle
    pub gap: f64,
    /// ġ at the middle
    pub rate: f64,
    /// g is nowhere below
    pub low: f64,
    /// nor above
    pub high: f64,
    /// ġ < 0 everywhere
    pub falling: bool,
    /// ġ > 0 everywhere
    pub rising: bool,
    /// how fast the margin can change
    pub drift: f64,
}

/// Gap and its rate; `None` where a gap is not defined.
pub(super) fn gap(a: &Primitive, of_a: &Motion, b: &Primitive, of_b: &Motion) -> Option<(f64, f64)> {
    match (a, b) {
        (Primitive::Plane { at, normal }, Primitive::Point { at: center, radius }) => {
            Some(over_plane(*at, *normal, of_a, *center, *radius, of_b))
        }
        (Primitive::Point { at: center, radius }, Primitive::Plane { at, normal }) => {
            Some(over_plane(*at, *normal, of_b, *center, *radius, of_a))
        }
        (Primitive::Point { at: ca, radius: ra }, Primitive::Point { at: cb, radius: rb }) => {
            let (d, v) = between(*ca, of_a, *cb, of_b);
            let size = norm(d);
            let side = if *ra < 0.0 || *rb < 0.0 { -1.0 } else { 1.0 };
            let rate = if size > 0.0 { dot(d, v) / size } else { norm(v) };
            Some((side * size - ra - rb, side * rate))
        }
        _ => meet(a, of_a, b, of_b).map(|m| (m.gap, m.rate)),
    }
}

/// The enclosure over a stretch of half length `h` about the moment of these motions.
pub(super) fn enclose_gap(
    a: &Primitive,
    of_a: &Motion,
    b: &Primitive,
    of_b: &Motion,
    speeds: &[Speeds; 2],
    h: f64,
) -> Option<GapEnclosure> {
    match (a, b) {
        (Primitive::Plane { .. }, Primitive::Point { at, radius }) => {
            let (g, rate) = gap(a, of_a, b, of_b)?;
            Some(linear(g, rate, relative(of_a, of_b.point(*at), norm(*at), speeds, h), radius, speeds, h))
        }
        (Primitive::Point { at, radius }, Primitive::Plane { .. }) => {
            let (g, rate) = gap(a, of_a, b, of_b)?;
            let turned = [speeds[1], speeds[0]];
            Some(linear(g, rate, relative(of_b, of_a.point(*at), norm(*at), &turned, h), radius, speeds, h))
        }
        (Primitive::Point { at: ca, radius: ra }, Primitive::Point { at: cb, radius: rb }) => {
            Some(round((*ca, *ra, of_a), (*cb, *rb, of_b), speeds, h))
        }
        _ => {
            let m = meet(a, of_a, b, of_b)?;
            let arms = [of_a, of_b].map(|of| norm(sub(m.point, of.position)));
            let push: f64 = (0..2).map(|i| speeds[i].linear_rate + speeds[i].angular_rate * arms[i]).sum();
            Some(enclosed(m.gap, m.rate, 4.0 * m.bias.abs() + push, f64::INFINITY, f64::INFINITY, h))
        }
    }
}

/// P₁ and P₂ of a point now at `world`, `arm` from its own body's origin, seen from the body of `from`.
fn relative(from: &Motion, world: [f64; 3], arm: f64, [a, b]: &[Speeds; 2], h: f64) -> (f64, f64) {
    let first = a.linear + b.linear + b.angular * arm;
    let second = a.linear_rate + b.linear_rate + (b.angular_rate + b.angular * b.angular) * arm;
    let w = norm(sub(world, from.position)) + first * h;
    let turning = a.angular_rate + a.angular * a.angular;
    (first + a.angular * w, second + 2.0 * a.angular * first + turning * w)
}

fn linear(g: f64, rate: f64, (first, second): (f64, f64), radius: &f64, s: &[Speeds; 2], h: f64) -> GapEnclosure {
    let along_arc = radius.abs() * (s[0].angular + s[1].angular);
    enclosed(g, rate, second, first, first.max(along_arc), h)
}

/// From the value and rate at the middle and bounds of both derivatives.
fn enclosed(g: f64, rate: f64, second: f64, first: f64, drift: f64, h: f64) -> GapEnclosure {
    let off = (rate.abs() * h + 0.5 * second * h * h).min(first * h);
    let falling = rate + second * h < 0.0;
    let rising = rate - second * h > 0.0;
    GapEnclosure { gap: g, rate, low: g - off, high: g + off, falling, rising, drift }
}

type Round<'a> = ([f64; 3], f64, &'a Motion);

fn round((ca, ra, of_a): Round, (cb, rb, of_b): Round, speeds: &[Speeds; 2], h: f64) -> GapEnclosure {
    let (d, v) = between(ca, of_a, cb, of_b);
    let arms = [norm(ca), norm(cb)];
    let sum = |f: &dyn Fn(&Speeds, f64) -> f64| f(&speeds[0], arms[0]) + f(&speeds[1], arms[1]);
    let first = sum(&|s, arm| s.linear + s.angular * arm);
    let second = sum(&|s, arm| s.linear_rate + (s.angular_rate + s.angular * s.angular) * arm);
    let size = norm(d);
    let longest = size + first * h;
    let (u, rate) = (size * size, 2.0 * dot(d, v));
    let bend = 2.0 * (first * first + longest * second);
    let off = rate.abs() * h + 0.5 * bend * h * h;
    let nearest = (u - off).max(0.0).sqrt().max(size - first * h).max(0.0);
    let farthest = (u + off).sqrt().min(longest);
    let (falls, rises) = (rate + bend * h < 0.0, rate - bend * h > 0.0);
    let drift = if nearest > 0.0 {
        let swing = first / nearest;
        (ra.abs() * (swing + speeds[0].angular)).max(rb.abs() * (swing + speeds[1].angular))
    } else {
        f64::INFINITY
    };
    let slope = if size > 0.0 { 0.5 * rate / size } else { norm(v) };
    if ra < 0.0 || rb < 0.0 {
        let (low, high) = (-farthest - ra - rb, -nearest - ra - rb);
        GapEnclosure { gap: -size - ra - rb, rate: -slope, low, high, falling: rises, rising: falls, drift }
    } else {
        let (low, high) = (nearest - ra - rb, farthest - ra - rb);
        GapEnclosure { gap: size - ra - rb, rate: slope, low, high, falling: falls, rising: rises, drift }
    }
}

fn over_plane(o: [f64; 3], n: [f64; 3], of_plane: &Motion, c: [f64; 3], r: f64, of_point: &Motion) -> (f64, f64) {
    let (d, v) = between(o, of_plane, c, of_point);
    let n = of_plane.direction(n);
    (dot(n, d) - r, dot(n, v) + dot(cross(of_plane.spin, n), d))
}

/// From a point of one body to a point of another, and its rate.
fn between(a: [f64; 3], of_a: &Motion, b: [f64; 3], of_b: &Motion) -> ([f64; 3], [f64; 3]) {
    let (ra, rb) = (of_a.direction(a), of_b.direction(b));
    let (va, vb) = (cross(of_a.spin, ra), cross(of_b.spin, rb));
    let d = [0, 1, 2].map(|i| (of_b.position[i] - of_a.position[i]) + (rb[i] - ra[i]));
    (d, [0, 1, 2].map(|i| (of_b.velocity[i] - of_a.velocity[i]) + (vb[i] - va[i])))
}
