//! Quantities that expressions read and only laws or the run know.

use crate::multibody::multibody::Multibody;
use mainspring_model::Probe;

/// Whoever knows every quantity an expression may read.
pub trait Probes {
    /// A quantity at the state of `kinematics`; those of force level after a solve.
    fn value(&self, bodies: &Multibody, probe: &Probe) -> f64;
}
