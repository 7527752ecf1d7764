//! A shape made ready to be measured.

use crate::planar::Outline;
use crate::spatial::Part;
use mainspring_geometry::{Region, Solid};
use mainspring_numerics::vec3::{Vec3, norm, unit};

/// A shape in its body's frame.
#[derive(Clone, Debug)]
pub struct Shape {
    pub(crate) kind: Kind,
    radius: f64,
    size: f64,
}

#[derive(Clone, Debug)]
pub(crate) enum Kind {
    Region(Box<Outline>),
    Solid(Vec<Part>),
    /// a point at the body's origin, in the plane or in space
    Point,
    /// everything behind a plane, or behind a line of the plane
    HalfSpace {
        point: Vec3,
        normal: Vec3,
        planar: bool,
    },
}

impl Shape {
    /// Of a planar region in the frame of a body whose origin is the region's point `center`.
    #[must_use]
    pub fn of_region(region: &Region, center: [f64; 2]) -> Self {
        let outline = Outline::of_region(region, center);
        let (radius, size) = (outline.radius, outline.size);
        Self { kind: Kind::Region(Box::new(outline)), radius, size }
    }

    /// Of a solid in the frame of a body whose origin is the solid's point `center`.
    #[must_use]
    pub fn of_solid(solid: &Solid, center: [f64; 3]) -> Self {
        let parts = Part::all_of(solid, center);
        let far = |p: &Part| norm(p.whole.place.position) + p.whole.radius;
        let radius = parts.iter().map(far).fold(0.0, f64::max);
        let (low, high) = solid.bounds();
        let size = (0..3).map(|i| high[i] - low[i]).fold(0.0, f64::max);
        Self { kind: Kind::Solid(parts), radius, size }
    }

    /// A point at the body's origin; `scale` (m) stands for its size.
    #[must_use]
    pub fn point(scale: f64) -> Self {
        Self { kind: Kind::Point, radius: 0.0, size: scale }
    }

    /// Everything behind a plane through `point`, in the plane behind a line; `normal` (any length but 0) points out.
    #[must_use]
    pub fn half_space(point: [f64; 3], normal: [f64; 3], planar: bool) -> Self {
        let (point, normal) = if planar {
            ([point[0], point[1], 0.0], unit([normal[0], normal[1], 0.0]).unwrap_or([0.0, 1.0, 0.0]))
        } else {
            (point, unit(normal).unwrap_or([0.0, 0.0, 1.0]))
        };
        Self { kind: Kind::HalfSpace { point, normal, planar }, radius: f64::INFINITY, size: f64::INFINITY }
    }

    /// Its largest extent along an axis of its own, m; infinite for a half-space, a point's scale.
    #[inline]
    #[must_use]
    pub fn size(&self) -> f64 {
        self.size
    }

    /// No point of it is further from the body's origin, m; infinite for a half-space.
    #[inline]
    #[must_use]
    pub fn radius(&self) -> f64 {
        self.radius
    }
}
