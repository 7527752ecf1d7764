//! One step of an integrator, with dense output. What comes before and after a step is the engine's affair.

mod auto;
mod collocation;
mod dop853;
mod dop853_table;
mod dopri5;
mod hermite;
mod integrators;
mod lu;
mod merson;
mod radau;
mod radau_matrices;
mod radau_table;
mod rk4;
mod semi_implicit;
mod stages;
mod stepper;
mod symplectic;
mod tolerance;

pub use integrators::{NAMES, stepper};
pub use stepper::{Change, Control, ImplicitWork, MOST_VELOCITIES, Start, Stepper};
pub use tolerance::Tolerance;
