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
    /// Whether contacts of a whole step are taken together at present.
    fn stepped(&self) -> bool;
    /// Takes contacts of whole steps together from here on, or each when it happens.
    fn set_stepped(&mut self, stepped: bool);
    /// Places that touch at a state, before anything is known of them, and which pairs they are of, in order.
    fn count_places(&mut self, y: &[f64], pairs: &mut Vec<u32>) -> usize;
    /// Pairs that touch at a state, before anything is known of them, in order; how many places of each.
    fn count_places_by_pair(&mut self, y: &[f64], pairs: &mut Vec<u32>) -> Vec<usize>;
    /// Places that touch at present, and which pairs they are of, in order.
    fn touching_now(&self, pairs: &mut Vec<u32>) -> usize;
    /// Moves what overlaps by what steps allow apart, as far as events ask for.
    ///
    /// # Errors
    /// When joints cannot be closed then, or parts overlap all the same.
    fn separate(&mut self, time: f64, y: &mut [f64]) -> Result<(), Failure>;
    /// A step that suits the size of the parts and gravity, s.
    fn fitting_step(&self) -> f64;
}
