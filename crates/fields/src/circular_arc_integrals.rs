//! Friction integrals along an arc of a circle, about a centre of rotation anywhere, by panels known beforehand.
//!
//! Let the circle have radius a and its middle the distance d from the centre c. With x the angle from the point of the
//! circle nearest to c, in the directions from the middle towards c and across it,
//!   q = (a cos x − d, a sin x),  q·n = a − d cos x,  ρ² = (a − d)² + 4 a d sin²(x/2).
//! ρ is singular at x = ±i|ln(d/a)|, so panels that grow from there by a factor of three, or are no longer than that
//! distance, are done to rounding by sixteen points, even with c on the arc itself. The integrals are even or odd in x:
//! each half turn is folded onto 0..π, and of a full circle only half is summed.

use crate::boundary::Arc;
use crate::rotation_sums::Pivot;
use crate::tolerances::{LAST_PANEL, NARROWEST_PANEL, WIDEST_PANEL};
use mainspring_numerics::quadrature::GAUSS_16;
use mainspring_numerics::vec2::{cross, dot};
use std::f64::consts::PI;

/// Even sums (R along, Q, L along and across) and odd ones (R across, L mixed) over a stretch of x.
type Folded = [f64; 6];

/// Adds R, Q and L of an arc of a circle about `center`.
pub(crate) fn add(sum: &mut Pivot, arc: &Arc, center: [f64; 2]) {
    let out = [center[0] - arc.middle[0], center[1] - arc.middle[1]];
    let (a, d) = (libm::hypot(arc.cosine[0], arc.cosine[1]), libm::hypot(out[0], out[1]));
    let e = if d > 0.0 { [out[0] / d, out[1] / d] } else { [1.0, 0.0] };
    let across = [-e[1], e[0]];
    let mut total = [0.0; 6];
    if arc.sweep.abs() >= 2.0 * PI {
        let half = stretch(0.0, PI, a, d);
        total = [2.0 * half[0], 2.0 * half[1], 2.0 * half[2], 2.0 * half[3], 0.0, 0.0];
    } else {
        let start = libm::atan2(cross(e, arc.cosine), dot(e, arc.cosine));
        let (low, high) = (start.min(start + arc.sweep), start.max(start + arc.sweep));
        // |start| ≤ π and |sweep| < 2π: half turns from −3 to 2
        for k in -3..3 {
            let (from, to) = (low.max(f64::from(k) * PI), high.min(f64::from(k + 1) * PI));
            if to > from {
                let even = k % 2 == 0;
                let fold = f64::from(if even { k } else { k + 1 }) * PI;
                let part =
                    if even { stretch(from - fold, to - fold, a, d) } else { stretch(fold - to, fold - from, a, d) };
                let odd = if even { 1.0 } else { -1.0 };
                for i in 0..6 {
                    total[i] += if i < 4 { part[i] } else { odd * part[i] };
                }
            }
        }
    }
    let [along, reach, aa, cc, side, ac] = total.map(|t| t * arc.sweep.signum());
    sum.spread = [0, 1].map(|i| sum.spread[i] + along * e[i] + side * across[i]);
    sum.reach += reach;
    sum.stiffness[0] += aa * e[0] * e[0] + cc * across[0] * across[0] + 2.0 * ac * e[0] * across[0];
    sum.stiffness[1] += aa * e[0] * e[1] + cc * across[0] * across[1] + ac * (e[0] * across[1] + e[1] * across[0]);
    sum.stiffness[2] += aa * e[1] * e[1] + cc * across[1] * across[1] + 2.0 * ac * e[1] * across[1];
}

fn stretch(from: f64, to: f64, a: f64, d: f64) -> Folded {
    // |ln(d/a)| is at least this much of it, and no logarithm
    let singular = ((d - a).abs() / d.max(a)).max(NARROWEST_PANEL);
    let mut sum = [0.0; 6];
    let mut x = from;
    while x < to {
        let next = (x + (2.0 * x).max(singular).min(WIDEST_PANEL)).min(to);
        // no sliver at the end
        let next = if to - next < LAST_PANEL * (next - x) { to } else { next };
        for [at, weight] in GAUSS_16 {
            let (s, c) = libm::sincos(0.5 * (x + (next - x) * at));
            let (sine, cosine) = (2.0 * s * c, 1.0 - 2.0 * s * s);
            let along = (a - d) - 2.0 * a * s * s;
            let normal = (a - d) + 2.0 * d * s * s;
            let square = (a - d) * (a - d) + 4.0 * a * d * s * s;
            if square == 0.0 {
                continue;
            }
            let rho = square.sqrt();
            let (w, share) = (weight * (next - x) * a, weight * (next - x) * a / rho);
            sum[0] += 0.5 * share * along * normal;
            sum[1] += w * rho * normal / 3.0;
            sum[2] += share * cosine * along;
            sum[3] += share * a * sine * sine;
            sum[4] += 0.5 * share * a * sine * normal;
            sum[5] += 0.5 * share * sine * (a * cosine + along);
        }
        x = next;
    }
    sum
}
