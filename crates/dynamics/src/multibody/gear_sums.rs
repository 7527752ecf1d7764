//! Sums of joint coordinates that gears hold: second − ratio · first, and the coordinates of a carrier that moves.

use crate::multibody::multibody::Multibody;
use mainspring_model::{Coordinate, Gear};

impl Multibody {
    /// Coordinates of a gear with their factors; none of another joint.
    pub fn gear_terms(&self, joint: usize) -> impl Iterator<Item = (Coordinate, f64)> + use<> {
        self.model.joints[joint].kind.coupling().map(Gear::terms).into_iter().flatten()
    }

    /// Σ factor · value over the coordinates of a gear.
    pub fn gear_sum(&self, joint: usize, value: impl Fn(Coordinate) -> f64) -> f64 {
        self.model.joints[joint].kind.coupling().map_or(0.0, |gear| gear.sum(value))
    }
}
