//! The surface of a solid as features, and what tells its inside.

use super::containment::Containment;
use super::extent::Piece;
use crate::solid::Solid;
use crate::touch::feature::Feature;
use crate::touch::motion::Motion;
use crate::touch::primitive::Primitive;
use mainspring_numerics::vec3::sub;

/// Why a solid has no surface for contact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SolidSurfaceError {
    /// sizes at the edge of what numbers hold
    #[error("the solid is too large or too small for contact")]
    Size,
}

/// The surface of a solid, a half-space or a point, in a body's frame.
#[derive(Clone, Debug, PartialEq)]
pub struct SolidSurface {
    pub(super) features: Vec<Feature>,
    pub(super) pieces: Vec<Piece>,
    pub(super) inside: Vec<Containment>,
    pub(super) radius: f64,
    pub(super) size: f64,
    /// none of a half-space and of a point
    pub(super) solid: Option<(Solid, [f64; 3])>,
}

impl SolidSurface {
    /// Its features; the place in the list is a feature's name.
    #[inline]
    #[must_use]
    pub fn features(&self) -> &[Feature] {
        &self.features
    }

    /// No point of it is further from the body's origin (m); infinite for a half-space.
    #[inline]
    #[must_use]
    pub fn radius(&self) -> f64 {
        self.radius
    }

    /// Largest edge of the box around it (m).
    #[inline]
    #[must_use]
    pub fn size(&self) -> f64 {
        self.size
    }

    /// Lowest and highest corner of the box around it, in the world.
    #[inline]
    #[must_use]
    pub fn bounds_at(&self, motion: &Motion) -> ([f64; 3], [f64; 3]) {
        let Some((solid, center)) = &self.solid else {
            let at = motion.position;
            return if self.radius == 0.0 { (at, at) } else { ([f64::NEG_INFINITY; 3], [f64::INFINITY; 3]) };
        };
        let origin = sub(motion.position, motion.direction(*center));
        let rows = motion.rotation;
        let low = [0, 1, 2].map(|i| origin[i] - solid.extent(rows[i].map(|x| -x)));
        (low, [0, 1, 2].map(|i| origin[i] + solid.extent(rows[i])))
    }

    /// Lowest and highest corner of the box around it, in the body's frame.
    pub(super) fn local_bounds(&self) -> ([f64; 3], [f64; 3]) {
        let Some((solid, center)) = &self.solid else { return ([f64::NEG_INFINITY; 3], [f64::INFINITY; 3]) };
        let axis = |i: usize, sign: f64| {
            let mut direction = [0.0; 3];
            direction[i] = sign;
            direction
        };
        let low = [0, 1, 2].map(|i| -solid.extent(axis(i, -1.0)) - center[i]);
        (low, [0, 1, 2].map(|i| solid.extent(axis(i, 1.0)) - center[i]))
    }

    /// Why two surfaces cannot touch each other although each has features: ellipsoids and cones have no contacts with hollow
    /// round sides.
    #[must_use]
    pub fn refuses(&self, other: &Self) -> Option<&'static str> {
        let hollow = |f: &Feature| match f.primitive {
            Primitive::Line { radius, .. } | Primitive::Circle { radius, .. } => radius < 0.0,
            _ => false,
        };
        let meets = |a: &Self, b: &Self| {
            let smooth = a.features.iter().find(|f| f.primitive.is_smooth())?;
            b.features.iter().any(hollow).then_some(smooth.primitive)
        };
        match meets(self, other).or_else(|| meets(other, self))? {
            Primitive::Cone { .. } => Some("a cone cannot touch a part with hollow round sides, such as a bore"),
            _ => Some("an ellipsoid cannot touch a part with hollow round sides, such as a bore"),
        }
    }

    /// Negative inside the material (m), then a depth; positive outside, at most the distance.
    #[inline]
    pub(super) fn outside(&self, local: [f64; 3]) -> f64 {
        self.inside.iter().map(|part| part.outside(local)).fold(f64::INFINITY, f64::min)
    }

    /// The smaller of two sizes; one of them is finite.
    #[inline]
    pub(super) fn scale(&self, other: &Self) -> f64 {
        self.size.min(other.size)
    }
}
