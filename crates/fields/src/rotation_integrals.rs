//! Friction integrals of a piece that turns about a near point c, as sums along its rim.
//!
//! With q = r − c and ρ = |q|, by Euler's theorem on homogeneous functions (weights q·n ds, see [`BoundaryCurve`]):
//!   R = ∫ q/ρ dA = ½ ∮ q/ρ (q·n) ds,   Q = ∫ ρ dA = ⅓ ∮ ρ (q·n) ds,   L = ∫ (1 − q qᵀ/ρ²)/ρ dA = ∮ n qᵀ/ρ ds.
//! On a line q = h n + s t and ∫ds/ρ = D = 2 artanh(l/(ρ₁ + ρ₂)), so that with ρ₂ − ρ₁ = Δ
//!   R += ½ (n h² D + t h Δ),   Q += h/6 (s₂ρ₂ − s₁ρ₁ + h² D),   L += n (n h D + t Δ)ᵀ.
//! D and Δ are found without cancellation, so at k radii from the middle R loses a factor k of digits, Q k²; the
//! series of `distant` takes over before that matters. Arcs of circles: `circular_arc_integrals`; of ellipses: halved towards c.
//!
//! Inside a disc of radius m about c ([`within`]): U = ∫ (1 − ρ/m) q/ρ dA and W = ∫ (1 − ρ/m) ρ dA, where an edge
//! inside adds the integrals above and those of polynomials, and one outside the sector it is seen under:
//!   U += m²/6 ∫ e dθ,   W += m³/12 Δθ.

use crate::boundary::{Arc, BoundaryCurve, Line};
use crate::circular_arc_integrals;
use crate::rotation_sums::Pivot;
use crate::spoke_integrals::{arc_crossings, pieces};
use crate::tolerances::{HALVES_AGREE, WIDEST_PANEL};
use mainspring_numerics::quadrature::adaptive_gauss;
use mainspring_numerics::vec2::{cross, dot, norm};

/// What a line at distance h adds between s₁ and s₂: ρ₂, Δ = ρ₂ − ρ₁, and D, which is 0 where h is.
fn span(h: f64, a: f64, b: f64) -> (f64, f64, f64) {
    let square = h * h;
    let (ra, rb) = ((square + a * a).sqrt(), (square + b * b).sqrt());
    let sum = ra + rb;
    if sum == 0.0 {
        return (rb, 0.0, 0.0);
    }
    // D = 2 artanh y: a series for edges seen under a small angle, else a logarithm
    let y = (b - a) / sum;
    let d = if y < 0.15 {
        let z = y * y;
        2.0 * y * SERIES.iter().rev().fold(0.0, |p, c| p * z + c)
    } else if y < 0.9 {
        libm::log1p(2.0 * y / (1.0 - y))
    } else {
        // ρ₁ + ρ₂ − l = (ρ₁ + s₁) + (ρ₂ − s₂), each without cancellation
        let near_a = if a < 0.0 { square / (ra - a) } else { ra + a };
        let near_b = if b > 0.0 { square / (rb + b) } else { rb - b };
        let gap = near_a + near_b;
        if gap > 0.0 { libm::log1p(2.0 * (b - a) / gap) } else { 0.0 }
    };
    (rb, (a + b) * y, if square > 0.0 { d } else { 0.0 })
}

/// artanh y/y in powers of y²; the next term is below rounding at y = 0.15.
const SERIES: [f64; 10] =
    [1.0, 1.0 / 3.0, 1.0 / 5.0, 1.0 / 7.0, 1.0 / 9.0, 1.0 / 11.0, 1.0 / 13.0, 1.0 / 15.0, 1.0 / 17.0, 1.0 / 19.0];

/// R, Q and L about `center`, given from the rim's middle.
pub(crate) fn about(rim: &BoundaryCurve, center: [f64; 2]) -> Pivot {
    let mut sum = Pivot::default();
    for line in &rim.lines {
        let (n, t) = (line.normal, line.along());
        let h = line.offset - dot(center, n);
        let a = line.start - dot(center, t);
        let b = a + line.length;
        let (rb, delta, d) = span(h, a, b);
        let across = h * d;
        let p = [n[0] * across + t[0] * delta, n[1] * across + t[1] * delta];
        sum.spread = [sum.spread[0] + 0.5 * h * p[0], sum.spread[1] + 0.5 * h * p[1]];
        sum.reach += h / 6.0 * (line.length * rb + a * delta + h * across);
        sum.stiffness[0] += n[0] * p[0];
        sum.stiffness[1] += 0.5 * (n[0] * p[1] + n[1] * p[0]);
        sum.stiffness[2] += n[1] * p[1];
    }
    if !rim.arcs.is_empty() {
        let far = rim.radius + libm::hypot(center[0], center[1]);
        let allowed = HALVES_AGREE * rim.radius * far;
        let free = f64::INFINITY;
        let allowed = [allowed, allowed, allowed * far, free, free, free];
        for arc in &rim.arcs {
            if arc.round {
                circular_arc_integrals::add(&mut sum, arc, center);
                continue;
            }
            // broken where it passes the centre most closely, lest the kink hides between two points
            let close = arc.towards(center);
            arc.panels(WIDEST_PANEL, |from, to| {
                for [low, high] in pieces(to - from, close.map(|angle| angle - from)) {
                    let [x, y, reach, xx, xy, yy] =
                        adaptive_gauss(from + low, from + high, &allowed, &mut |angle| curved(arc, angle, center));
                    sum.spread = [sum.spread[0] + x, sum.spread[1] + y];
                    sum.reach += reach;
                    sum.stiffness = [sum.stiffness[0] + xx, sum.stiffness[1] + xy, sum.stiffness[2] + yy];
                }
            });
        }
    }
    sum
}

/// Integrands of R, Q and L along an arc.
fn curved(arc: &Arc, angle: f64, center: [f64; 2]) -> [f64; 6] {
    let (p, dq) = arc.at(angle);
    let q = [p[0] - center[0], p[1] - center[1]];
    let rho = norm(q);
    if rho == 0.0 {
        return [0.0; 6];
    }
    let g = cross(q, dq) / rho;
    let e = [q[0] / rho, q[1] / rho];
    // n ds = −⊥dq
    let xy = 0.5 * (dq[1] * e[1] - dq[0] * e[0]);
    [0.5 * g * q[0], 0.5 * g * q[1], g * rho * rho / 3.0, dq[1] * e[0], xy, -dq[0] * e[1]]
}

/// U and W of the part of the piece within `disc` of `center`, given from the rim's middle.
pub(crate) fn within(rim: &BoundaryCurve, center: [f64; 2], disc: f64) -> ([f64; 2], f64) {
    let (mut u, mut w) = ([0.0; 2], 0.0);
    for line in &rim.lines {
        let h = line.offset - dot(center, line.normal);
        let a = line.start - dot(center, line.along());
        let b = a + line.length;
        let half = (disc * disc - h * h).max(0.0).sqrt();
        // before the disc, inside it, behind it
        let (enter, leave) = (a.max(-half).min(b), b.min(half).max(a));
        let pieces = if h.abs() < disc && enter < leave {
            [(a, enter, false), (enter, leave, true), (leave, b, false)]
        } else {
            [(a, b, false), (b, b, false), (b, b, false)]
        };
        for (from, to, inside) in pieces {
            if to > from {
                let (du, dw) = if inside { triangle(line, h, from, to, disc) } else { sector(line, h, from, to, disc) };
                u = [u[0] + du[0], u[1] + du[1]];
                w += dw;
            }
        }
    }
    let size = disc.min(rim.radius + libm::hypot(center[0], center[1]));
    let allowed =
        [HALVES_AGREE * rim.radius * size, HALVES_AGREE * rim.radius * size, HALVES_AGREE * rim.radius * size * size];
    for arc in &rim.arcs {
        // as if turning about the centre at 1 rad/s: the disc is where the speed is below its radius
        let [a, b, c, d, e, f] = arc_crossings(arc, [center[1], -center[0], 1.0], disc);
        let [g, h, i] = arc.towards(center);
        let crossings = [a, b, c, d, e, f, g, h, i];
        arc.panels(WIDEST_PANEL, |from, to| {
            for [low, high] in pieces(to - from, crossings.map(|angle| angle - from)) {
                let [x, y, z] = adaptive_gauss(from + low, from + high, &allowed, &mut |angle| {
                    let (p, dq) = arc.at(angle);
                    let q = [p[0] - center[0], p[1] - center[1]];
                    let square = dot(q, q);
                    if square == 0.0 {
                        return [0.0; 3];
                    }
                    let rho = square.sqrt();
                    // dθ = q × dq/ρ², and the radial integrals up to the nearer of rim and disc
                    let (turn, m) = (cross(q, dq) / square, rho.min(disc));
                    let radial = m * m * (0.5 - m / disc / 3.0) * turn / rho;
                    [radial * q[0], radial * q[1], m * m * m * (1.0 / 3.0 - 0.25 * m / disc) * turn]
                });
                u = [u[0] + x, u[1] + y];
                w += z;
            }
        });
    }
    (u, w)
}

fn triangle(line: &Line, h: f64, a: f64, b: f64, disc: f64) -> ([f64; 2], f64) {
    let (n, t, l) = (line.normal, line.along(), b - a);
    let (rb, delta, d) = span(h, a, b);
    let across = 0.5 * h * h * d - h * h * l / (3.0 * disc);
    let along = 0.5 * h * delta - h * l * (a + b) / (6.0 * disc);
    let dry = h / 6.0 * (l * rb + a * delta + h * h * d);
    let viscous = h / 4.0 * (h * h * l + l * (a * a + a * b + b * b) / 3.0);
    ([n[0] * across + t[0] * along, n[1] * across + t[1] * along], dry - viscous / disc)
}

fn sector(line: &Line, h: f64, a: f64, b: f64, disc: f64) -> ([f64; 2], f64) {
    if h == 0.0 {
        return ([0.0; 2], 0.0);
    }
    let (n, t) = (line.normal, line.along());
    let (ra, rb) = ((h * h + a * a).sqrt(), (h * h + b * b).sqrt());
    let unit = |s: f64, r: f64| [(h * n[0] + s * t[0]) / r, (h * n[1] + s * t[1]) / r];
    let (ea, eb) = (unit(a, ra), unit(b, rb));
    let turn = libm::atan2(h * (b - a), h * h + a * b);
    // ∫ e dθ is minus the change of e turned by 90°
    let factor = disc * disc / 6.0;
    ([factor * (eb[1] - ea[1]), factor * (ea[0] - eb[0])], disc * disc * disc / 12.0 * turn)
}
