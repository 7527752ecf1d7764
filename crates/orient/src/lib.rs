//! Trying out a plan of squeezes in the engine: how viscous a surface must be, how long each squeeze lasts, and the
//! scene that shows it.
//!
//! [`mainspring_fields::strategy`] finds the plan; it knows no time. Here it becomes a script. The test `orienting`
//! of the package `mainspring` runs such a scene from many starts.

mod read_back;
mod rehearsal;
mod settling;
mod shape_text;
mod tolerances;

pub use rehearsal::{Rehearsal, RehearsalError, Rehearsed};
pub use settling::Settling;
pub use shape_text::shape_text;
pub use tolerances::SETTLED;
