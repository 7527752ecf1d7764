//! Collects the features of a solid.

use super::containment::Containment;
use super::extent::{Extent, Piece};
use super::patch::Patch;
use crate::touch::feature::{Feature, FeatureKind};
use crate::touch::motion::Motion;
use crate::touch::primitive::Primitive;
use mainspring_numerics::vec3::{add_scaled, norm, sub};
use std::f64::consts::FRAC_PI_2;

/// Collects features; what is added is given in the frame of the solid that stands at `place` in the body.
pub(crate) struct Builder {
    pub place: Motion,
    pub features: Vec<Feature>,
    pub pieces: Vec<Piece>,
    pub inside: Vec<Containment>,
    /// how many of each kind there are
    counts: [u32; 8],
}

pub(super) fn unit(v: [f64; 3]) -> [f64; 3] {
    let size = norm(v);
    v.map(|x| x / size)
}

impl Builder {
    #[inline]
    pub fn new(place: Motion) -> Self {
        Self { place, features: Vec::new(), pieces: Vec::new(), inside: Vec::new(), counts: [0; 8] }
    }

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
    #[inline]
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
        let d = sub(to, from);
        let length = norm(d);
        let primitive = Primitive::Line {
            at: m.point(from),
            along: m.direction(d.map(|x| x / length)),
            radius: 0.0,
            outward: m.direction(unit(outward)),
        };
        let into = into.map(|v| m.direction(v));
        let ball = (m.point(add_scaled(from, 0.5, d)), 0.5 * length);
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

    /// PlanarExtent of a cylinder's side, from `at` along its axis.
    pub fn side(&mut self, at: [f64; 3], along: [f64; 3], radius: f64, length: f64, middle: [f64; 3], half: f64) {
        let m = self.place;
        let ball = (m.point(add_scaled(at, 0.5 * length, along)), libm::hypot(0.5 * length, radius));
        let primitive = Primitive::Line { at: m.point(at), along: m.direction(along), radius, outward: [0.0; 3] };
        let extent = Extent::Side { length, middle: m.direction(middle), half };
        self.push(FeatureKind::Side, primitive, extent, ball);
    }

    /// PlanarExtent of a rim; `second_of` is the number of the rim this is the second place of.
    pub fn rim(
        &mut self,
        at: [f64; 3],
        axis: [f64; 3],
        radius: f64,
        toward: [f64; 3],
        half: f64,
        second_of: Option<u32>,
    ) -> u32 {
        self.rim_of((at, axis, radius, toward), (half, [0.0, 1.0]), radius.signum(), second_of)
    }

    /// PlanarExtent of a rim where a side that is not straight along the axis ends; `lean` as of [`Primitive::Circle`].
    pub fn rim_of(
        &mut self,
        (at, axis, radius, toward): ([f64; 3], [f64; 3], f64, [f64; 3]),
        (half, side): (f64, [f64; 2]),
        lean: f64,
        second_of: Option<u32>,
    ) -> u32 {
        let m = self.place;
        let at = m.point(at);
        let (axis, toward, second) = (m.direction(axis), m.direction(toward), second_of.is_some());
        let paired = half > FRAC_PI_2;
        let primitive = Primitive::Circle { at, axis, radius, toward, second, paired, lean };
        let (extent, ball) = (Extent::Rim { half, side }, (at, radius.abs()));
        match second_of {
            None => self.push(FeatureKind::Rim, primitive, extent, ball),
            Some(number) => self.push_numbered(FeatureKind::Rim, number, primitive, extent, ball),
        }
    }

    /// A ball; the end of a capsule is one only along `out` of its axis.
    pub fn ball(&mut self, at: [f64; 3], radius: f64, out: Option<[f64; 3]>) {
        let at = self.place.point(at);
        let extent = Extent::Ball { out: out.map(|v| self.place.direction(v)) };
        self.push(FeatureKind::Ball, Primitive::Point { at, radius }, extent, (at, radius));
    }

    /// An ellipsoid about the origin.
    pub fn ellipsoid(&mut self, half: [f64; 3]) {
        let m = self.place;
        let along = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]].map(|a| m.direction(a));
        let primitive = Primitive::Ellipsoid { at: m.position, along, half };
        let reach = half.into_iter().fold(0.0, f64::max);
        self.push(FeatureKind::Whole, primitive, Extent::Round, (m.position, reach));
    }

    /// The side of a cone from its apex on, and the apex.
    pub fn slant(&mut self, at: [f64; 3], axis: [f64; 3], slope: [f64; 2], length: f64) {
        let m = self.place;
        let (apex, axis) = (m.point(at), m.direction(axis));
        let ball = (add_scaled(apex, 0.5 * length * slope[1], axis), length * libm::hypot(0.5 * slope[1], slope[0]));
        let primitive = Primitive::Cone { at: apex, axis, slope };
        self.push(FeatureKind::Side, primitive, Extent::Slant { length }, ball);
        let tip = Primitive::Point { at: apex, radius: 0.0 };
        self.push(FeatureKind::Corner, tip, Extent::Apex { axis, slope }, (apex, 0.0));
    }
}
