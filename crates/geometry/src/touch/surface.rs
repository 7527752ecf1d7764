//! A shape's surface as features.

use super::feature::{Feature, FeatureKind};
use super::motion::Motion;
use super::planar::{Outline, PlanarSurface};
use super::primitive::Primitive;
use super::spatial::{SolidSurface, SolidSurfaceError};
use crate::region::Region;
use crate::solid::Solid;

/// The surface of a shape, in its body's frame.
#[derive(Clone, Debug)]
pub struct Surface {
    pub(super) kind: Kind,
    /// as a partner in space: solids and half-spaces
    pub(super) shell: Option<Box<SolidSurface>>,
    /// of a half-space, as a partner in the plane
    pub(super) line: Option<Box<Outline>>,
}

#[derive(Clone, Debug)]
pub(super) enum Kind {
    Planar(Box<PlanarSurface>),
    HalfSpace(HalfSpace),
    Solid,
}

/// All points below a plane.
#[derive(Clone, Copy, Debug)]
pub(super) struct HalfSpace {
    pub at: [f64; 3],
    pub normal: [f64; 3],
    feature: [Feature; 1],
}

impl Surface {
    /// Of a planar region, its points moved by −`center` into the body's frame.
    #[inline]
    #[must_use]
    pub fn of_region(region: &Region, center: [f64; 3]) -> Self {
        Self { kind: Kind::Planar(Box::new(PlanarSurface::new(region, center))), shell: None, line: None }
    }

    /// Everything on the far side of a plane through `point` from `normal` (need not be a unit vector); in the plane, of a line.
    #[must_use]
    pub fn half_space(point: [f64; 3], normal: [f64; 3]) -> Self {
        let size = libm::hypot(libm::hypot(normal[0], normal[1]), normal[2]);
        let normal = normal.map(|x| x / size);
        let primitive = Primitive::Plane { at: point, normal };
        let feature = [Feature { kind: FeatureKind::Face, number: 1, primitive }];
        let shell = Some(Box::new(SolidSurface::half_space(point, normal)));
        let line = Some(Box::new(Outline::below([point[0], point[1]], [normal[0], normal[1]])));
        Self { kind: Kind::HalfSpace(HalfSpace { at: point, normal, feature }), shell, line }
    }

    /// A point, in the plane or in space, alone at the body's origin. It has no size of its own: `scale` (m) is what it is
    /// measured by where what it touches is larger, or has none either.
    #[must_use]
    pub fn point(scale: f64) -> Self {
        let shell = Some(Box::new(SolidSurface::point(scale)));
        Self { kind: Kind::Planar(Box::new(PlanarSurface::point(scale))), shell, line: None }
    }

    /// Of a solid, its points moved by −`center` into the body's frame.
    ///
    /// # Errors
    /// Sizes at the edge of what numbers hold.
    #[inline]
    pub fn of_solid(solid: &Solid, center: [f64; 3]) -> Result<Self, SolidSurfaceError> {
        Ok(Self { kind: Kind::Solid, shell: Some(Box::new(SolidSurface::of_solid(solid, center)?)), line: None })
    }

    /// Why two that both have features cannot touch each other.
    #[must_use]
    pub fn refuses(a: &Self, b: &Self) -> Option<&'static str> {
        Self::in_space(a, b).and_then(|(x, y)| x.refuses(y))
    }

    /// Both as partners in space, if they are.
    #[inline]
    pub(super) fn in_space<'a>(a: &'a Self, b: &'a Self) -> Option<(&'a SolidSurface, &'a SolidSurface)> {
        Some((a.shell.as_deref()?, b.shell.as_deref()?))
    }

    /// Its features; a [`FeaturePair`] holds places in this list.
    #[inline]
    #[must_use]
    pub fn features(&self) -> &[Feature] {
        match &self.kind {
            Kind::Planar(flat) => flat.features(),
            Kind::HalfSpace(half) => &half.feature,
            Kind::Solid => self.shell.as_ref().map_or(&[], |s| s.features()),
        }
    }

    /// Distance of the farthest point from the body's origin; infinite for a half-space.
    #[inline]
    #[must_use]
    pub fn radius(&self) -> f64 {
        match &self.kind {
            Kind::Planar(flat) => flat.radius(),
            Kind::HalfSpace(_) => f64::INFINITY,
            Kind::Solid => self.shell.as_ref().map_or(0.0, |s| s.radius()),
        }
    }

    /// Largest extent along an axis of the body's frame; infinite for a half-space, a point's scale.
    #[inline]
    #[must_use]
    pub fn size(&self) -> f64 {
        match &self.kind {
            Kind::Planar(flat) => flat.size(),
            Kind::HalfSpace(_) => f64::INFINITY,
            Kind::Solid => self.shell.as_ref().map_or(0.0, |s| s.size()),
        }
    }

    /// Lowest and highest corner of the box around it, axes of the world.
    #[must_use]
    pub fn bounds_at(&self, motion: &Motion) -> ([f64; 3], [f64; 3]) {
        match &self.kind {
            Kind::Planar(flat) => flat.bounds_at(motion),
            Kind::HalfSpace(_) => ([f64::NEG_INFINITY; 3], [f64::INFINITY; 3]),
            Kind::Solid => self.shell.as_ref().map_or(([0.0; 3], [0.0; 3]), |s| s.bounds_at(motion)),
        }
    }
}
