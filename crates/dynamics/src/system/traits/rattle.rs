//! Trait: steps that keep the structure of the equations.

use crate::multibody::results::ProjectError;

/// Steps that keep the structure of the equations.
pub trait Rattle: Send {
    /// One step over h (which may be negative) that keeps the structure of the equations (RATTLE). The state ends
    /// on the joints, positions and velocities both.
    ///
    /// # Errors
    /// When the joints cannot be met.
    fn rattle_step(&mut self, time: f64, y: &mut [f64], h: f64) -> Result<(), ProjectError>;
    /// What in the mechanism such steps have no place for.
    fn rattle_unsupported(&self) -> Option<Unfit>;
}

/// Something that a structure-preserving method cannot treat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unfit {
    /// of the load, drive or joint
    pub path: String,
    /// what it does
    pub what: &'static str,
    /// what to do about it
    pub fix: &'static str,
}
