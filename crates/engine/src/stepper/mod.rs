//! One step of an integrator, with dense output. What comes before and after a step is the engine's affair.
//!
//! * The default, `auto`, is DOP853 with dense output of order 7 until stability and not accuracy holds its steps,
//!   then Radau, and back. Each change is an event; while nothing is stiff the bits are those of DOP853.
//! * `radau` is Radau IIA of order 5; displacements are eliminated, so that a step size costs one real and one
//!   complex dense factorisation of the size of the velocities.
//! * `symplectic` is RATTLE composed to order four. It ends on the joints, so the engine does not project after it
//!   (`Stepper::on_joints`).

mod auto;
mod collocation;
mod dop853;
mod dop853_table;
mod dopri5;
mod hermite;
mod integrators;
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
