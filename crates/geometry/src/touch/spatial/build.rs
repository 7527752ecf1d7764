//! From a solid to its features.

use super::convex::{self, Rings};
use super::inside::Inside;
use super::patch::Patch;
use super::piece::{Extent, Piece, minus, norm, plus};
use super::{Shell, ShellError};
use crate::touch::jet::dot;
use crate::touch::{Feature, FeatureKind, Motion, Primitive};
use crate::{Region, Solid, SolidKind};
use std::f64::consts::PI;

/// Collects features; what is added is given in the frame of the solid that stands at `place` in the body.
pub(crate) struct Builder {
    pub place: Motion,
    pub features: Vec<Feature>,
    pub pieces: Vec<Piece>,
    pub inside: Vec<Inside>,
    /// how many of each kind there are
    counts: [u32; 7],
}

fn unit(v: [f64; 3]) -> [f64; 3] {
    let size = norm(v);
    v.map(|x| x / size)
}

impl Builder {
    fn push(&mut self, kind: FeatureKind, primitive: Primitive, extent: Extent, ball: ([f64; 3], f64)) -> u32 {
        let count = &mut self.counts[kind as usize];
        *count += 1;
        let number = *count;
        self.push_numbered(kind, number, primitive, extent, ball)
    }

    fn push_numbered(
        &mut self,
        kind: FeatureKind,
        number: u32,
        primitive: Primitive,
        extent: Extent,
        (center, reach): ([f64; 3], f64),
    ) -> u32 {
        self.features.push(Feature { kind, number, primitive });
        self.pieces.push(Piece { extent, center, reach });
        number
    }

    /// A flat face through a ring of corners.
    pub fn flat(&mut self, ring: &[[f64; 3]], normal: [f64; 3]) {
        self.face(Patch::polygon(ring, normal), ring[0], normal);
    }

    /// A flat face.
    pub fn face(&mut self, patch: Patch, at: [f64; 3], normal: [f64; 3]) {
        let m = self.place;
        let patch = Patch { origin: m.point(patch.origin), x: m.direction(patch.x), y: m.direction(patch.y), ..patch };
        let ball = patch.ball();
        let primitive = Primitive::Plane { at: m.point(at), normal: m.direction(normal) };
        self.push(FeatureKind::Face, primitive, Extent::Face(patch), ball);
    }

    /// A sharp edge between two corners; directions into its two faces, and one between their normals.
    pub fn edge(&mut self, from: [f64; 3], to: [f64; 3], into: [[f64; 3]; 2], outward: [f64; 3]) {
        let m = self.place;
        let d = minus(to, from);
        let length = norm(d);
        let primitive = Primitive::Line {
            at: m.point(from),
            along: m.direction(d.map(|x| x / length)),
            radius: 0.0,
            outward: m.direction(unit(outward)),
        };
        let into = into.map(|v| m.direction(v));
        let ball = (m.point(plus(from, 0.5, d)), 0.5 * length);
        self.push(FeatureKind::Edge, primitive, Extent::Edge { length, into }, ball);
    }

    /// A corner with the directions of the edges that leave it.
    pub fn corner(&mut self, at: [f64; 3], leaving: &[[f64; 3]]) {
        let m = self.place;
        let at = m.point(at);
        let leaving = leaving.iter().map(|d| m.direction(*d)).collect();
        self.push(FeatureKind::Corner, Primitive::Point { at, radius: 0.0 }, Extent::Corner { leaving }, (at, 0.0));
    }

    /// A fixed place on a rim.
    pub fn rim_spot(&mut self, at: [f64; 3], axis: [f64; 3], radius: f64, leaving: &[[f64; 3]]) {
        let m = self.place;
        let at = m.point(at);
        let leaving = leaving.iter().map(|d| m.direction(*d)).collect();
        let extent = Extent::RimSpot { axis: m.direction(axis), radius, leaving };
        self.push(FeatureKind::Corner, Primitive::Point { at, radius: 0.0 }, extent, (at, 0.0));
    }

    /// Part of a cylinder's side, from `at` along its axis.
    pub fn side(&mut self, at: [f64; 3], along: [f64; 3], radius: f64, length: f64, middle: [f64; 3], half: f64) {
        let m = self.place;
        let ball = (m.point(plus(at, 0.5 * length, along)), libm::hypot(0.5 * length, radius));
        let primitive = Primitive::Line { at: m.point(at), along: m.direction(along), radius, outward: [0.0; 3] };
        let extent = Extent::Side { length, middle: m.direction(middle), half };
        self.push(FeatureKind::Side, primitive, extent, ball);
    }

    /// Part of a rim; `second_of` is the number of the rim this is the second place of.
    pub fn rim(
        &mut self,
        at: [f64; 3],
        axis: [f64; 3],
        radius: f64,
        toward: [f64; 3],
        half: f64,
        second_of: Option<u32>,
    ) -> u32 {
        let m = self.place;
        let at = m.point(at);
        let (axis, toward, second) = (m.direction(axis), m.direction(toward), second_of.is_some());
        let primitive = Primitive::Circle { at, axis, radius, toward, second };
        let (extent, ball) = (Extent::Rim { half }, (at, radius.abs()));
        match second_of {
            None => self.push(FeatureKind::Rim, primitive, extent, ball),
            Some(number) => self.push_numbered(FeatureKind::Rim, number, primitive, extent, ball),
        }
    }

    /// A ball.
    pub fn ball(&mut self, at: [f64; 3], radius: f64) {
        let at = self.place.point(at);
        self.push(FeatureKind::Ball, Primitive::Point { at, radius }, Extent::Ball, (at, radius));
    }

    /// All features of a solid.
    pub fn solid(&mut self, solid: &Solid) -> Result<(), ShellError> {
        match solid.kind() {
            SolidKind::Block { size } => convex::add(self, &Rings::block(*size)),
            SolidKind::Polyhedron { vertices, triangles } => {
                convex::add(self, &Rings::polyhedron(vertices, triangles));
            }
            SolidKind::Sphere { radius } => {
                self.ball([0.0; 3], *radius);
                self.inside.extend(Inside::of(solid, self.place));
            }
            SolidKind::Capsule { radius, height } => {
                let end = [0.0, 0.0, height / 2.0];
                self.ball(end, *radius);
                self.ball(end.map(|x| -x), *radius);
                self.side(end.map(|x| -x), [0.0, 0.0, 1.0], *radius, *height, [1.0, 0.0, 0.0], PI);
                self.inside.extend(Inside::of(solid, self.place));
            }
            SolidKind::Cylinder { radius, height } => {
                let disc = Region::disc([0.0; 2], *radius).map_err(|_| ShellError::Size)?;
                let drawn = Solid::extruded(disc.clone(), *height).map_err(|_| ShellError::Size)?;
                super::prism::add(self, &disc, *height, &drawn);
            }
            SolidKind::Extruded { region, height } => super::prism::add(self, region, *height, solid),
            SolidKind::Cone { .. } => return Err(ShellError::Cone),
            SolidKind::Compound(pieces) => {
                let outer = self.place;
                for piece in pieces {
                    let rows = outer.rotation;
                    let rotation =
                        rows.map(|row| [0, 1, 2].map(|j| (0..3).map(|k| row[k] * piece.rotation[k][j]).sum::<f64>()));
                    self.place = Motion { position: outer.point(piece.position), rotation, ..Motion::REST };
                    self.solid(&piece.solid)?;
                }
                self.place = outer;
            }
        }
        Ok(())
    }
}

impl Shell {
    /// The surface of a solid in the frame of a body whose origin is the solid's point `center`.
    ///
    /// # Errors
    /// A cone, alone or in a compound: its slanted side is no feature.
    pub fn of_solid(solid: &Solid, center: [f64; 3]) -> Result<Self, ShellError> {
        let place = Motion { position: center.map(|x| -x), ..Motion::REST };
        let mut builder =
            Builder { place, features: Vec::new(), pieces: Vec::new(), inside: Vec::new(), counts: [0; 7] };
        builder.solid(solid)?;
        let (low, high) = solid.bounds();
        let size = (0..3).map(|i| high[i] - low[i]).fold(0.0, f64::max);
        let far = |f: &Feature| match f.primitive {
            Primitive::Point { at, radius } => norm(at) + radius,
            Primitive::Circle { at, axis, radius, .. } => {
                let height = dot(at, axis);
                libm::hypot(norm(plus(at, -height, axis)) + radius.abs(), height)
            }
            _ => 0.0,
        };
        let radius = builder.features.iter().map(far).fold(0.0, f64::max);
        let Builder { features, pieces, inside, .. } = builder;
        Ok(Self { features, pieces, inside, radius, size, solid: Some((solid.clone(), center)) })
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
            inside: vec![Inside::half_space(at, normal)],
            radius: f64::INFINITY,
            size: f64::INFINITY,
            solid: None,
        }
    }
}
