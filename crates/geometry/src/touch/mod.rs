//! Where two shapes touch: pieces of their surfaces, the gap between two pieces, and when a motion closes it.
//!
//! A surface is taken apart into *features* (corners, edges, arcs, faces, rims), each a smooth [`Primitive`] with an extent. A
//! contact is a pair of features. Its gap, and how that changes along a motion, comes from the two primitives alone
//! ([`meet`]); whether the pair can be a contact where it is comes from the extents.
//!
//! Planar shapes use the same primitives with z = 0: a straight edge is a [`Primitive::Plane`], a corner or arc a
//! [`Primitive::Point`].

mod broad;
mod jet;
mod meet;
mod outlook;
mod pairs;
mod planar;
mod scan;
mod search;
pub mod spatial;
mod surface;
mod touching;

pub use broad::{Bounds, Broad, overlapping};
pub use meet::{Meeting, meet};
pub use pairs::{distance, fills, inside, margin, near, stands};
pub use search::{First, first_meeting};
pub use surface::{Feature, FeatureKind, FeaturePair, Path, Speeds, Surface};
pub use touching::touching;

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
        /// the place next nearest to `toward` counts instead; none where there is only one
        second: bool,
    },
}

/// Where a body is and how it moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Motion {
    /// of the body's origin
    pub position: [f64; 3],
    /// rows first: a point p of the body stands at `position + rotation p`
    pub rotation: [[f64; 3]; 3],
    /// of the body's origin, per second
    pub velocity: [f64; 3],
    /// rad/s
    pub spin: [f64; 3],
}

impl Motion {
    /// At the origin, at rest.
    pub const REST: Self = Self {
        position: [0.0; 3],
        rotation: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        velocity: [0.0; 3],
        spin: [0.0; 3],
    };

    /// A vector of the body in the world.
    #[must_use]
    pub fn direction(&self, local: [f64; 3]) -> [f64; 3] {
        self.rotation.map(|row| row[0] * local[0] + row[1] * local[1] + row[2] * local[2])
    }

    /// A point of the body in the world.
    #[must_use]
    pub fn point(&self, local: [f64; 3]) -> [f64; 3] {
        let turned = self.direction(local);
        [0, 1, 2].map(|i| self.position[i] + turned[i])
    }

    /// A point of the world in the body's frame.
    #[must_use]
    pub fn local(&self, world: [f64; 3]) -> [f64; 3] {
        let d = [0, 1, 2].map(|i| world[i] - self.position[i]);
        [0, 1, 2].map(|j| self.rotation[0][j] * d[0] + self.rotation[1][j] * d[1] + self.rotation[2][j] * d[2])
    }
}
