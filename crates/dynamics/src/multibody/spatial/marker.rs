//! Bodies and markers: positions, velocities, and rows along directions.

use mainspring_numerics::matrix3::Mat3;
use mainspring_numerics::vec3::Vec3;

/// Space.
#[derive(Clone, Copy, Debug)]
pub struct Spatial;

/// Pose and velocity of a spatial body.
#[derive(Clone, Copy, Debug)]
pub struct SpatialBody {
    pub p: Vec3,
    /// body to world
    pub r: Mat3,
    pub v: Vec3,
    pub omega: Vec3,
}

/// A marker on a spatial body, in the world.
#[derive(Clone, Copy, Debug)]
pub struct Side {
    /// position
    pub p: Vec3,
    /// arm from the centre of mass
    pub r: Vec3,
    /// velocity
    pub v: Vec3,
    /// angular velocity of the body
    pub omega: Vec3,
    /// acceleration at v̇ = 0: ω×(ω×r)
    pub c: Vec3,
    /// marker axes x, y, z
    pub axes: [Vec3; 3],
}
