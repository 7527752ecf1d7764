//! A run taken up where a checkpoint was made; one of another scene, integrator or mechanism is refused.

use crate::checkpoint::{Checkpoint, counters_in, counters_out, drift_in, drift_out};
use crate::engine::Engine;
use crate::options::Options;
use crate::outcome::RunError;
use crate::switching::Switching;
use mainspring_dynamics::Assembled;

impl Engine {
    /// Where a checkpoint was taken, for the same scene and settings.
    ///
    /// # Errors
    /// When the checkpoint belongs to another scene or integrator.
    pub fn resume(assembled: Assembled, options: Options, from: &Checkpoint) -> Result<Self, RunError> {
        let mut engine = Self::new(assembled, options)?;
        let wrong = |what: &str| Err(RunError::Checkpoint { what: what.to_owned() });
        if from.scene != engine.system.model().name {
            return wrong("its scene has another name");
        }
        if from.integrator != engine.settings.integrator {
            return wrong("it used another integrator");
        }
        if from.fingerprint != engine.fingerprint {
            return wrong("the mechanism or the settings have changed");
        }
        engine.restore(from)?;
        Ok(engine)
    }

    /// Goes back, or on, to where a checkpoint of the same mechanism was taken.
    ///
    /// # Errors
    /// When the checkpoint is of a state of another size.
    pub fn restore(&mut self, from: &Checkpoint) -> Result<(), RunError> {
        let wrong = |what: &str| Err(RunError::Checkpoint { what: what.to_owned() });
        if from.y.len() != self.y.len()
            || !from.mode.fits(&self.system.mode(), self.system.model())
            || from.switch_fired.len() != self.switch_fired.len()
            || from.limit_passed.len() != self.limit_passed.len()
        {
            return wrong("its state has another size");
        }
        if from.mode.touch.stepped != self.system.stepped() {
            self.change_way();
        }
        let mut mode = from.mode.clone();
        mode.bodies.switch_time = from.time;
        self.system.set_mode(mode);
        self.system.set_counters(counters_in(from.counters));
        self.time = from.time;
        self.y.clone_from(&from.y);
        self.controller = from.controller;
        self.ledger = from.ledger;
        self.work = from.work;
        self.switch_fired.clone_from(&from.switch_fired);
        self.limit_passed.clone_from(&from.limit_passed);
        self.events.clone_from(&from.events);
        self.frames.go_to(from.frame, from.frames_written, self.settings.duration);
        self.frames.samples.clone_from(&from.samples);
        self.frames.skip_samples_before(from.time);
        (self.drift_at_steps, self.frames.drift) = drift_in(from.drift);
        self.crowds.notes.clone_from(&from.crowds);
        if !self.stepper.remember(&from.stepper_memory) {
            return wrong("its integrator's memory has another size");
        }
        if self.stepper.ahead_mut().is_some_and(|ahead| !ahead.restore(&from.ahead))
            || from.crowds.parts.len() != self.crowds.parts.len()
        {
            return wrong("its components are others");
        }
        self.fit_tolerance();
        self.rapid_changes = from.rapid_changes;
        self.stall_window = from.stall_window;
        self.pieces = from.pieces;
        self.system.remember_angles(&from.y);
        self.restart = from.restart;
        self.cut_by_end = !from.extensible;
        self.auditing.auditor.remember(&from.audit);
        self.frames.doubtful = !self.auditing.auditor.doubts().is_empty();
        // what only the steps under way knew
        self.events_here = (f64::NEG_INFINITY, 0);
        self.jams_here = (f64::NEG_INFINITY, 0);
        self.shortened = (f64::NEG_INFINITY, 0);
        self.switching = Switching { since: from.time, ..Switching::default() };
        self.last_event = None;
        self.dense_ready = false;
        Ok(())
    }

    /// Freezes the run as it is between two steps.
    #[must_use]
    pub fn checkpoint(&self) -> Checkpoint {
        Checkpoint {
            scene: self.system.model().name.clone(),
            integrator: self.settings.integrator.clone(),
            fingerprint: self.fingerprint,
            time: self.time,
            y: self.y.clone(),
            controller: self.controller,
            ledger: self.ledger,
            work: self.work,
            counters: counters_out(self.system.counters()),
            mode: self.system.mode(),
            pieces: self.pieces,
            frame: self.frames.next,
            frames_written: self.frames.written,
            samples: self.frames.samples.clone(),
            switch_fired: self.switch_fired.clone(),
            limit_passed: self.limit_passed.clone(),
            events: self.events.clone(),
            drift: drift_out(self.drift_at_steps, self.frames.drift),
            rapid_changes: self.rapid_changes,
            stall_window: self.stall_window,
            restart: self.restart,
            stepper_memory: self.stepper.memory(),
            extensible: !self.cut_by_end,
            ahead: self.stepper.ahead().map_or_else(Vec::new, |ahead| ahead.parts().to_vec()),
            crowds: self.crowds.notes.clone(),
            audit: self.auditing.auditor.notes(),
        }
    }
}
