//! A run that goes on when it is asked to: held back at a moment, looked at, and reached from outside.
//!
//! What reaches it are inputs of the model ([`Probe::Input`](mainspring_model::Probe::Input)). They are constant between events:
//! to change one is an event, after which modes are decided anew, since forces may have jumped with it.

use crate::engine::Engine;
use crate::fingerprint::state_hash;
use crate::ledger::Ledger;
use crate::options::Stop;
use crate::outcome::RunError;
use crate::tolerances::ENDLESS_SPAN;
use mainspring_record::Sink;

/// Events that are remembered when the others are forgotten: enough to tell that a singular position was told already.
const EVENTS_KEPT: usize = 32;

impl Engine {
    /// From here on no step goes beyond `time`, s; infinite: none is held back.
    pub fn hold_at(&mut self, time: f64) {
        self.hold = time;
    }

    /// Asks for a frame at a time that is not past, s: it goes to the sink when the run comes there.
    pub fn look_at(&mut self, time: f64) {
        self.frames.look_at(time);
    }

    /// Values of all channels, then of all probes, of the last frame.
    #[must_use]
    pub fn last_values(&self) -> &[f64] {
        self.frames.last_values()
    }

    /// Makes a frame that is asked for at the present moment.
    ///
    /// # Errors
    /// When joints cannot be closed there, or the sink refuses.
    pub fn show_present(&mut self, sink: &mut dyn Sink) -> Result<(), RunError> {
        self.record_here(sink)
    }

    /// Sets inputs, as (slot, value in SI); modes are decided anew and the next step is chosen afresh.
    ///
    /// # Errors
    /// When no modes are consistent, or the sink refuses; an error too where a slot is not there.
    pub fn set_inputs(&mut self, inputs: &[(usize, f64)], sink: &mut dyn Sink) -> Result<(), RunError> {
        let mut mode = self.system.mode();
        for &(slot, value) in inputs {
            let Some(input) = mode.bodies.inputs.get_mut(slot) else {
                return Err(RunError::Checkpoint { what: format!("it has no input {slot}") });
            };
            *input = value;
        }
        self.system.set_mode(mode);
        self.resolve_inputs(sink)
    }

    /// After something outside has changed.
    pub(crate) fn resolve_inputs(&mut self, sink: &mut dyn Sink) -> Result<(), RunError> {
        self.restart = true;
        if let Err(error) = self.resolve(&Stop::Scheduled, sink) {
            self.step_instead(error, sink)?;
        }
        Ok(())
    }

    /// Energies so far, and what their balance is off by.
    #[must_use]
    pub fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// Forgets events that are told, but for the last few.
    pub fn forget_events(&mut self) {
        let told = self.events.len().saturating_sub(EVENTS_KEPT);
        self.events.drain(..told);
    }

    /// Of the present state, as of the end of a run that came to it.
    #[must_use]
    pub fn present_hash(&mut self) -> u64 {
        let mut state = Vec::new();
        self.system.body_state(&self.y, &mut state);
        state_hash(self.time, &state)
    }

    /// Length of the run where something is a share of it, s.
    pub(crate) fn reference_span(&self) -> f64 {
        if self.settings.duration.is_finite() { self.settings.duration } else { ENDLESS_SPAN }
    }
}
