//! Pairs of features of two planar regions: which can touch, and how far inside both extents they do.
//!
//! Corner–edge, corner–arc, arc–edge and arc–arc can touch, the last with one arc hollow only if the other's radius is smaller.
//! A point by itself touches what a corner touches. Two edges meet at the corner (or arc) where one of them ends, and so do an edge and a hollow arc.

use super::extent::PlanarExtent;
use super::surface::{PlanarSurface, Pose};
use crate::tolerances::CORNER_ANGLE;
use crate::touch::feature::FeaturePair;

use mainspring_numerics::vec2::{dot, hypot, sub};

/// Whether two features can touch at all.
fn can_touch(a: &PlanarExtent, b: &PlanarExtent) -> bool {
    match (a, b) {
        (
            PlanarExtent::Corner { .. } | PlanarExtent::Point { .. },
            PlanarExtent::Corner { .. } | PlanarExtent::Point { .. },
        )
        | (PlanarExtent::Edge { .. }, PlanarExtent::Edge { .. }) => false,
        (PlanarExtent::Edge { .. }, PlanarExtent::Arc { radius, .. })
        | (PlanarExtent::Arc { radius, .. }, PlanarExtent::Edge { .. }) => *radius > 0.0,
        (PlanarExtent::Arc { radius: p, .. }, PlanarExtent::Arc { radius: q, .. }) => {
            if *p > 0.0 && *q > 0.0 {
                true
            } else {
                p.min(*q) < 0.0 && p.max(*q) > 0.0 && p + q < 0.0
            }
        }
        _ => true,
    }
}

/// Every pair whose features come within `reach` of each other.
pub(crate) fn near(a: &PlanarSurface, pa: Pose, b: &PlanarSurface, pb: Pose, reach: f64, out: &mut Vec<FeaturePair>) {
    let seen = pa.seeing(&pb);
    if hypot(seen.at) > a.radius + b.radius + reach {
        return;
    }
    // only features of a in reach of the circle around b need be looked at
    for (i, x) in a.parts.iter().enumerate() {
        let (cx, rx) = a.circles[i];
        if hypot(sub(cx, seen.at)) > rx + b.radius + reach {
            continue;
        }
        for (j, y) in b.parts.iter().enumerate() {
            if !can_touch(x, y) {
                continue;
            }
            let (cy, ry) = b.circles[j];
            let cy = seen.point(cy);
            if hypot(sub(cx, cy)) <= rx + ry + reach && close(x, y, &seen, reach) {
                out.push(FeaturePair { a: i as u32, b: j as u32 });
            }
        }
    }
}

/// A closer look where one of the two is an edge: circles around long edges say little.
fn close(x: &PlanarExtent, y: &PlanarExtent, seen: &Pose, reach: f64) -> bool {
    let (edge, point, radius) = match (x, y) {
        (PlanarExtent::Edge { .. }, _) => {
            let Some((c, r)) = y.round() else { return true };
            (x, seen.point(c), r)
        }
        (_, PlanarExtent::Edge { .. }) => {
            let Some((c, r)) = x.round() else { return true };
            (y, seen.back(sub(c, seen.at)), r)
        }
        _ => return true,
    };
    let PlanarExtent::Edge { from, normal, .. } = *edge else { return true };
    let height = dot(normal, sub(point, from));
    height.abs() <= reach + radius && edge.inside_edge(point) >= -(reach + radius)
}

/// How far the place of contact is inside both features' extents (m).
pub(crate) fn margin(a: &PlanarSurface, pa: Pose, b: &PlanarSurface, pb: Pose, pair: FeaturePair) -> f64 {
    let (x, y) = (&a.parts[pair.a as usize], &b.parts[pair.b as usize]);
    let seen = pa.seeing(&pb);
    let (of_x, of_y) = (x.round(), y.round());
    match (of_x, of_y) {
        (None, Some((c, _))) => {
            let PlanarExtent::Edge { normal, .. } = *x else { return f64::INFINITY };
            let toward = seen.back(normal);
            x.inside_edge(seen.point(c)).min(y.inside_arc([-toward[0], -toward[1]]))
        }
        (Some((c, _)), None) => {
            let PlanarExtent::Edge { normal, .. } = *y else { return f64::INFINITY };
            let toward = seen.direction(normal);
            y.inside_edge(seen.back(sub(c, seen.at))).min(x.inside_arc([-toward[0], -toward[1]]))
        }
        (Some((cx, rx)), Some((cy, ry))) => {
            let d = sub(seen.point(cy), cx);
            // seen from a ball in a hollow, the place lies away from the hollow's centre
            let (sx, sy) = (if ry < 0.0 { -1.0 } else { 1.0 }, if rx < 0.0 { 1.0 } else { -1.0 });
            let from_y = seen.back(d);
            let ends = x.inside_arc([sx * d[0], sx * d[1]]).min(y.inside_arc([sy * from_y[0], sy * from_y[1]]));
            // beyond a corner's cone the foot of the other's centre is on one of its sides, which takes over there
            let cone = match (rx, ry) {
                (0.0, ry) if ry > 0.0 => x.inside_cone(d),
                (rx, 0.0) if rx > 0.0 => y.inside_cone([-from_y[0], -from_y[1]]),
                _ => f64::INFINITY,
            };
            ends.min(cone)
        }
        (None, None) => f64::NEG_INFINITY,
    }
}

/// How well a corner's material lies on its side of a contact with unit normal `n` (out of the other's material, in the
/// corner's frame): the smaller d·n of its two sides, and the most that may be missing for an error of `slack` at their ends.
/// None if the feature is no corner.
pub(crate) fn cone(flat: &PlanarSurface, feature: u32, n: [f64; 2], slack: f64) -> Option<(f64, bool)> {
    let PlanarExtent::Corner { leaving, lengths, .. } = flat.parts[feature as usize] else { return None };
    let rise = [dot(leaving[0], n), dot(leaving[1], n)];
    let may = [0, 1].map(|i| (CORNER_ANGLE + 2.0 * slack / lengths[i]).min(0.5));
    Some((rise[0].min(rise[1]), rise[0] >= -may[0] && rise[1] >= -may[1]))
}

/// Every corner and arc within `reach` of a half-space's face, or beyond it; `o` and `n` in the region's frame.
pub(crate) fn near_above(flat: &PlanarSurface, o: [f64; 2], n: [f64; 2], reach: f64, mut found: impl FnMut(u32)) {
    for (i, part) in flat.parts.iter().enumerate() {
        let Some((c, radius)) = part.round() else { continue };
        if radius < 0.0 || dot(n, sub(c, o)) - radius > reach {
            continue;
        }
        if part.inside_arc([-n[0], -n[1]]) >= 0.0 || lowest(part, o, n) <= reach {
            found(i as u32);
        }
    }
}

/// A lower bound of the height of a feature over the line through `o`.
fn lowest(part: &PlanarExtent, o: [f64; 2], n: [f64; 2]) -> f64 {
    let (c, r) = part.around();
    dot(n, sub(c, o)) - r
}

/// How far the lowest place over a half-space is inside the feature's extent; `n` in the region's frame.
#[inline]
pub(crate) fn margin_above(flat: &PlanarSurface, feature: u32, n: [f64; 2]) -> f64 {
    flat.parts[feature as usize].inside_arc([-n[0], -n[1]])
}
