//! A run frozen between two steps; continuing from it gives the same bits as never having stopped.

use crate::controller::Controller;
use crate::crowd_notes::CrowdNotes;
use crate::ledger::Ledger;
use crate::outcome::{RunError, Sample, Work};
use crate::pieces::Pieces;
use crate::stepper::Part;
use mainspring_audit::Notes;
use mainspring_dynamics::{Counters, Drift, Mode};
use mainspring_record::Event;
use serde::{Deserialize, Serialize};

/// Everything a run remembers between steps.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Checkpoint {
    /// scene name, to refuse another's
    pub(crate) scene: String,
    /// integrator name
    pub(crate) integrator: String,
    /// of the mechanism and the settings, to refuse others
    pub(crate) fingerprint: u64,
    /// s
    pub(crate) time: f64,
    /// q, v, work
    pub(crate) y: Vec<f64>,
    pub(crate) controller: Controller,
    /// the fastest pace of each component so far, 1/s
    pub(crate) paces: Vec<f64>,
    pub(crate) ledger: Ledger,
    pub(crate) work: Work,
    /// evaluations, factorisations, symbolic, projections, jacobians, pattern changes, pivots redone
    pub(crate) counters: [u64; 7],
    /// what the mechanism and its laws remember between steps
    pub(crate) mode: Mode,
    /// of fixed steps
    pub(crate) pieces: Pieces,
    /// next frame's number
    pub(crate) frame: u64,
    pub(crate) frames_written: u64,
    /// values at the times asked for, as far as they were reached
    pub(crate) samples: Vec<Sample>,
    /// switches that have acted
    pub(crate) switch_fired: Vec<bool>,
    /// limits passed at present
    pub(crate) limit_passed: Vec<bool>,
    pub(crate) events: Vec<Event>,
    /// position, velocity: at steps, at frames
    pub(crate) drift: [f64; 4],
    /// changes of mode in a row without time moving on to speak of
    pub(crate) rapid_changes: u32,
    pub(crate) stall_window: (u32, f64),
    /// the run restarts with a fresh first step
    pub(crate) restart: bool,
    /// what the integrator remembers between steps
    pub(crate) stepper_memory: Vec<f64>,
    /// no step so far would have been another had the run been longer
    pub(crate) extensible: bool,
    /// components with steps of their own
    pub(crate) ahead: Vec<Part>,
    /// what is remembered of crowds
    pub(crate) crowds: CrowdNotes,
    /// what the auditor remembers
    pub(crate) audit: Notes,
}

pub(crate) fn drift_out(d: Drift, e: Drift) -> [f64; 4] {
    [d.position, d.velocity, e.position, e.velocity]
}

pub(crate) fn drift_in(d: [f64; 4]) -> (Drift, Drift) {
    (Drift { position: d[0], velocity: d[1] }, Drift { position: d[2], velocity: d[3] })
}

pub(crate) fn counters_out(c: Counters) -> [u64; 7] {
    [c.evaluations, c.factorisations, c.symbolic, c.projections, c.jacobians, c.pattern_changes, c.redone]
}

pub(crate) fn counters_in(c: [u64; 7]) -> Counters {
    Counters {
        evaluations: c[0],
        factorisations: c[1],
        symbolic: c[2],
        projections: c[3],
        jacobians: c[4],
        pattern_changes: c[5],
        redone: c[6],
    }
}

impl Checkpoint {
    /// Time at which it was taken, s.
    #[must_use]
    pub fn time(&self) -> f64 {
        self.time
    }

    /// Whether a longer run would have come to the same state: no step was cut short by the end.
    #[must_use]
    pub fn is_extensible(&self) -> bool {
        self.extensible
    }

    /// For storing; every bit is kept.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        postcard::to_allocvec(self).expect("plain data in memory")
    }

    /// What [`Self::to_bytes`] wrote.
    ///
    /// # Errors
    /// When the bytes are not a whole checkpoint.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, RunError> {
        postcard::from_bytes(bytes)
            .map_err(|e| RunError::Checkpoint { what: format!("its bytes are no checkpoint ({e})") })
    }
}
