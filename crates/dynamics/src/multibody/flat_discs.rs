//! Discs that roll and lie flat: then every point of the rim touches, and none is the lowest.

use crate::multibody::multibody::Multibody;

impl Multibody {
    /// The first joint at the state of `kinematics` whose disc is not further than `within` (the sine of an angle) from lying flat.
    pub fn flat_disc(&self, within: f64) -> Option<usize> {
        (0..self.model.joints.len())
            .filter(|&j| self.joint_acts(j))
            .find(|&j| self.frames.joint_upright(j).is_some_and(|sine| sine <= within))
    }
}
