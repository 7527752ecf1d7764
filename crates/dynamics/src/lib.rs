//! From a model to equations of motion: columns, rows, loads, and one sparse symmetric solve.
//!
//! ```text
//! M v̇ − Jᵀλ = f(q, v, t)      bodies; gyroscopic terms inside f
//! J v̇        = −J̇ v − …        joints, drives, rows of the user's own
//! J v        = −C_t            velocities
//! C(q, t)    = 0               positions
//! ```
//!
//! [`assemble`] closes the loops of a [`Model`], makes its velocities consistent and returns a [`System`]: a set of
//! operators that knows neither shapes nor names of joints' kinds any more.
//!
//! ```text
//! multibody   bodies, joints, smooth loads; decides no modes           ◀── tree   open trees in joint coordinates
//! laws        joint_friction, backlash, touch, table, penalty: each knows multibody, none knows another
//! system      assembles, composes the laws with the bodies, settles modes; knows all of them
//! ```
//!
//! A law's equations stand in its folder of `laws`; what needs two laws, or a law and the whole mechanism, stands in
//! `system`.

mod laws;
mod multibody;
mod system;
mod tolerances;
mod tree;

use mainspring_model::Model;
use std::sync::Arc;

pub use laws::joint_friction::{guards::FrictionJointId, mode::FrictionMode};
pub use laws::penalty::{
    overlap::{Overlap, OverlapPlace, OverlapState},
    overlaps::{OverlapChange, PenaltyGuard},
    quantities::PenaltyMark,
};
pub use laws::table::{
    script_state::{ScriptState, frames_to_come},
    scripts::ScriptExit,
    stick_slip::{PartChange, PartGuard},
};
pub use laws::touch::guards::{ContactChange, ContactGuard};
pub use laws::touch::point::{ContactPoint, ContactState};
pub use laws::touch::state::{Site, TouchMode, Touching};
pub use multibody::assemble_error::AssembleError;
pub use multibody::mode_change::{Transition, TransitionError, TransitionKind};
pub use multibody::results::{Counters, Drift, Energy, LedgerEntry, LedgerKind, ProjectError, Redundant};
pub use multibody::side::Side;
pub use multibody::support::Support;
pub use multibody::time_switches::just_after;
pub use multibody::{kkt, planar::marker::Planar, space, spatial::marker::Spatial};
pub use system::arrows::{Arrow, arrows};
pub use system::codes::CODES;
pub use system::component_scales::{ComponentScale, EntryGroup, EntryKind};
pub use system::conditions::Condition;
pub use system::failure::Failure;
pub use system::guesses::Guessed;
pub use system::mode::Mode;
pub use system::mode_guard::ModeGuard;
pub use system::run_values::RunValues;
pub use system::step_state::{StepMemory, StepState};
pub use system::system::{Assembled, SingularityApproach, System, Unfit};
pub use system::traits::{
    adaptive_stiffness::AdaptiveStiffness, constraints::Constraints, equations::Equations, guards::Guards,
    mode_changes::ModeChanges, parts::Parts, rattle::Rattle, readings::Readings, singular::Singular,
    step_bounds::StepBounds, stepping::Stepping,
};

/// Closes loops, makes initial velocities consistent, finds redundant rows, and returns the system at t = 0.
///
/// # Errors
/// When a loop cannot be closed, drives depend on each other, or a body cannot move as asked.
pub fn assemble(model: &Arc<Model>) -> Result<Assembled, Vec<AssembleError>> {
    system::assemble::assemble(model)
}
