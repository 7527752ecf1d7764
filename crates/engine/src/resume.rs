//! A run taken up where a checkpoint was made; one of another scene, integrator or mechanism is refused.

use crate::checkpoint::{Checkpoint, counters_in, counters_out, drift_in, drift_out};
use crate::engine::Engine;
use crate::options::Options;
use crate::outcome::RunError;
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
        if from.y.len() != engine.y.len()
            || !from.mode.fits(&engine.system.mode(), engine.system.model())
            || from.switch_fired.len() != engine.switch_fired.len()
            || from.limit_passed.len() != engine.limit_passed.len()
            || from.paces.len() != engine.tolerance.fastest().len()
        {
            return wrong("its state has another size");
        }
        if from.mode.touch.stepped != engine.system.stepped() {
            engine.change_way();
        }
        let mut mode = from.mode.clone();
        mode.bodies.switch_time = from.time;
        engine.system.set_mode(mode);
        engine.system.set_counters(counters_in(from.counters));
        engine.time = from.time;
        engine.y.clone_from(&from.y);
        engine.controller = from.controller;
        engine.ledger = from.ledger;
        engine.work = from.work;
        engine.switch_fired.clone_from(&from.switch_fired);
        engine.limit_passed.clone_from(&from.limit_passed);
        engine.events.clone_from(&from.events);
        engine.frames.next = from.frame;
        engine.frames.written = from.frames_written;
        engine.frames.samples.clone_from(&from.samples);
        engine.frames.skip_samples_before(from.time);
        (engine.drift_at_steps, engine.frames.drift) = drift_in(from.drift);
        engine.crowds.notes.clone_from(&from.crowds);
        if !engine.stepper.remember(&from.stepper_memory) {
            return wrong("its integrator's memory has another size");
        }
        if engine.stepper.ahead_mut().is_some_and(|ahead| !ahead.restore(&from.ahead))
            || from.crowds.parts.len() != engine.crowds.parts.len()
        {
            return wrong("its components are others");
        }
        engine.tolerance.set_fastest(&from.paces);
        engine.fit_tolerance();
        engine.rapid_changes = from.rapid_changes;
        engine.stall_window = from.stall_window;
        engine.pieces = from.pieces;
        engine.system.remember_angles(&from.y);
        engine.restart = from.restart;
        engine.cut_by_end = !from.extensible;
        engine.auditing.auditor.remember(&from.audit);
        engine.frames.doubtful = !engine.auditing.auditor.doubts().is_empty();
        Ok(engine)
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
            paces: self.tolerance.fastest(),
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
