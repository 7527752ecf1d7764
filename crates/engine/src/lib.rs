//! Time: integrate, guard, locate, project, record, resolve.
//!
//! [`run`] takes a model to its end and writes what happened to a sink; [`Engine`] is the same, step by step.
//! [`Engine::advance`] is the step, stage by stage; integrators implement [`stepper::Stepper`].
//!
//! **Guards** (conditions of `attach` and `release`, joint limits, changes of mode) are looked at on the dense output
//! at sixteen places a step, more where they oscillate in time, and into every turning point between three looks that
//! may rise to zero. Once one is located, by the ITP method, the step is taken again to end there. Events at one time
//! are ordered: scheduled, conditions, impacts and changes of mode, reports. Values just before an event are held for
//! `before(x)` until it is recorded.
//!
//! **The state** is y = (q, v, w), where w integrates the power of every load, drive and damper along with the
//! motion, so that the energy ledger ΔK + ΔU − work + dissipated + lost − projected = 0 can be checked at any time.
//! Energy of springs that are taken away, kinetic energy lost when a joint is attached, and what projection puts in
//! are entries of their own.
//!
//! **A [`Checkpoint`]** is everything a run remembers between steps; continuing from it gives the same bits.
//!
//! **Crowds** are stepped (`crowds`): the whole run where everything hangs together, else the crowded component, beside an
//! integrator that goes on with the rest (`stepper`'s `StepsAhead`).
//!
//! Singular positions passed on the way are reported. Fixed steps are taken in pieces where springs that are marked `adapt` are too
//! stiff for whole ones (`substeps`).

mod advance;
mod audit;
mod auditing;
mod carry_over;
mod checkpoint;
mod conditions;
mod controller;
mod crowd_notes;
mod crowd_parts;
mod crowds;
mod drawing;
mod drawn_shape;
mod engine;
mod events;
mod failing_load;
mod fingerprint;
mod first_step;
mod frames;
mod guard_table;
mod guards;
mod ledger;
mod mode_changes;
mod on_demand;
mod options;
mod outcome;
mod pieces;
mod resume;
mod singular;
mod step_balance;
pub mod stepper;
mod substeps;
mod switch_storm;
mod switching;
mod tolerances;
mod windows;

pub use carry_over::CarryError;
pub use checkpoint::Checkpoint;
pub use engine::{Engine, run};
pub use fingerprint::state_hash;
pub use guard_table::Guard;
pub use ledger::Ledger;
pub use mainspring_numerics::interrupt::Interrupt;
pub use options::{Options, Progress, Stop};
pub use outcome::{CODES, EndReason, Outcome, RunError, Sample, Work};
