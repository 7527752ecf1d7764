//! One component of several is stepped, and the others go on by event in the same run.
//!
//! The integrator carries on with what goes on by event, in steps of its own; what is stepped goes ahead of it (`stepper::Mixed`).
//! Whatever acts on a component, a switch above all, acts at the end of one of its steps: one that is under way is taken again
//! to end there.

use crate::engine::Engine;
use crate::guard_table::Guard;
use crate::options::Stop;
use crate::outcome::RunError;
use mainspring_record::Sink;

impl Engine {
    /// Components whose modes have changed at the end of a step.
    pub(crate) fn changed_parts(&mut self, stop: &Stop) -> Vec<bool> {
        let count = self.crowds.parts.len();
        let told = std::mem::replace(&mut self.crowds.notes.told, self.work.events);
        let events = self.work.events - told;
        // memory that is kept from step to step
        let mut changed = std::mem::take(&mut self.crowds.changed);
        changed.clear();
        changed.resize(count, false);
        if let Stop::Condition(which) = stop
            && which.iter().any(|guard| matches!(guard, Guard::Mode(_)))
        {
            if count == 1 {
                changed[0] = true;
            } else {
                self.find_changed(which, &mut changed);
            }
        }
        for (component, notes) in self.crowds.notes.parts.iter_mut().enumerate() {
            if count == 1 || changed[component] {
                notes.events += events;
            }
        }
        changed
    }

    /// A component has changed where a guard of it has fired, where it has been struck, and where other pairs of it touch.
    fn find_changed(&mut self, which: &[Guard], changed: &mut [bool]) {
        for guard in which {
            if let Guard::Mode(guard) = guard
                && let Some(component) = self.system.component_of_guard(*guard)
            {
                changed[component] = true;
            }
        }
        let impulses = self.system.mode().touch.impulses;
        let before = std::mem::replace(&mut self.crowds.notes.impulses, impulses);
        for (pair, now) in self.crowds.notes.impulses.iter().enumerate() {
            if before.get(pair).copied().unwrap_or(0.0) != *now
                && let Some(component) = self.system.component_of_pair(pair)
            {
                changed[component] = true;
            }
        }
        for (component, changed) in changed.iter_mut().enumerate() {
            if !self.system.component_stepped(component) {
                self.system.touching_in(component, &mut self.crowds.pairs);
                let notes = &mut self.crowds.notes.parts[component];
                *changed |= notes.pairs != self.crowds.pairs;
                notes.pairs.clone_from(&self.crowds.pairs);
            }
        }
    }

    /// Steps a component from here on.
    pub(crate) fn hand_over_part(&mut self, component: usize, why: &str, sink: &mut dyn Sink) -> Result<(), RunError> {
        self.step_part(component);
        let step = self.system.fitting_step_of(component);
        let parts = self.system.component_parts(component);
        let text = format!("stepped from here on: {}: {why}", named(&parts));
        self.emit("stepping", parts, vec![("step".to_owned(), step)], text, sink)
    }

    fn step_part(&mut self, component: usize) {
        self.system.set_component_stepped(component, true);
        let (step, driven) = (self.system.fitting_step_of(component), self.system.component_driven(component));
        if let Some(ahead) = self.stepper.ahead_mut() {
            ahead.add(component, step, driven);
        }
        self.fit_tolerance();
        self.begin_way(component);
    }

    /// Entries of components that are stepped do not count in the error of a step by event.
    pub(crate) fn fit_tolerance(&mut self) {
        let system = self.system.as_ref();
        self.tolerance.leave_out(&|component| system.component_stepped(component));
    }

    /// Events take a component over, if they find a way.
    pub(crate) fn take_back_part(&mut self, component: usize, sink: &mut dyn Sink) -> Result<(), RunError> {
        self.gather()?;
        let before = (self.y.clone(), self.system.mode(), self.ledger);
        let energy = self.system.energy(&self.y).total();
        let calm = self.crowds.pairs.len();
        if self.system.separate_component(component, self.time, &mut self.y).is_err() {
            self.stay_stepped(component, before);
            return Ok(());
        }
        self.ledger.lost += energy - self.system.energy(&self.y).total();
        self.system.set_component_stepped(component, false);
        match self.decide_part(component) {
            Ok(changes) => {
                if let Some(ahead) = self.stepper.ahead_mut() {
                    ahead.remove(component);
                }
                self.fit_tolerance();
                self.begin_way(component);
                self.restart = true;
                let parts = self.system.component_parts(component);
                let text =
                    format!("event by event from here on: {}: {calm} pairs touch, as for a while", named(&parts));
                self.emit("stepping", parts, vec![("step".to_owned(), 0.0)], text, sink)?;
                self.report_changes(changes, sink)
            }
            Err(_) => {
                self.stay_stepped(component, before);
                Ok(())
            }
        }
    }

    /// Ends the steps of all components now.
    pub(crate) fn gather(&mut self) -> Result<(), RunError> {
        let time = self.time;
        let Some(ahead) = self.stepper.ahead_mut() else { return Ok(()) };
        if ahead.parts().iter().all(|part| part.segments.is_empty()) {
            return Ok(());
        }
        match ahead.gather(self.system.as_mut(), time, &mut self.y) {
            Ok(lost) => {
                self.ledger.lost += lost;
                let energy = self.system.energy(&self.y);
                let [nq, nv, _] = self.system.sizes();
                self.ledger.update(self.system.as_ref(), energy, &self.y[nq + nv..]);
                Ok(())
            }
            Err(failure) => Err(self.failed(Some(failure), 0.0)),
        }
    }
}

/// How many parts, and the first of them.
fn named(parts: &[String]) -> String {
    match parts {
        [one] => format!("`{one}`"),
        [one, ..] => format!("{} parts with `{one}`", parts.len()),
        [] => String::new(),
    }
}
