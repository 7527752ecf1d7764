//! What a run remembers of crowds.

use crate::stepper::{Stepper, together};
use mainspring_dynamics::System;
use mainspring_model::{ContactMethod, ContactPair, Crowds as Treatment, Touched};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// What is remembered of crowds between steps.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct CrowdNotes {
    /// of the last changes of mode: time, s, events before it, and steps tried
    pub(crate) changes: VecDeque<(f64, u64, u64)>,
    /// since when the same pairs touch, s
    pub(crate) calm_since: f64,
    /// pairs that touch, in order
    pub(crate) pairs: Vec<u32>,
    /// times that events took over again
    pub(crate) returns: u32,
    /// time stepped so far, s
    pub(crate) stepped: f64,
}

/// Both ways to go on, of which one waits.
#[derive(Default)]
pub(crate) struct Crowds {
    /// none where a run never changes its way
    pub(crate) waiting: Option<Box<dyn Stepper>>,
    pub(crate) notes: CrowdNotes,
    /// moving parts that may touch
    pub(crate) parts: usize,
    /// scratch
    pub(crate) pairs: Vec<u32>,
}

impl Crowds {
    pub(crate) fn new(system: &dyn System) -> Self {
        let contacts = &system.model().contacts;
        let by_event = contacts.method == ContactMethod::Event && contacts.crowds == Treatment::Step;
        let can = by_event && system.touches() && system.stepping_unsupported().is_none();
        let second = |p: &ContactPair| if let Touched::Body(b) = p.b { Some(b) } else { None };
        let mut parts: Vec<usize> = contacts.pairs.iter().flat_map(|p| [Some(p.a), second(p)]).flatten().collect();
        parts.sort_unstable();
        parts.dedup();
        Self { waiting: can.then(|| together(system.sizes())), parts: parts.len(), ..Self::default() }
    }
}
