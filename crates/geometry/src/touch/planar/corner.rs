//! Which joints of an outline are corners that can touch.
//!
//! The material lies left of the outline, so a joint is convex where it turns left. Where it turns straight back (a cusp),
//! the curvatures decide: coming in with k₁ and leaving with k₂ (left positive) the material is the thin side if k₁ + k₂ < 0.

use super::extent::PlanarExtent;
use crate::segment::Segment;
use crate::tolerances::{SMOOTH_ARC, STEEPEST_UNDER, STRAIGHT};
use mainspring_numerics::vec2::{cross, dot, hypot, sub};

/// The convex corner where `before` ends and `after` starts.
pub(super) fn corner_between(
    before: &Segment,
    after: &Segment,
    shift: impl Fn([f64; 2]) -> [f64; 2],
) -> Option<PlanarExtent> {
    let (into, out) = (before.tangent(true), after.tangent(false));
    let smooth = if before.is_straight() && after.is_straight() { STRAIGHT } else { SMOOTH_ARC };
    let (side, ahead) = (cross(into, out), dot(into, out));
    let convex =
        if side.abs() > smooth { side > 0.0 } else { ahead < 0.0 && curvature(before) + curvature(after) < 0.0 };
    convex.then(|| PlanarExtent::Corner {
        at: shift(after.from()),
        leaving: [[-into[0], -into[1]], out],
        lengths: [long(before), long(after)],
    })
}

/// How far pieces go on under each other where `before` ends and `after` starts and the outline is notched, m: until they are
/// `depth` below the other's surface. What has crept a little into one of them would else pass the other one's end.
pub(super) fn under_notch(before: &Segment, after: &Segment, depth: f64) -> f64 {
    let (into, out) = (before.tangent(true), after.tangent(false));
    let side = cross(into, out);
    if side < -STRAIGHT { (depth / -side).min(STEEPEST_UNDER * depth) } else { 0.0 }
}

fn curvature(piece: &Segment) -> f64 {
    piece.cap().map_or(0.0, |cap| cap.sign / cap.radius)
}

fn long(piece: &Segment) -> f64 {
    match piece.cap() {
        Some(cap) => 2.0 * cap.half * cap.radius,
        None => hypot(sub(piece.to(), piece.from())),
    }
}
