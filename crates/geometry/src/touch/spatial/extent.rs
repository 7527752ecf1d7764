//! A feature's extent: how far a place is inside it, which normals it can be touched along, how far points are from it.

use super::cone::beside;
use super::ellipsoid::from_ellipsoid;
use super::patch::Patch;
use crate::tolerances::{ON_PIECE, TIP};
use crate::touch::feature::Feature;
use crate::touch::primitive::Primitive;
use mainspring_numerics::golden_section::least_value;
use mainspring_numerics::vec3::{add_scaled, combine, cross, dot, norm, sub};
use std::f64::consts::{PI, TAU};

/// What bounds a feature; lengths in metres, directions in the body's frame.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Extent {
    /// a ball; one that ends a capsule goes on as its side behind the direction along the axis out of it. Against flat faces and
    /// hollows a place on it needs no test: the side does not touch them, and no part of the ball stands out of the material
    Ball { out: Option<[f64; 3]> },
    /// a corner; directions of the edges that leave it
    Corner { leaving: Vec<[f64; 3]> },
    /// a fixed place of a rim: carries a flat face lying on a flat face, where the rim has no lowest place; of a mouth
    /// (radius negative): carries a ball straight over it, which is as near to all of it. The first direction leaving is
    /// the one towards the middle of a rim, away from it at a mouth
    RimSpot { axis: [f64; 3], radius: f64, leaving: Vec<[f64; 3]> },
    /// a sharp edge; directions at right angles to it into its two faces
    Edge { length: f64, into: [[f64; 3]; 2] },
    /// part of a cylinder: its height, the direction of its middle and half the angle it spans
    Side { length: f64, middle: [f64; 3], half: f64 },
    /// part of a circle, about its `toward`: half the angle it spans, and how the side that ends there leaves it: against the
    /// way off the axis, and against the axis
    Rim { half: f64, side: [f64; 2] },
    /// the side of a cone, its straight lines this long; next to the apex its curvature has no bound, and it ends a little before
    Slant { length: f64 },
    /// the apex of a cone: its axis into the material, sine and cosine of half its opening
    Apex { axis: [f64; 3], slope: [f64; 2] },
    /// an ellipsoid
    Round,
    /// a flat face
    Face(Patch),
    /// an unbounded plane
    Whole,
}

/// A feature's extent and a ball around it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Piece {
    pub extent: Extent,
    pub center: [f64; 3],
    pub reach: f64,
}

/// Cylinder coordinates about an axis: distance from it, height, angle from the direction `middle`.
fn around(at: [f64; 3], axis: [f64; 3], middle: [f64; 3], point: [f64; 3]) -> (f64, f64, f64) {
    let d = sub(point, at);
    let height = dot(d, axis);
    let (x, y) = (dot(d, middle), dot(d, cross(axis, middle)));
    (libm::hypot(x, y), height, libm::atan2(y, x))
}

impl Piece {
    /// How far (m) `point` is inside the extent; negative beyond it.
    pub fn inside(&self, feature: &Feature, point: [f64; 3]) -> f64 {
        match (&self.extent, &feature.primitive) {
            (Extent::Edge { length, .. }, Primitive::Line { at, along, .. }) => {
                let s = dot(sub(point, *at), *along);
                s.min(length - s)
            }
            (Extent::Side { length, middle, half }, Primitive::Line { at, along, radius, .. }) => {
                let (_, height, angle) = around(*at, *along, *middle, point);
                let aside = if *half >= PI { f64::INFINITY } else { radius.abs() * (half - angle.abs()) };
                height.min(length - height).min(aside)
            }
            (Extent::Rim { half, .. }, Primitive::Circle { at, axis, radius, toward, .. }) => {
                if *half >= PI {
                    return f64::INFINITY;
                }
                let (_, _, angle) = around(*at, *axis, *toward, point);
                radius.abs() * (half - angle.abs())
            }
            (Extent::Slant { length }, Primitive::Cone { at, axis, slope }) => {
                let (across, below, _) = beside(*at, *axis, point);
                let s = below * slope[1] + across * slope[0];
                (s - TIP * length).min(length - s)
            }
            (Extent::Face(patch), _) => patch.depth(point),
            (Extent::Ball { out: Some(out) }, Primitive::Point { at, .. }) => dot(sub(point, *at), *out),
            _ => f64::INFINITY,
        }
    }

    /// The same of what touches `partner`: the round end of a capsule hands over to the side only what that can touch.
    pub fn inside_with(&self, feature: &Feature, partner: (&Feature, &Self), point: [f64; 3]) -> f64 {
        let hollow = match partner.0.primitive {
            Primitive::Plane { .. } => true,
            Primitive::Point { radius, .. } | Primitive::Line { radius, .. } => radius < 0.0,
            Primitive::Circle { .. } | Primitive::Ellipsoid { .. } | Primitive::Cone { .. } => false,
        };
        let spot = matches!(partner.1.extent, Extent::RimSpot { .. });
        if matches!(self.extent, Extent::Ball { .. }) && (hollow || spot) {
            return f64::INFINITY;
        }
        self.inside(feature, point)
    }

    /// By how much a normal (unit, out of the material, body's frame) leaves the directions the feature can be touched
    /// along: the largest n·d over the directions d that lead from `point` into the surface; ≤ 0 inside.
    pub fn beyond_cone(&self, feature: &Feature, point: [f64; 3], normal: [f64; 3]) -> f64 {
        let worst = |directions: &[[f64; 3]]| directions.iter().map(|d| dot(*d, normal)).fold(-1.0, f64::max);
        match (&self.extent, &feature.primitive) {
            (Extent::Corner { leaving } | Extent::RimSpot { leaving, .. }, _) => worst(leaving),
            (Extent::Edge { into, .. }, _) => worst(into),
            (Extent::Apex { axis, slope }, _) => {
                let along = dot(normal, *axis);
                slope[1] * along + slope[0] * norm(add_scaled(normal, -along, *axis))
            }
            (Extent::Rim { side, .. }, Primitive::Circle { at, axis, radius, .. }) => {
                let d = sub(point, *at);
                let radial = add_scaled(d, -dot(d, *axis), *axis);
                let size = norm(radial) * radius.signum();
                if size == 0.0 {
                    return 1.0;
                }
                let inwards = radial.map(|x| -x / size);
                worst(&[inwards, combine(side[0], inwards, -side[1], *axis)])
            }
            _ => -1.0,
        }
    }

    /// The place of the piece nearest to a point of the body's frame.
    pub fn foot(&self, feature: &Feature, point: [f64; 3]) -> [f64; 3] {
        match (&self.extent, &feature.primitive) {
            (Extent::Face(patch), _) => patch.foot(point),
            (_, Primitive::Plane { at, normal }) => add_scaled(point, -dot(sub(point, *at), *normal), *normal),
            (Extent::Side { length, middle, half }, Primitive::Line { at, along, radius, .. }) => {
                let (_, height, angle) = around(*at, *along, *middle, point);
                let turn = if angle.abs() <= half + ON_PIECE { angle } else { half.copysign(angle) };
                let (s, c) = libm::sincos(turn);
                let spoke = add_scaled(middle.map(|x| c * x), s, cross(*along, *middle));
                add_scaled(add_scaled(*at, height.clamp(0.0, *length), *along), radius.abs(), spoke)
            }
            (Extent::Edge { length, .. }, Primitive::Line { at, along, .. }) => {
                add_scaled(*at, dot(sub(point, *at), *along).clamp(0.0, *length), *along)
            }
            (Extent::Rim { half, .. }, Primitive::Circle { at, axis, toward, .. }) => {
                let (_, _, angle) = around(*at, *axis, *toward, point);
                rim_place(&feature.primitive, angle.clamp(-half, *half))
            }
            (_, Primitive::Ellipsoid { at, along, half }) => {
                let axes = [along[0], along[1], cross(along[0], along[1])];
                let d = sub(point, *at);
                let (apart, n) = from_ellipsoid(*half, axes.map(|a| dot(a, d)));
                (0..3).fold(point, |p, i| add_scaled(p, -apart * n[i], axes[i]))
            }
            (Extent::Slant { length }, Primitive::Cone { at, axis, slope }) => {
                let (across, below, off) = beside(*at, *axis, point);
                let s = (below * slope[1] + across * slope[0]).clamp(0.0, *length);
                add_scaled(add_scaled(*at, s * slope[1], *axis), s * slope[0], off)
            }
            (_, Primitive::Point { at, radius }) => {
                let d = sub(point, *at);
                let size = norm(d);
                if size > 0.0 { add_scaled(*at, radius / size, d) } else { *at }
            }
            _ => point,
        }
    }

    /// Distance of a point of the body's frame from the piece; from a ball, an ellipsoid and an
    /// unbounded plane signed.
    pub fn to_point(&self, feature: &Feature, point: [f64; 3]) -> f64 {
        match (&self.extent, &feature.primitive) {
            (Extent::Face(patch), Primitive::Plane { at, normal }) => {
                let height = dot(sub(point, *at), *normal).abs();
                let beyond = (-patch.depth(point)).max(0.0);
                if beyond == 0.0 { height } else { libm::hypot(height, beyond) }
            }
            (_, Primitive::Plane { at, normal }) => dot(sub(point, *at), *normal),
            (Extent::Side { length, middle, half }, Primitive::Line { at, along, radius, .. }) => {
                let (across, height, angle) = around(*at, *along, *middle, point);
                let beyond = (-height).max(height - length).max(0.0);
                if angle.abs() <= half + ON_PIECE {
                    return libm::hypot(across - radius.abs(), beyond);
                }
                let (s, c) = libm::sincos(half.copysign(angle));
                let spoke = add_scaled(middle.map(|x| c * x), s, cross(*along, *middle));
                let seam = add_scaled(*at, radius.abs(), spoke);
                from_segment(seam, *along, *length, point)
            }
            (Extent::Edge { length, .. }, Primitive::Line { at, along, .. }) => {
                from_segment(*at, *along, *length, point)
            }
            (Extent::Rim { half, .. }, Primitive::Circle { at, axis, radius, toward, .. }) => {
                let (across, height, angle) = around(*at, *axis, *toward, point);
                if angle.abs() <= *half {
                    return libm::hypot(across - radius.abs(), height);
                }
                let end = rim_place(&feature.primitive, half.copysign(angle));
                norm(sub(point, end))
            }
            (_, Primitive::Ellipsoid { at, along, half }) => {
                let d = sub(point, *at);
                let y = [along[0], along[1], cross(along[0], along[1])].map(|a| dot(a, d));
                from_ellipsoid(*half, y).0
            }
            (Extent::Slant { length }, Primitive::Cone { at, axis, slope }) => {
                let (across, below, _) = beside(*at, *axis, point);
                let s = (below * slope[1] + across * slope[0]).clamp(0.0, *length);
                libm::hypot(across - s * slope[0], below - s * slope[1])
            }
            (_, Primitive::Point { at, radius }) => norm(sub(point, *at)) - radius,
            _ => f64::INFINITY,
        }
    }
}

fn from_segment(at: [f64; 3], along: [f64; 3], length: f64, point: [f64; 3]) -> f64 {
    let d = sub(point, at);
    let s = dot(d, along).clamp(0.0, length);
    norm(add_scaled(d, -s, along))
}

/// The place of a rim at an angle from `toward`, in the body's frame.
pub(crate) fn rim_place(rim: &Primitive, angle: f64) -> [f64; 3] {
    let Primitive::Circle { at, axis, radius, toward, .. } = rim else { return [f64::NAN; 3] };
    let (s, c) = libm::sincos(angle);
    add_scaled(add_scaled(*at, radius.abs() * c, *toward), radius.abs() * s, cross(*axis, *toward))
}

/// The least of `f` over the angles −half ..= half: looked at all around, then narrowed about every low place.
pub(crate) fn least_on_rim(half: f64, f: impl Fn(f64) -> f64) -> f64 {
    const LOOKS: usize = 48;
    let full = half >= PI;
    let width = if full { TAU / LOOKS as f64 } else { 2.0 * half / (LOOKS - 1) as f64 };
    let angle = |i: usize| -half + width * i as f64;
    let values: [f64; LOOKS] = std::array::from_fn(|i| f(angle(i)));
    let mut least = f64::INFINITY;
    for i in 0..LOOKS {
        let side = |j: Option<usize>| j.map_or(f64::INFINITY, |j| values[j]);
        let (before, after) = if full {
            (side(Some((i + LOOKS - 1) % LOOKS)), side(Some((i + 1) % LOOKS)))
        } else {
            (side(i.checked_sub(1)), side((i + 1 < LOOKS).then_some(i + 1)))
        };
        least = least.min(values[i]);
        if values[i] <= before && values[i] <= after {
            let clamp = |x: f64| if full { x } else { x.clamp(-half, half) };
            least = least.min(least_value(clamp(angle(i) - width), clamp(angle(i) + width), 60, &f));
        }
    }
    least
}
