//! From a model to equations of motion: columns, rows, loads, and one sparse symmetric solve.
//!
//! ```text
//! M v̇ − Jᵀλ = f(q, v, t)      bodies; gyroscopic terms inside f
//! J v̇        = −J̇ v − …        joints, drives, rows of the user's own
//! ```
//!
//! [`assemble`] closes the loops of a [`Model`], makes its velocities consistent and returns a [`System`]: a set of
//! operators that knows neither shapes nor names of joints' kinds any more.

mod arrows;
mod backlash;
mod bends;
mod change_point;
mod changes;
mod close;
mod codes;
mod core;
mod decide;
mod energy;
mod friction;
mod groups;
mod jacobian;
pub mod kinematics;
pub mod kkt;
pub mod leap;
mod loads;
pub mod math;
mod measure;
mod operators;
mod passage;
mod penalty;
mod planar;
mod project;
mod reactions;
mod reduced;
mod rows;
pub mod space;
mod spatial;
mod starts;
mod surface;
mod switches;
mod system;
mod touch;
mod transitions;

pub use arrows::{Arrow, arrows};
pub use codes::CODES;
pub use penalty::{SoftMark, Squeeze, Squeezed};
pub use planar::Planar;
pub use spatial::Spatial;
pub use surface::{Lying, ScriptState};
pub use switches::{just_after, turning_point};
pub use system::{
    AssembleError, Assembled, ContactPoint, ContactState, Counters, Drift, Energy, LedgerEntry, LedgerKind,
    LedgerValues, Mode, Nearing, ProjectError, Redundant, RubMode, Site, System, TouchMode, Touching, Transition,
    TransitionError, TransitionKind, Unfit,
};

use mainspring_model::Model;
use std::sync::Arc;

/// Closes loops, makes initial velocities consistent, finds redundant rows, and returns the system at t = 0.
///
/// # Errors
/// When a loop cannot be closed, drives depend on each other, or a body cannot move as asked.
pub fn assemble(model: &Arc<Model>) -> Result<Assembled, Vec<AssembleError>> {
    close::assemble(model)
}
