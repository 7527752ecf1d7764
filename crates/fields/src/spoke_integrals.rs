//! Friction integrals of a piece that hardly turns, over a fan of triangles from its middle.
//!
//! Every edge and the middle span a (signed) triangle; r = t x with x on the edge and t from 0 to 1 covers it, with
//! dA = t x × dx dt. Where no centre of rotation is within six radii the integrands are so smooth that ten points along
//! an edge and six along the spoke reach rounding.
//!
//! [`slower`] keeps to where |v| is below a limit: inside a disc about the far centre. There the rim is replaced by its
//! radial projection on the disc, edges outside becoming arcs of its circle: as a chain this is the rim of what is
//! inside. A point at speed |v| lies (limit − |v|)/|ω| from the circle, along q/ρ = ∓⊥v/|v|; the far centre is not needed.

use crate::boundary::{Arc, BoundaryCurve, Line};
use crate::dry_friction::DryFriction;
use crate::tolerances::{HALVES_AGREE, HARDLY_TURNS, SPOKE_PANEL};
use mainspring_numerics::quadrature::{GAUSS_3, GAUSS_4, GAUSS_6, GAUSS_10, adaptive_gauss};
use mainspring_numerics::vec2::{cross, dot, norm};

fn velocity(twist: [f64; 3], r: [f64; 2]) -> [f64; 2] {
    [twist[0] - twist[2] * r[1], twist[1] + twist[2] * r[0]]
}

/// Unit dry friction, twist and torque about the rim's middle; `speed` is that of the middle.
pub(crate) fn dry<const SLOPES: bool>(rim: &BoundaryCurve, twist: [f64; 3], speed: f64) -> DryFriction {
    // of degree zero in the twist: sums at unit speed neither overflow nor vanish
    let unit = twist.map(|v| v / speed);
    let rub = if unit[2].abs() * rim.radius < HARDLY_TURNS {
        sum_lines::<SLOPES>(rim, unit, &GAUSS_4, &GAUSS_3)
    } else {
        sum_lines::<SLOPES>(rim, unit, &GAUSS_10, &GAUSS_6)
    };
    let mut sum = rub;
    for arc in &rim.arcs {
        arc.panels(SPOKE_PANEL, |from, to| {
            for [at, w] in GAUSS_10 {
                let (x, dx) = arc.at(from + (to - from) * at);
                spoke::<SLOPES>(&mut sum, unit, x, w * (to - from) * cross(x, dx), &GAUSS_6);
            }
        });
    }
    DryFriction { power: sum.power * speed, slopes: sum.slopes.map(|row| row.map(|h| h / speed)), ..sum }
}

fn sum_lines<const SLOPES: bool>(
    rim: &BoundaryCurve,
    twist: [f64; 3],
    along: &[[f64; 2]],
    radial: &[[f64; 2]],
) -> DryFriction {
    let mut sum = DryFriction::default();
    for line in &rim.lines {
        for [at, w] in along {
            spoke::<SLOPES>(&mut sum, twist, line.at(at * line.length), w * line.offset * line.length, radial);
        }
    }
    sum
}

/// Adds what lies along the spoke from the middle to x.
fn spoke<const SLOPES: bool>(sum: &mut DryFriction, twist: [f64; 3], x: [f64; 2], weight: f64, radial: &[[f64; 2]]) {
    for [t, w] in radial {
        let r = [t * x[0], t * x[1]];
        let v = velocity(twist, r);
        let speed = norm(v);
        let share = weight * w * t;
        let e = [v[0] / speed, v[1] / speed];
        sum.wrench[0] += share * e[0];
        sum.wrench[1] += share * e[1];
        sum.wrench[2] += share * cross(r, e);
        sum.power += share * speed;
        if SLOPES {
            // ∂(v/|v|) = p pᵀ/|v| with p = ⊥v/|v|, and ∂v/∂ω = ⊥r
            let a = [-e[1], e[0], dot(e, r)];
            for i in 0..3 {
                for j in 0..3 {
                    sum.slopes[i][j] += share / speed * a[i] * a[j];
                }
            }
        }
    }
}

/// ∫ (1 − |v|/limit) v/|v| dA and its torque about the rim's middle, over where |v| is below the limit.
pub(crate) fn slower(rim: &BoundaryCurve, twist: [f64; 3], limit: f64) -> [f64; 3] {
    let allowed = HALVES_AGREE * rim.radius * rim.radius;
    let allowed = [allowed, allowed, allowed * rim.radius];
    let sign = twist[2].signum();
    let mut sum = [0.0; 3];
    let value = |x: [f64; 2], dx: [f64; 2]| {
        let v = velocity(twist, x);
        let speed = norm(v);
        let (mut x, mut dx) = (x, dx);
        if speed > limit {
            // out along the spoke of the far centre, and the projection's derivative along its circle
            let out = [sign * v[1] / speed, -sign * v[0] / speed];
            let by = (limit - speed) / twist[2].abs();
            let turn = cross(out, dx) * limit / speed;
            x = [x[0] + by * out[0], x[1] + by * out[1]];
            dx = [-out[1] * turn, out[0] * turn];
        }
        let weight = cross(x, dx);
        let mut at = [0.0; 3];
        for [t, w] in GAUSS_6 {
            let r = [t * x[0], t * x[1]];
            let v = velocity(twist, r);
            let share = weight * w * t * (1.0 / norm(v) - 1.0 / limit);
            at = [at[0] + share * v[0], at[1] + share * v[1], at[2] + share * cross(r, v)];
        }
        at
    };
    let mut add = |part: [f64; 3]| sum = [0, 1, 2].map(|i| sum[i] + part[i]);
    for line in &rim.lines {
        let t = line.along();
        for [from, to] in pieces(line.length, line_crossings(line, twist, limit)) {
            add(adaptive_gauss(from, to, &allowed, &mut |s| value(line.at(s), t)));
        }
    }
    for arc in &rim.arcs {
        let crossings = arc_crossings(arc, twist, limit);
        arc.panels(SPOKE_PANEL, |from, to| {
            for [low, high] in pieces(to - from, crossings.map(|angle| angle - from)) {
                add(adaptive_gauss(from + low, from + high, &allowed, &mut |angle| {
                    let (x, dx) = arc.at(angle);
                    value(x, dx)
                }));
            }
        });
    }
    sum
}

/// 0..`to` (either way) cut at those of the stops that lie within.
pub(crate) fn pieces<const N: usize>(to: f64, stops: [f64; N]) -> impl Iterator<Item = [f64; 2]> {
    let mut stops = stops.map(|s| if s * to > 0.0 && s.abs() < to.abs() { s.abs() } else { to.abs() });
    stops.sort_by(f64::total_cmp);
    let mut from = 0.0;
    let sign = to.signum();
    (0..=N).filter_map(move |i| {
        let next = stops.get(i).copied().unwrap_or(to.abs());
        let piece = [sign * from, sign * next];
        let some = next > from;
        from = next;
        some.then_some(piece)
    })
}

/// Where along a line the speed is the limit, from where it starts; not a number where it never is.
fn line_crossings(line: &Line, twist: [f64; 3], limit: f64) -> [f64; 2] {
    let (v, t, spin) = (velocity(twist, line.at(0.0)), line.along(), twist[2]);
    // |v + ω s ⊥t|² = limit²
    let b = spin * cross(t, v);
    let speed = norm(v);
    let c = (speed - limit) * (speed + limit);
    let root = (b * b - spin * spin * c).sqrt();
    let k = -(b + if b < 0.0 { -root } else { root });
    [k / (spin * spin), c / k]
}

/// Angles along an arc of a circle where the speed is the limit; not a number where it never is.
pub(crate) fn arc_crossings(arc: &Arc, twist: [f64; 3], limit: f64) -> [f64; 6] {
    let (v, spin) = (velocity(twist, arc.middle), twist[2]);
    // |v + ω ⊥(a cos θ + b sin θ)|² with |a| = |b|
    let (x, y) = (spin * cross(arc.cosine, v), spin * cross(arc.sine, v));
    let rest = limit * limit - dot(v, v) - spin * spin * dot(arc.cosine, arc.cosine);
    let (base, half) = (libm::atan2(y, x), libm::acos(rest / (2.0 * libm::hypot(x, y))));
    let turn = std::f64::consts::TAU;
    [base - half, base + half, base - half + turn, base + half + turn, base - half - turn, base + half - turn]
}
