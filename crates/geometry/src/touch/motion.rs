//! Where bodies are and how they move, and paths of two of them.

use super::jet::VecJet;
use mainspring_numerics::matrix3::{self, rotate, rotate_back};
use mainspring_numerics::vec3::{add, cross, sub};

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
    pub const REST: Self = Self { position: [0.0; 3], rotation: matrix3::IDENTITY, velocity: [0.0; 3], spin: [0.0; 3] };

    /// A vector of the body in the world.
    #[inline]
    #[must_use]
    pub fn direction(&self, local: [f64; 3]) -> [f64; 3] {
        rotate(&self.rotation, local)
    }

    /// A point of the body in the world.
    #[inline]
    #[must_use]
    pub fn point(&self, local: [f64; 3]) -> [f64; 3] {
        add(self.position, self.direction(local))
    }

    /// A point of the world in the body's frame.
    #[inline]
    #[must_use]
    pub fn local(&self, world: [f64; 3]) -> [f64; 3] {
        rotate_back(&self.rotation, sub(world, self.position))
    }

    pub(crate) fn point_jet(&self, local: [f64; 3]) -> VecJet {
        let arm = self.direction_jet(local);
        let origin = VecJet { x: self.position, d: self.velocity, dd: [0.0; 3] };
        origin.plus(arm)
    }

    pub(crate) fn direction_jet(&self, local: [f64; 3]) -> VecJet {
        let x = self.direction(local);
        let d = cross(self.spin, x);
        VecJet { x, d, dd: cross(self.spin, d) }
    }
}

/// How fast a body can move within a stretch of a path, per unit of the path's parameter.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Speeds {
    /// |ċ| of its origin
    pub linear: f64,
    /// |ω|
    pub angular: f64,
    /// |c̈| of its origin
    pub linear_rate: f64,
    /// |ω̇|
    pub angular_rate: f64,
}

/// The motion of two bodies over a step, parameter θ from 0 to 1.
pub trait Path {
    /// Where both are at θ; velocities per unit θ.
    fn at(&self, theta: f64) -> [Motion; 2];
    /// Upper bounds of how fast both move anywhere in [from, to]; true bounds, not samples.
    fn speeds(&self, from: f64, to: f64) -> [Speeds; 2];
}
