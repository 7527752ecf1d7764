//! Result of the joint phase.

use mainspring_model::Joint;

/// Joints between parts, and gears between joints.
#[derive(Default)]
pub struct Joints {
    pub list: Vec<Joint>,
    /// one of them is in error, so that what it would place may be unplaced
    pub broken: bool,
}
