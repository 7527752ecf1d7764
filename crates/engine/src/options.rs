//! How to run, where a run is, and why a step ended.

use crate::guard_table::Guard;
use mainspring_numerics::interrupt::Interrupt;
use mainspring_record::Origin;

/// How to run, beyond what the scene says.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// times at which probes are sampled, s; none: at the end
    pub at: Vec<f64>,
    /// steps after which the run is stopped
    pub max_steps: Option<u64>,
    /// asked from time to time, inside long steps too, whether to stop
    pub interrupt: Option<Interrupt>,
    /// where the scene came from, for the recording
    pub origin: Origin,
    /// no frames at the recording step: only those that are asked for one by one
    pub frames_on_request: bool,
}

/// Where a run is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// s
    pub time: f64,
    /// s
    pub end: f64,
    /// accepted steps
    pub steps: u64,
}

/// Why a step ended where it did.
#[derive(Clone, Debug, PartialEq)]
pub enum Stop {
    /// the integrator chose to
    Step,
    /// a switch or a break in an expression of time was due
    Scheduled,
    /// conditions became true, limits were passed, modes change
    Condition(Vec<Guard>),
    /// the run is over
    End,
}
