//! Trait: steps that take all contacts together.

use crate::system::failure::Failure;
use crate::system::traits::rattle::Unfit;

/// Steps that take all contacts within them together.
pub trait Stepping: Send {
    /// One step over h; the state ends on the joints, with nothing inside anything else.
    ///
    /// # Errors
    /// When joints cannot be closed, or parts overlap whatever is done.
    fn step_together(&mut self, time: f64, y: &mut [f64], h: f64) -> Result<(), Failure>;
    /// What in the mechanism such steps have no place for.
    fn stepping_unsupported(&self) -> Option<Unfit>;
    /// Energy that contacts took in the last step, friction apart, J; told once.
    fn take_step_loss(&mut self) -> f64 {
        0.0
    }
    /// A step that suits the size of the parts and gravity, s.
    fn fitting_step(&self) -> f64;
}
