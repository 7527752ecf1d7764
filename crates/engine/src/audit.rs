//! When the auditor looks, and what becomes of its doubts.

use crate::auditing::Moment;
use crate::engine::Engine;
use crate::outcome::RunError;
use mainspring_dynamics::just_after;
use mainspring_model::ContactMethod;
use mainspring_record::{Doubt, Sink};

/// Steps from one look at joints to the next where the coordinates leave them no way to open: looks at every step were a
/// tenth of the instructions of the scene `chain`, and could find nothing but a mistake in how poses are made of coordinates.
const STEPS_BETWEEN_POSES: u64 = 16;

impl Engine {
    /// Shows the auditor the state at the beginning of a step, where the rates are known.
    pub(crate) fn audit(&mut self, sink: &mut dyn Sink) -> Result<(), RunError> {
        let penalty = matches!(self.system.model().contacts.method, ContactMethod::Penalty(_));
        if penalty {
            self.auditing.read_soft(self.system.as_ref());
        }
        let poses = !self.auditing.closed_by_coordinates || self.work.steps.is_multiple_of(STEPS_BETWEEN_POSES);
        self.show(just_after(self.time), penalty, poses, sink)
    }

    /// Shows it the last state, whose time has no other side.
    pub(crate) fn audit_end(&mut self, sink: &mut dyn Sink) -> Result<(), RunError> {
        self.show(self.time.next_down(), false, true, sink)
    }

    fn show(&mut self, switch_time: f64, soft: bool, poses: bool, sink: &mut dyn Sink) -> Result<(), RunError> {
        let time = self.time;
        let ahead = self.stepper.ahead();
        let under_way = |component: Option<usize>| {
            component.is_some_and(|component| ahead.is_some_and(|ahead| ahead.under_way(component, time)))
        };
        let mut settled = Vec::new();
        if let Some(ahead) = ahead.filter(|ahead| !ahead.parts().is_empty()) {
            settled.clone_from(&self.y);
            ahead.settle(time, &mut settled);
        }
        let y = if settled.is_empty() { &self.y } else { &settled };
        let at = Moment { time, switch_time, y, poses, under_way: &under_way };
        for doubt in self.auditing.look(self.system.as_mut(), at, &self.ledger, soft) {
            let text = doubt.text.clone();
            self.frames.doubtful = true;
            self.tell(&doubt, text, sink)?;
        }
        Ok(())
    }

    /// Tells what only the end of a run decides.
    pub(crate) fn conclude(&mut self, sink: &mut dyn Sink) -> Result<(), RunError> {
        let told = self.auditing.auditor.doubts().to_vec();
        for doubt in self.conclusion() {
            if !told.iter().any(|t| t.measure == doubt.measure && t.who == doubt.who) {
                let text = format!("{}, since t = {} s", doubt.text, doubt.since);
                self.tell(&doubt, text, sink)?;
            }
        }
        Ok(())
    }

    /// Everything in doubt so far.
    pub(crate) fn conclusion(&self) -> Vec<Doubt> {
        self.auditing.conclusion(self.system.model())
    }

    fn tell(&mut self, doubt: &Doubt, text: String, sink: &mut dyn Sink) -> Result<(), RunError> {
        let numbers = vec![("amount".to_owned(), doubt.worst), ("allowed".to_owned(), doubt.allowed)];
        self.emit("doubt", doubt.who.clone(), numbers, format!("doubtful: {text}"), sink)
    }
}
