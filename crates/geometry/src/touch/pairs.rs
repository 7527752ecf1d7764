//! Two surfaces in their places: feature pairs that are near, how firmly a pair stands, the distance.
//!
//! Which pairs can touch and how far extents reach is for each kind of surface to say; this file sends a question to the right
//! one. A half-space has no extent: its partner's is what counts.

use super::feature::FeaturePair;
use super::meet::meet;
use super::meeting::Meeting;
use super::motion::Motion;
use super::planar::{self, PlanarSurface, Pose};
use super::spatial;
use super::surface::Surface;
use super::surface::{HalfSpace, Kind};
use mainspring_numerics::vec3::{dot, sub};

/// Every feature pair that can touch and whose features come within `reach` (m) of each other; of a half-space, also what is
/// beyond its face. Sorted, each once, appended to `out`.
pub fn near(a: &Surface, of_a: &Motion, b: &Surface, of_b: &Motion, reach: f64, out: &mut Vec<FeaturePair>) {
    if let Some((x, y)) = Surface::in_space(a, b) {
        return spatial::near(x, of_a, y, of_b, reach, out);
    }
    match (&a.kind, &b.kind) {
        (Kind::Planar(x), Kind::Planar(y)) => planar::near(x, Pose::of(of_a), y, Pose::of(of_b), reach, out),
        (Kind::Planar(x), Kind::HalfSpace(half)) => {
            let (o, n) = seen_from(of_a, half, of_b);
            planar::near_above(x, o, n, reach, |i| out.push(FeaturePair { a: i, b: 0 }));
        }
        (Kind::HalfSpace(half), Kind::Planar(y)) => {
            let (o, n) = seen_from(of_b, half, of_a);
            planar::near_above(y, o, n, reach, |i| out.push(FeaturePair { a: 0, b: i }));
        }
        // the two in space are answered above; a planar region and a solid never meet
        _ => {}
    }
}

/// How far (m) the place of contact lies inside the extents of both features: negative beyond, infinite where there are none.
#[inline]
#[must_use]
pub fn margin(a: &Surface, of_a: &Motion, b: &Surface, of_b: &Motion, pair: FeaturePair) -> f64 {
    if let Some((x, y)) = Surface::in_space(a, b) {
        return spatial::margin(x, of_a, y, of_b, pair);
    }
    match (&a.kind, &b.kind) {
        (Kind::Planar(x), Kind::Planar(y)) => planar::margin(x, Pose::of(of_a), y, Pose::of(of_b), pair),
        (Kind::Planar(x), Kind::HalfSpace(half)) => planar::margin_above(x, pair.a, seen_from(of_a, half, of_b).1),
        (Kind::HalfSpace(half), Kind::Planar(y)) => planar::margin_above(y, pair.b, seen_from(of_b, half, of_a).1),
        _ => f64::NEG_INFINITY,
    }
}

/// The same whatever way a corner or edge is touched: for what has sunk in, where [`margin`] says that it cannot have come.
#[must_use]
pub fn inside(a: &Surface, of_a: &Motion, b: &Surface, of_b: &Motion, pair: FeaturePair) -> f64 {
    match Surface::in_space(a, b) {
        Some((x, y)) => spatial::inside_extents(x, of_a, y, of_b, pair),
        None => margin(a, of_a, b, of_b, pair),
    }
}

/// Whether the pair is a true contact here: gap within ± `slack`, inside both extents but for `slack`, and the material of a
/// corner on its own side.
#[inline]
#[must_use]
pub fn stands(a: &Surface, of_a: &Motion, b: &Surface, of_b: &Motion, pair: FeaturePair, slack: f64) -> bool {
    standing(a, of_a, b, of_b, pair, slack).is_some()
}

/// By how much (m) a pair that is a contact here, or may be one within a step, lies beside its extents: closed within `slack` (m).
#[must_use]
pub fn beside(a: &Surface, of_a: &Motion, b: &Surface, of_b: &Motion, pair: FeaturePair, slack: f64) -> Option<f64> {
    if let Some((x, y)) = Surface::in_space(a, b) {
        return spatial::beside(x, of_a, y, of_b, pair, slack);
    }
    stands(a, of_a, b, of_b, pair, slack).then(|| -margin(a, of_a, b, of_b, pair))
}

/// The meeting of a pair that stands, and how well its corner's sides lie (the smaller d·n; 0 without a corner).
pub(super) fn standing(
    a: &Surface,
    of_a: &Motion,
    b: &Surface,
    of_b: &Motion,
    pair: FeaturePair,
    slack: f64,
) -> Option<(Meeting, f64)> {
    if let Some((x, y)) = Surface::in_space(a, b) {
        return spatial::standing(x, of_a, y, of_b, pair, slack).map(|m| (m, 0.0));
    }
    let (x, y) = (a.features().get(pair.a as usize)?, b.features().get(pair.b as usize)?);
    let m = meet(&x.primitive, of_a, &y.primitive, of_b)?;
    if m.gap.abs() > slack || margin(a, of_a, b, of_b, pair) < -slack {
        return None;
    }
    let mut rise: f64 = 0.0;
    let sides = [(a, of_a, pair.a, -1.0), (b, of_b, pair.b, 1.0)];
    for (surface, motion, feature, sign) in sides {
        let Kind::Planar(flat) = &surface.kind else { continue };
        let n = Pose::of(motion).back([sign * m.normal[0], sign * m.normal[1]]);
        if let Some((least, fits)) = planar::cone(flat, feature, n, slack) {
            if !fits {
                return None;
            }
            rise = least;
        }
    }
    Some((m, rise))
}

/// Whether the pair is a rim and a flat face it lies on, so that no place of the rim is its lowest.
pub(super) fn lies_flat(a: &Surface, of_a: &Motion, b: &Surface, of_b: &Motion, pair: FeaturePair) -> bool {
    Surface::in_space(a, b).is_some_and(|(x, y)| spatial::lies_flat(x, of_a, y, of_b, pair))
}

/// Signed distance (m): positive apart; negative, minus how deep one lies in the other. A part in the hole of another is apart
/// from it. Two half-spaces are never held against each other: infinite.
#[inline]
#[must_use]
pub fn distance(a: &Surface, of_a: &Motion, b: &Surface, of_b: &Motion) -> f64 {
    if let Some((x, y)) = Surface::in_space(a, b) {
        return spatial::distance(x, of_a, y, of_b);
    }
    match (&a.kind, &b.kind) {
        (Kind::Planar(x), Kind::Planar(y)) => planar::distance(x, Pose::of(of_a), y, Pose::of(of_b)),
        (Kind::Planar(x), Kind::HalfSpace(half)) => height(x, of_a, half, of_b),
        (Kind::HalfSpace(half), Kind::Planar(y)) => height(y, of_b, half, of_a),
        _ => f64::INFINITY,
    }
}

/// Half way between the nearest points of two surfaces, in the world; the middle of such places where a stretch or a face is
/// equally near. None where there is no telling.
#[must_use]
pub fn midway(a: &Surface, of_a: &Motion, b: &Surface, of_b: &Motion) -> Option<[f64; 3]> {
    if let Some((x, y)) = Surface::in_space(a, b) {
        return spatial::midway(x, of_a, y, of_b);
    }
    let flat = match (&a.kind, &b.kind) {
        (Kind::Planar(x), Kind::Planar(y)) => planar::midway(x, Pose::of(of_a), y, Pose::of(of_b)),
        (Kind::Planar(x), Kind::HalfSpace(half)) => {
            let (o, n) = seen_from(of_a, half, of_b);
            planar::midway_above(x, Pose::of(of_a), o, n)
        }
        (Kind::HalfSpace(half), Kind::Planar(y)) => {
            let (o, n) = seen_from(of_b, half, of_a);
            planar::midway_above(y, Pose::of(of_b), o, n)
        }
        _ => None,
    };
    flat.map(|[x, y]| [x, y, 0.0])
}

/// Whether a disc of one planar body lies in a round hole of the other with less play and offset than `slack`: then there is
/// no place where they touch.
#[must_use]
pub fn fills_hole(a: &Surface, of_a: &Motion, b: &Surface, of_b: &Motion, slack: f64) -> bool {
    let (Kind::Planar(x), Kind::Planar(y)) = (&a.kind, &b.kind) else { return false };
    let (pa, pb) = (Pose::of(of_a), Pose::of(of_b));
    x.circles().any(|(ca, ra)| {
        y.circles().any(|(cb, rb)| {
            let (p, q) = (pa.point(ca), pb.point(cb));
            ra * rb < 0.0 && (ra + rb).abs() <= slack && libm::hypot(p[0] - q[0], p[1] - q[1]) <= slack
        })
    })
}

fn height(flat: &PlanarSurface, of_flat: &Motion, half: &HalfSpace, of_half: &Motion) -> f64 {
    let (o, n) = seen_from(of_flat, half, of_half);
    planar::height_above(flat, o, n)
}

/// A point of the half-space's face near the body, and its normal, in the planar body's frame.
fn seen_from(of_flat: &Motion, half: &HalfSpace, of_half: &Motion) -> ([f64; 2], [f64; 2]) {
    let (o, n) = (of_half.point(half.at), of_half.direction(half.normal));
    let height = dot(n, sub(of_flat.position, o));
    let back = Pose::of(of_flat).back([n[0], n[1]]);
    ([-height * back[0], -height * back[1]], back)
}
