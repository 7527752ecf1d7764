//! From a solid to its features.

use super::builder::{Builder, unit};
use super::containment::Containment;
use super::convex::{self, Rings};
use super::extent::{Extent, Piece};
use super::prism;
use super::round_solids;
use super::solid_surface::{SolidSurface, SolidSurfaceError};
use crate::region::Region;
use crate::solid::{Solid, SolidKind};
use crate::touch::feature::{Feature, FeatureKind};
use crate::touch::motion::Motion;
use crate::touch::primitive::Primitive;
use mainspring_numerics::vec3::{add_scaled, dot, norm};
use std::f64::consts::PI;

/// All features of a solid.
fn add_solid(builder: &mut Builder, solid: &Solid) -> Result<(), SolidSurfaceError> {
    match solid.kind() {
        SolidKind::Block { size } => convex::add(builder, &Rings::block(*size)),
        SolidKind::Polyhedron { vertices, triangles } => {
            convex::add(builder, &Rings::polyhedron(vertices, triangles));
        }
        SolidKind::Sphere { radius } => {
            builder.ball([0.0; 3], *radius, None);
            builder.inside.extend(Containment::of(solid, builder.place));
        }
        SolidKind::Capsule { radius, height } => {
            let end = [0.0, 0.0, height / 2.0];
            builder.ball(end, *radius, Some([0.0, 0.0, 1.0]));
            builder.ball(end.map(|x| -x), *radius, Some([0.0, 0.0, -1.0]));
            builder.side(end.map(|x| -x), [0.0, 0.0, 1.0], *radius, *height, [1.0, 0.0, 0.0], PI);
            builder.inside.extend(Containment::of(solid, builder.place));
        }
        SolidKind::Cylinder { radius, height } => {
            let disc = Region::disc([0.0; 2], *radius).map_err(|_| SolidSurfaceError::Size)?;
            let drawn = Solid::extruded(disc.clone(), *height).map_err(|_| SolidSurfaceError::Size)?;
            prism::add(builder, &disc, *height, &drawn);
        }
        SolidKind::Extruded { region, height } => prism::add(builder, region, *height, solid),
        SolidKind::Ellipsoid { half } => round_solids::add_ellipsoid(builder, *half, solid),
        SolidKind::Cone { radius, height } => {
            let base = Region::disc([0.0; 2], *radius).map_err(|_| SolidSurfaceError::Size)?;
            round_solids::add_cone(builder, &base, *radius, *height, solid);
        }
        SolidKind::Compound(pieces) => {
            let outer = builder.place;
            for piece in pieces {
                let rows = outer.rotation;
                let rotation =
                    rows.map(|row| [0, 1, 2].map(|j| (0..3).map(|k| row[k] * piece.rotation[k][j]).sum::<f64>()));
                builder.place = Motion { position: outer.point(piece.position), rotation, ..Motion::REST };
                add_solid(builder, &piece.solid)?;
            }
            builder.place = outer;
        }
    }
    Ok(())
}

impl SolidSurface {
    /// The surface of a solid in the frame of a body whose origin is the solid's point `center`.
    ///
    /// # Errors
    /// Sizes at the edge of what numbers hold.
    pub fn of_solid(solid: &Solid, center: [f64; 3]) -> Result<Self, SolidSurfaceError> {
        let place = Motion { position: center.map(|x| -x), ..Motion::REST };
        let mut builder = Builder::new(place);
        add_solid(&mut builder, solid)?;
        let (low, high) = solid.bounds();
        let size = (0..3).map(|i| high[i] - low[i]).fold(0.0, f64::max);
        let far = |f: &Feature| match f.primitive {
            Primitive::Point { at, radius } => norm(at) + radius,
            Primitive::Circle { at, axis, radius, .. } => {
                let height = dot(at, axis);
                libm::hypot(norm(add_scaled(at, -height, axis)) + radius.abs(), height)
            }
            Primitive::Ellipsoid { at, half, .. } => norm(at) + half.into_iter().fold(0.0, f64::max),
            _ => 0.0,
        };
        let radius = builder.features.iter().map(far).fold(0.0, f64::max);
        let Builder { features, pieces, inside, .. } = builder;
        Ok(Self { features, pieces, inside, radius, size, solid: Some((solid.clone(), center)) })
    }

    /// A point at the body's origin, measured by `scale` (m). It touches what a corner touches, from every side.
    #[must_use]
    pub fn point(scale: f64) -> Self {
        let primitive = Primitive::Point { at: [0.0; 3], radius: 0.0 };
        Self {
            features: vec![Feature { kind: FeatureKind::Whole, number: 1, primitive }],
            pieces: vec![Piece { extent: Extent::Corner { leaving: Vec::new() }, center: [0.0; 3], reach: 0.0 }],
            inside: Vec::new(),
            radius: 0.0,
            size: scale,
            solid: None,
        }
    }

    /// Everything behind a plane: at a point of it, with its normal (any length but 0) out of the material.
    #[must_use]
    pub fn half_space(at: [f64; 3], normal: [f64; 3]) -> Self {
        let normal = unit(normal);
        let feature = Feature { kind: FeatureKind::Face, number: 1, primitive: Primitive::Plane { at, normal } };
        let piece = Piece { extent: Extent::Whole, center: at, reach: f64::INFINITY };
        Self {
            features: vec![feature],
            pieces: vec![piece],
            inside: vec![Containment::half_space(at, normal)],
            radius: f64::INFINITY,
            size: f64::INFINITY,
            solid: None,
        }
    }
}
