//! The centre of an arc against the outline that the arc presses: what hides a piece from it, and what it has sunk in behind.
//!
//! A centre in the material has come in by the piece that is nearest, and is pushed out through that one. Others are behind it
//! as well, such as the far side of a plate; theirs fade with ρ = c d/h, where h is how far the centre is behind them and d how far
//! behind the nearest: weight 3ρ² − 2ρ³. Where the centre comes in, d = 0, they weigh nothing.

use super::outline::{Curve, Outline};
use crate::tolerances::SHIELDED;
use mainspring_numerics::vec2::{add_scaled, cross, dot, hypot, sub};

/// How much a piece still stops what has sunk in behind it.
#[derive(Clone, Copy)]
pub(super) struct Behind {
    pub weight: f64,
    /// as the centre moves, 1/m
    pub slope: [f64; 2],
}

/// A centre that is `by` behind piece `own` (none: a notch) with this normal. None where it is not in the material, or has come
/// in another way.
pub(super) fn behind(
    y: &Outline,
    inside: &dyn Fn([f64; 2]) -> bool,
    center: [f64; 2],
    own: Option<usize>,
    by: f64,
    normal: [f64; 2],
) -> Option<Behind> {
    let [low, high] = y.bounds;
    if (0..2).any(|i| center[i] < low[i] || center[i] > high[i]) {
        return None;
    }
    let (mut nearest, mut out) = (f64::INFINITY, [0.0; 2]);
    for (i, piece) in y.pieces.iter().enumerate() {
        if Some(i) == own {
            continue;
        }
        let seen = piece.view(center);
        if seen.beyond.is_none() && seen.depth > 0.0 && seen.depth < nearest {
            (nearest, out) = (seen.depth, seen.normal);
        }
    }
    if !inside(center) {
        return None;
    }
    let rho = SHIELDED * nearest / by;
    if rho >= 1.0 {
        return Some(Behind { weight: 1.0, slope: [0.0; 2] });
    }
    let steep = 6.0 * rho * (1.0 - rho) / by;
    Some(Behind {
        weight: rho * rho * (3.0 - 2.0 * rho),
        slope: [0, 1].map(|i| steep * (rho * normal[i] - SHIELDED * out[i])),
    })
}

/// Whether another piece stands between a centre and piece `own`, which it is above by `height`.
pub(super) fn is_hidden(y: &Outline, center: [f64; 2], own: usize, height: f64, normal: [f64; 2]) -> bool {
    let way = [-normal[0], -normal[1]];
    // of a neighbour no more than the end is at the foot
    let short = height * (1.0 - f64::EPSILON.sqrt());
    let between = |t: f64| t > 0.0 && t < short;
    y.pieces.iter().enumerate().filter(|(i, _)| *i != own).any(|(_, piece)| match piece.curve {
        Curve::Line { from, along, long, .. } => {
            let (off, turn) = (sub(from, center), cross(way, along));
            if turn == 0.0 {
                return false;
            }
            let (t, at) = (cross(off, along) / turn, cross(off, way) / turn);
            between(t) && (long.is_infinite() || (at >= 0.0 && at <= long))
        }
        Curve::Arc { center: middle, radius, .. } => {
            let off = sub(middle, center);
            let along = dot(off, way);
            let aside = hypot(add_scaled(off, -along, way));
            if aside >= radius {
                return false;
            }
            let half = (radius * radius - aside * aside).sqrt();
            let meets = |t: f64| between(t) && piece.spans(sub(add_scaled(center, t, way), middle));
            meets(along - half) || meets(along + half)
        }
    })
}
