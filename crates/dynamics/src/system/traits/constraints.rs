//! Trait: joints and constraints.

use crate::multibody::results::{Drift, ProjectError, Redundant};

/// Joints and constraints: how far off a state is, the way back onto them, and rows that depend on each other.
pub trait Constraints: Send {
    /// Moves q onto C(q, t) = 0 and v onto Jv = −C_t, mass-weighted.
    ///
    /// # Errors
    /// When Newton does not get there.
    fn project(&mut self, time: f64, y: &mut [f64]) -> Result<(), ProjectError>;
    /// Remembers where angles are, so that the next evaluations unwrap them from here.
    fn remember_angles(&mut self, y: &[f64]);
    /// What the joints are off by at y.
    fn drift(&mut self, time: f64, y: &[f64]) -> Drift;
    /// How far a joint's two sides are from fitting at y: (largest length, largest angle); half a turn if they face away.
    fn misfit(&mut self, joint: usize, time: f64, y: &[f64]) -> (f64, f64);
    /// Finds redundant rows at y (which must be projected).
    fn analyse(&mut self, time: f64, y: &[f64]) -> Vec<Redundant>;
    /// Whether a pivot collapsed since the last `analyse`.
    fn collapsed(&self) -> bool;
}
