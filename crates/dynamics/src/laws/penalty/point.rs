//! A point where parts press on each other under the penalty method.

use mainspring_geometry::touch::Meeting;
use mainspring_numerics::vec3::Vec3;

/// One contact at the state last evaluated.
#[derive(Clone, Copy, Debug)]
pub struct Point {
    /// index into the pairs that may touch
    pub pair: usize,
    /// where, how far, which way
    pub meeting: Meeting,
    /// N, N
    pub normal: f64,
    /// on the second part, N
    pub friction: Vec3,
    /// on the second part, N·m
    pub torque: Vec3,
    /// v_b − v_a across the normal, m/s
    pub slip: Vec3,
    /// W
    pub heat: f64,
}
