//! Force and torque on a part.

/// A force and a torque about the part's origin (N and N·m, or densities' units times m² and m³).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Wrench {
    /// along x and y (N)
    pub force: [f64; 2],
    /// about the part's origin, counter-clockwise (N·m)
    pub torque: f64,
}

impl Wrench {
    /// Both together.
    #[inline]
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        self.with(other, 1.0)
    }

    /// This and `factor` times the other.
    #[inline]
    #[must_use]
    pub fn with(&self, other: &Self, factor: f64) -> Self {
        Self {
            force: [0, 1].map(|i| self.force[i] + factor * other.force[i]),
            torque: self.torque + factor * other.torque,
        }
    }

    /// `factor` times this.
    #[inline]
    #[must_use]
    pub fn times(&self, factor: f64) -> Self {
        Self { force: self.force.map(|f| f * factor), torque: self.torque * factor }
    }
}
