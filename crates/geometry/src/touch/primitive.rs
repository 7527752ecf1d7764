//! Smooth pieces of surfaces, without their extents.

/// A smooth piece of a surface, in its body's frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Primitive {
    /// all points `radius` away from a point: a corner (0), an arc or a ball (> 0), the inside of a round hole (< 0)
    Point {
        /// centre
        at: [f64; 3],
        /// negative where the material is outside
        radius: f64,
    },
    /// a straight edge of a planar region, or a flat face
    Plane {
        /// a point of it
        at: [f64; 3],
        /// unit, out of the material
        normal: [f64; 3],
    },
    /// all points `radius` away from a straight line: an edge (0), the side of a capsule or cylinder (> 0), of a bore (< 0)
    Line {
        /// a point of it
        at: [f64; 3],
        /// unit
        along: [f64; 3],
        /// negative where the material is outside
        radius: f64,
        /// of a sharp edge: between its two faces' normals, out of the material; tells apart from overlap where two edges
        /// cross. Not looked at where the radius is not 0
        outward: [f64; 3],
    },
    /// a sharp circular rim
    Circle {
        /// centre
        at: [f64; 3],
        /// unit, out of the flat face that ends at the rim
        axis: [f64; 3],
        /// negative where the material is outside: the mouth of a bore
        radius: f64,
        /// unit, at right angles to the axis: of several places near the partner the one nearest to this direction counts
        toward: [f64; 3],
        /// the place next nearest to `toward` counts instead, if there are two
        second: bool,
        /// there is a second one of it: near a straight edge, which it may cross twice, this one's place is on the side the edge
        /// runs to, the second's on the side it comes from
        paired: bool,
        /// axis + lean · (unit vector off the axis) is out of the material, between the two faces that meet: 1 where they are at
        /// right angles, −1 at a mouth
        lean: f64,
    },
    /// an ellipsoid
    Ellipsoid {
        /// centre
        at: [f64; 3],
        /// unit, at right angles: along the first two axes
        along: [[f64; 3]; 2],
        /// semi-axes
        half: [f64; 3],
    },
    /// the slanted side of a cone, without an end
    Cone {
        /// the apex
        at: [f64; 3],
        /// unit, from the apex into the material
        axis: [f64; 3],
        /// sine and cosine of half the opening angle
        slope: [f64; 2],
    },
}

impl Primitive {
    /// Whether it is neither a plane nor a curve with a thickness.
    #[inline]
    pub(crate) fn is_smooth(&self) -> bool {
        matches!(self, Self::Ellipsoid { .. } | Self::Cone { .. })
    }
}
