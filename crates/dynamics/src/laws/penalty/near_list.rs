//! The list of pairs that may press.

use mainspring_numerics::vec3::Vec3;

/// Pairs that may press, and where the parts were when that was found.
#[derive(Debug, Default)]
pub struct NearList {
    /// indices into the pairs that may touch, in order
    pub pairs: Vec<usize>,
    /// of every body, m
    pub centers: Vec<Vec3>,
    /// every pair that was apart by less is in the list, m
    pub margin: f64,
}
