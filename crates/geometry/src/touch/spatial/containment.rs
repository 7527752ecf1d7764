//! Whether a point is in a solid, and how deep.
//!
//! `outside` is negative inside, there minus the distance to the surface (in a compound: of the piece it is deepest in,
//! so the true depth is at least that). Outside it is positive and at most the distance.

use super::ellipsoid::from_ellipsoid;
use super::patch::depth;
use crate::region::Region;
use crate::solid::{Solid, SolidKind};
use crate::tolerances::{BESIDE_OUTLINE, INWARDS};
use crate::touch::motion::Motion;
use mainspring_numerics::vec3::{dot, norm, sub};

/// A solid reduced to what tells in from out, where it stands in its body, and points of its material.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Containment {
    place: Motion,
    form: Form,
    /// a point of each outline of the material and some inside it (two equal solids in line share much of their surface, and
    /// neither has a corner or an edge inside the other), in the body's frame
    pub anchors: Vec<[f64; 3]>,
}

#[derive(Clone, Debug, PartialEq)]
enum Form {
    /// all points within `radius` of the z axis from −half to half
    Round { half: f64, radius: f64 },
    /// behind all of these planes: unit normal out, and n·x on it
    Planes(Vec<([f64; 3], f64)>),
    /// semi-axes
    Ellipsoid { half: [f64; 3] },
    /// base at −half, apex at +half
    Cone { half: f64, slope: [f64; 2] },
    /// a region drawn out along z from −half to half
    Prism { region: Region, half: f64 },
}

impl Containment {
    /// Everything behind a plane.
    #[inline]
    pub fn half_space(at: [f64; 3], normal: [f64; 3]) -> Self {
        Self { place: Motion::REST, form: Form::Planes(vec![(normal, dot(at, normal))]), anchors: Vec::new() }
    }

    /// A convex solid behind planes given in its own frame.
    pub fn planes(place: Motion, planes: Vec<([f64; 3], f64)>, corners: &[[f64; 3]]) -> Self {
        let middle = [0, 1, 2].map(|i| corners.iter().map(|c| c[i]).sum::<f64>() / corners.len() as f64);
        let towards = |c: &[f64; 3], f: f64| [0, 1, 2].map(|i| c[i] + f * (middle[i] - c[i]));
        let inner = corners.iter().flat_map(|c| INWARDS.map(|f| towards(c, f)));
        let anchors = corners.iter().take(1).copied().chain([middle]).chain(inner).map(|p| place.point(p)).collect();
        Self { place, form: Form::Planes(planes), anchors }
    }

    /// Round solids and prisms; `None` for the others.
    pub fn of(solid: &Solid, place: Motion) -> Option<Self> {
        let form = match solid.kind() {
            SolidKind::Sphere { radius } => Form::Round { half: 0.0, radius: *radius },
            SolidKind::Capsule { radius, height } => Form::Round { half: height / 2.0, radius: *radius },
            SolidKind::Extruded { region, height } => Form::Prism { region: region.clone(), half: height / 2.0 },
            SolidKind::Ellipsoid { half } => Form::Ellipsoid { half: *half },
            SolidKind::Cone { radius, height } => {
                let long = libm::hypot(*radius, *height);
                Form::Cone { half: height / 2.0, slope: [radius / long, height / long] }
            }
            _ => return None,
        };
        let anchors = match &form {
            Form::Prism { region, half } => {
                let starts = region.loops().iter().map(|outline| outline[0].from());
                let levels = INWARDS.iter().flat_map(|f| [1.0 - f, f - 1.0]).map(|z| z * half);
                let inner = within(region).into_iter().flat_map(|p| levels.clone().map(move |z| (p, z)));
                let middle = starts.chain(within(region)).map(|p| (p, 0.0));
                middle.chain(inner).map(|([x, y], z)| place.point([x, y, z])).collect()
            }
            Form::Ellipsoid { half } => {
                let along = |i: usize, s: f64| {
                    let mut p = [0.0; 3];
                    p[i] = s * half[i];
                    p
                };
                let inner = INWARDS.iter().flat_map(|f| [1.0 - f, f - 1.0]);
                let out = inner.flat_map(|s| (0..3).map(move |i| along(i, s)));
                std::iter::once([0.0; 3]).chain(out).map(|p| place.point(p)).collect()
            }
            Form::Cone { half, slope } => {
                // along the axis, and near the rim
                let radius = 2.0 * half * slope[0] / slope[1];
                let axis = INWARDS.iter().flat_map(|f| [1.0 - f, f - 1.0]).map(|s| [0.0, 0.0, s * half]);
                let ways = [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]];
                let rim = INWARDS.iter().flat_map(|f| {
                    ways.map(|[x, y]| [x * radius * (1.0 - f), y * radius * (1.0 - f), half * (f - 1.0)])
                });
                std::iter::once([0.0, 0.0, -0.5 * half]).chain(axis).chain(rim).map(|p| place.point(p)).collect()
            }
            _ => vec![place.position],
        };
        Some(Self { place, form, anchors })
    }

    /// Negative inside the material (m).
    pub fn outside(&self, point: [f64; 3]) -> f64 {
        let p = self.place.local(point);
        match &self.form {
            Form::Round { half, radius } => norm(sub(p, [0.0, 0.0, p[2].clamp(-half, *half)])) - radius,
            Form::Planes(planes) => planes.iter().map(|(n, d)| dot(*n, p) - d).fold(f64::NEG_INFINITY, f64::max),
            Form::Ellipsoid { half } => from_ellipsoid(*half, p).0,
            Form::Cone { half, slope } => {
                let side = libm::hypot(p[0], p[1]) * slope[1] - (half - p[2]) * slope[0];
                side.max(-half - p[2])
            }
            Form::Prism { region, half } => (p[2].abs() - half).max(-depth(region, [p[0], p[1]])),
        }
    }
}

/// The deepest of some points of a region beside its outline.
fn within(region: &Region) -> Option<[f64; 2]> {
    let (low, high) = region.bounds();
    let size = (high[0] - low[0]).max(high[1] - low[1]);
    let mut best = (0.0, None);
    for piece in region.segments() {
        let (from, to) = (piece.from(), piece.to());
        let at = piece.cap().map_or([0, 1].map(|i| 0.5 * (from[i] + to[i])), |cap| {
            [0, 1].map(|i| cap.center[i] + cap.radius * cap.middle[i])
        });
        for way in [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]] {
            for far in BESIDE_OUTLINE.map(|share| share * size) {
                let p = [0, 1].map(|i| at[i] + far * way[i]);
                let deep = depth(region, p);
                if deep > best.0 {
                    best = (deep, Some(p));
                }
            }
        }
    }
    best.1
}
