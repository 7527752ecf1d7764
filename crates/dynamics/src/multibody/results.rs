//! What is found of a mechanism: energies, drift, redundant rows, work counted, ledger entries.

use mainspring_model::Load;

/// One integral of the ledger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LedgerEntry {
    /// of the load, drive or spring
    pub path: String,
    /// work in or heat out
    pub kind: LedgerKind,
    /// which load
    pub load: Load,
}

/// Which side of the ledger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LedgerKind {
    /// done on the mechanism
    Work,
    /// lost in a damper
    Dissipation,
    /// measured, and no part of the balance
    Meter,
}

/// Energies at one state, J.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Energy {
    /// of all bodies
    pub kinetic: f64,
    /// in gravity, zero at the origin
    pub potential: f64,
    /// in springs and compliant joints
    pub spring: f64,
}

impl Energy {
    /// Sum.
    #[must_use]
    pub fn total(&self) -> f64 {
        self.kinetic + self.potential + self.spring
    }
}

/// What joints are off by.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Drift {
    /// max |C|: lengths relative to the mechanism's, angles in rad
    pub position: f64,
    /// max |Jv + C_t|, scaled alike, per second
    pub velocity: f64,
}

impl Drift {
    /// The larger of both, term by term.
    #[must_use]
    pub fn max(self, other: Self) -> Self {
        Self { position: self.position.max(other.position), velocity: self.velocity.max(other.velocity) }
    }
}

/// Work done, counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// evaluations of dy/dt
    pub evaluations: u64,
    /// numeric factorisations
    pub factorisations: u64,
    /// whole symbolic analyses
    pub symbolic: u64,
    /// changes of the pattern when something came or went
    pub pattern_changes: u64,
    /// pivots redone in these changes
    pub redone: u64,
    /// Newton iterations of position projection
    pub projections: u64,
    /// evaluations of `jacobian`
    pub jacobians: u64,
}

/// A row that follows from others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Redundant {
    /// path of the joint or constraint
    pub path: String,
    /// rows of it left out
    pub rows: usize,
}

/// Joints could not be brought together.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("joint `{joint}` is {residual:e} off (relative to the mechanism's size) and cannot be closed")]
pub struct ProjectError {
    /// path of the worst joint, or names of what touches
    pub joint: String,
    /// it is of what touches, no joint
    pub contact: bool,
    /// scaled residual
    pub residual: f64,
}
