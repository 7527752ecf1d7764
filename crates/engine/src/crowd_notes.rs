//! What a run remembers of crowds.

use crate::stepper::{Stepper, together};
use mainspring_dynamics::System;
use mainspring_model::{ContactMethod, Crowds as Treatment, Touched};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// What is remembered of one component between steps.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct PartNotes {
    /// of the last changes of mode: time, s, events before it, and steps tried
    pub(crate) changes: VecDeque<(f64, u64, u64)>,
    /// since when the same pairs touch, s
    pub(crate) calm_since: f64,
    /// pairs that touch, in order
    pub(crate) pairs: Vec<u32>,
    /// times that events took over again
    pub(crate) returns: u32,
    /// events so far
    pub(crate) events: u64,
}

/// What is remembered of crowds between steps.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct CrowdNotes {
    /// of each component
    pub(crate) parts: Vec<PartNotes>,
    /// events told so far when components were last looked at
    pub(crate) told: u64,
    /// impulses of all pairs then, N·s
    pub(crate) impulses: Vec<f64>,
    /// time stepped so far, s
    pub(crate) stepped: f64,
}

/// Both ways to go on.
#[derive(Default)]
pub(crate) struct Crowds {
    /// where everything hangs together: the way that waits; none where a run never changes its way
    pub(crate) waiting: Option<Box<dyn Stepper>>,
    /// components can be stepped while others go on by event
    pub(crate) apart: bool,
    pub(crate) notes: CrowdNotes,
    /// moving parts that may touch, of each component
    pub(crate) parts: Vec<usize>,
    /// scratch
    pub(crate) pairs: Vec<u32>,
    /// scratch: which components have changed in a step
    pub(crate) changed: Vec<bool>,
}

impl Crowds {
    pub(crate) fn new(system: &dyn System) -> Self {
        let contacts = &system.model().contacts;
        let by_event = contacts.method == ContactMethod::Event && contacts.crowds == Treatment::Step;
        let can = by_event && system.touches() && system.stepping_unsupported().is_none();
        let count = system.component_count();
        let mut parts = vec![0; count];
        let mut seen = vec![false; system.model().bodies.len()];
        for (k, pair) in contacts.pairs.iter().enumerate() {
            let second = if let Touched::Body(b) = pair.b { Some(b) } else { None };
            for b in std::iter::once(pair.a).chain(second) {
                if let (false, Some(c)) = (std::mem::replace(&mut seen[b], true), system.component_of_pair(k)) {
                    parts[c] += 1;
                }
            }
        }
        Self {
            waiting: (can && count == 1).then(|| together(system.sizes())),
            apart: can && count > 1,
            notes: CrowdNotes { parts: vec![PartNotes::default(); count], ..CrowdNotes::default() },
            parts,
            ..Self::default()
        }
    }

    /// Whether a run may change its way at all.
    pub(crate) fn can(&self) -> bool {
        self.waiting.is_some() || self.apart
    }
}
