//! Trying out a plan of squeezes in the engine: how viscous a surface must be, how long each squeeze lasts, and the scene that
//! shows it.
//!
//! [`mainspring_fields::strategy`] finds the plan; it knows no time. Here it becomes a script.

mod outline;
mod rehearsal;
mod settling;

pub use outline::shape_text;
pub use rehearsal::{Rehearsal, RehearsalError, Rehearsed};
pub use settling::{SETTLED, Settling};
