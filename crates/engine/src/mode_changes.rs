//! Changes of mode as events: what sticks, slips, meets or parts, and what it does to the energies.

use crate::engine::Engine;
use crate::guard_table::Guard;
use crate::options::Stop;
use crate::outcome::RunError;
use crate::tolerances::{RAPID_CHANGE_SPAN, STALL_PROGRESS};
use mainspring_dynamics::{LedgerKind, ModeGuard, Transition, TransitionError};
use mainspring_model::ContactMethod;
use mainspring_numerics::interrupt::gave_up;
use mainspring_record::Sink;

/// Changes of mode in a row, each within a blink of the one before, before the run is stopped.
const RAPID: u32 = 2_000;
/// Changes of mode, however far apart, in which time must go on by a share of the run.
const CRAWL: u32 = 5_000;
/// Jams ended at one moment before giving up.
const JAMS: u32 = 8;

impl Engine {
    /// Blows and modes at the present time. Those that fired are told; at other events everything is looked at anew,
    /// because forces may have jumped.
    pub(crate) fn resolve_modes(&mut self, stop: &Stop, sink: &mut dyn Sink) -> Result<(), RunError> {
        if !self.guards.has_modes() && !self.system.touches() {
            return Ok(());
        }
        let mode = |guard: &Guard| if let Guard::Mode(guard) = guard { Some(*guard) } else { None };
        let fired: Vec<ModeGuard> = match stop {
            Stop::Condition(which) => which.iter().filter_map(mode).collect(),
            _ => Vec::new(),
        };
        let restarts = !fired.is_empty();
        let changes = self.change_modes(restarts, |engine, changes| {
            engine.system.resolve_modes(engine.time, &mut engine.y, &fired, changes)
        })?;
        self.report_changes(changes, sink)
    }

    /// Ends a slip that friction has jammed within a step (Painlevé); false where nothing could have jammed, or it jams again and
    /// again at one moment.
    pub(crate) fn end_jam(&mut self, sink: &mut dyn Sink) -> Result<bool, RunError> {
        self.jams_here = if self.jams_here.0 == self.time { (self.time, self.jams_here.1 + 1) } else { (self.time, 0) };
        if self.jams_here.1 >= JAMS {
            return Ok(false);
        }
        let mut ended = false;
        let changes = self.change_modes(true, |engine, changes| {
            ended = engine.system.end_jam(engine.time, &mut engine.y, changes)?;
            Ok(())
        })?;
        self.report_changes(changes, sink)?;
        Ok(ended)
    }

    /// Changes modes and velocities by `change`; what energy goes is lost.
    fn change_modes(
        &mut self,
        restarts: bool,
        change: impl FnOnce(&mut Self, &mut Vec<Transition>) -> Result<(), TransitionError>,
    ) -> Result<Vec<Transition>, RunError> {
        let before_change = self.system.mode();
        let [nq, nv, _] = self.system.sizes();
        // what prescribed motions do in a blow is work, not a loss
        let supplied = |y: &[f64], engine: &Self| -> f64 {
            let signs = engine.system.ledger().iter().map(|e| match e.kind {
                LedgerKind::Work => 1.0,
                LedgerKind::Dissipation => -1.0,
                LedgerKind::Meter => 0.0,
            });
            signs.zip(&y[nq + nv..]).map(|(sign, x)| sign * x).sum()
        };
        let before = self.system.energy(&self.y).total() - supplied(&self.y, self);
        let mut changes = Vec::new();
        self.scratch.copy_from_slice(&self.y);
        let resolved = change(self, &mut changes);
        // a search that was broken off has decided nothing
        if gave_up() {
            std::mem::swap(&mut self.y, &mut self.scratch);
            return Err(RunError::Interrupted);
        }
        if let Err(source) = resolved {
            // as before: another way to go on may be tried
            std::mem::swap(&mut self.y, &mut self.scratch);
            return Err(self.no_modes(source));
        }
        self.system.remember_angles(&self.y);
        let energy = self.system.energy(&self.y);
        self.ledger.lost += before - (energy.total() - supplied(&self.y, self));
        if matches!(self.system.model().contacts.method, ContactMethod::Penalty(_)) {
            // what springs that were taken up have is in that
            self.system.take_step_loss();
        }
        self.ledger.update(self.system.as_ref(), energy, &self.y[nq + nv..]);
        let mode = self.system.mode();
        let same = mode.laws() == before_change.laws();
        if restarts || !same {
            self.restart = true;
        }
        Ok(changes)
    }

    /// Blows and modes at the present time, everything looked at anew; nothing is told.
    pub(crate) fn decide_quietly(&mut self) -> Result<Vec<Transition>, RunError> {
        self.change_modes(true, |engine, changes| engine.system.resolve_modes(engine.time, &mut engine.y, &[], changes))
    }

    /// The same of one component alone.
    pub(crate) fn decide_part(&mut self, component: usize) -> Result<Vec<Transition>, RunError> {
        self.change_modes(true, |engine, changes| {
            engine.system.resolve_component(component, engine.time, &mut engine.y, changes)
        })
    }

    /// The run ends because modes cannot be settled, or a script shows nothing any more.
    pub(crate) fn no_modes(&self, source: TransitionError) -> RunError {
        let time = self.time;
        match source {
            TransitionError::LostScript { .. } => RunError::Field { time, what: source.to_string() },
            _ => RunError::Friction { time, source },
        }
    }

    /// Changes of mode as events.
    pub(crate) fn report_changes(&mut self, changes: Vec<Transition>, sink: &mut dyn Sink) -> Result<(), RunError> {
        for change in changes {
            let numbers = change.numbers.iter().map(|(name, value)| ((*name).to_owned(), *value)).collect();
            self.emit(change.kind.word(), change.who, numbers, change.text, sink)?;
        }
        Ok(())
    }

    /// What happened last, over and over.
    fn piled_up(&self, count: u32) -> RunError {
        let (kind, last) = self.last_event.clone().map_or_else(Default::default, |(_, kind, text)| (kind, text));
        RunError::Pileup { time: self.time, count, kind, last }
    }

    /// Stops a run whose modes change over and over while time hardly moves; `h` is the step just taken, s.
    pub(crate) fn count_rapid(&mut self, stop: &Stop, h: f64) -> Result<(), RunError> {
        let changes =
            matches!(stop, Stop::Condition(which) if which.iter().any(|guard| matches!(guard, Guard::Mode(_))));
        self.rapid_changes =
            if changes && h < RAPID_CHANGE_SPAN * self.reference_span() { self.rapid_changes + 1 } else { 0 };
        if self.rapid_changes > RAPID {
            return Err(self.piled_up(RAPID));
        }
        self.stall_window.0 += u32::from(changes);
        if self.stall_window.0 >= CRAWL {
            if self.time - self.stall_window.1 < STALL_PROGRESS * self.reference_span() {
                return Err(self.piled_up(CRAWL));
            }
            self.stall_window = (0, self.time);
        }
        Ok(())
    }
}
