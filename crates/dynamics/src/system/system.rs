//! The operators a method may use on a mechanism, all together.

use crate::multibody::results::Redundant;
use crate::system::guesses::Guessed;
use crate::system::traits::adaptive_stiffness::AdaptiveStiffness;
use crate::system::traits::constraints::Constraints;
use crate::system::traits::equations::Equations;
use crate::system::traits::guards::Guards;
use crate::system::traits::mode_changes::ModeChanges;
use crate::system::traits::parts::Parts;
use crate::system::traits::rattle::Rattle;
use crate::system::traits::readings::Readings;
use crate::system::traits::singular::Singular;
use crate::system::traits::step_bounds::StepBounds;
use crate::system::traits::stepping::Stepping;
use mainspring_definition::Diagnostic;

pub use crate::system::traits::rattle::Unfit;
pub use crate::system::traits::singular::SingularityApproach;

/// A mechanism as a set of operators on y = (q, v, w): positions, velocities, and the work ledger's integrals.
///
/// Every method that takes `y` leaves the system's scratch at that state. `derivative`, `project`, `remember_angles`,
/// `drift`, `energy`, `read_conditions`, `read_mode_guards` and `limit_gaps` do not allocate after their first call.
pub trait System:
    AdaptiveStiffness
    + Constraints
    + Equations
    + Guards
    + ModeChanges
    + Parts
    + Rattle
    + Readings
    + Singular
    + StepBounds
    + Stepping
{
}

impl<T> System for T where
    T: AdaptiveStiffness
        + Constraints
        + Equations
        + Guards
        + ModeChanges
        + Parts
        + Rattle
        + Readings
        + Singular
        + StepBounds
        + Stepping
{
}

/// A system at its start, with what was found on the way.
pub struct Assembled {
    /// the operators
    pub system: Box<dyn System>,
    /// y at t = 0
    pub start: Vec<f64>,
    /// redundant rows, named
    pub redundant: Vec<Redundant>,
    /// degrees of freedom left, drives counted as taken
    pub freedom: usize,
    /// where coordinates with a guess begin
    pub guesses: Vec<Guessed>,
    /// notes for people
    pub notes: Vec<Diagnostic>,
}
