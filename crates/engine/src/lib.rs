//! Time: integrate, guard, locate, resolve, project, record.
//!
//! [`run`] takes a model to its end and writes what happened to a sink; [`Engine`] is the same, step by step.

mod adaptive_stiffness;
mod advance;
mod checkpoint;
mod controller;
mod drawing;
mod drawn_shape;
mod engine;
mod events;
mod fingerprint;
mod frames;
mod guards;
mod ledger;
mod locate;
mod mode_changes;
mod options;
mod outcome;
mod singular;
pub mod stepper;
mod windows;

pub use checkpoint::Checkpoint;
pub use engine::{Engine, run};
pub use ledger::Ledger;
pub use options::{Options, Progress, Stop};
pub use outcome::{CODES, EndReason, Outcome, RunError, Sample, Work};
