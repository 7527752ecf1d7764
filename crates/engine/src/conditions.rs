//! Conditions of `attach` and `release`: each acts at t = 0 if it holds then, and whenever it comes to hold.
//!
//! `switch_fired` of such a switch means that its condition was seen to hold: it waits until the condition has been false. A
//! switch that has nothing to do (its spring is attached already) is seen to hold too, so that it does not act late, when another
//! switch gives it something to do while its condition goes on holding.

use crate::engine::Engine;
use crate::guard_table::{Guard, Sections};
use crate::options::Stop;
use crate::outcome::RunError;
use mainspring_dynamics::System;
use mainspring_model::{SwitchId, SwitchTarget, Trigger};
use mainspring_record::Sink;

impl Engine {
    /// Whether the time of a scheduled switch has come.
    pub(crate) fn due(&self, s: SwitchId) -> bool {
        let trigger = self.system.model().switches[s].trigger;
        matches!(trigger, Trigger::At(t) if !self.switch_fired[s] && t <= self.time)
    }

    /// Whether a `stop when` has come true.
    pub(crate) fn stopped(&self) -> bool {
        let mut fired = self.switch_fired.iter().zip(&self.system.model().switches);
        fired.any(|(fired, switch)| *fired && switch.stops())
    }

    /// Reads conditions now; those that no longer hold can act again.
    fn read_conditions_now(&mut self) {
        let values = self.guards.sections(&mut self.guard_values).conditions;
        self.system.read_conditions(self.time, &self.y, values);
        for (switch, value) in self.guards.switches().zip(values) {
            // what has ended the run has done so, though at the end located it may be short of holding by rounding
            let stops = self.system.model().switches[switch].stops();
            self.switch_fired[switch] &= *value > 0.0 || stops;
        }
    }

    /// Before anything acts at this moment: conditions that came to hold while their switches had nothing to do.
    pub(crate) fn see_idle_conditions(&mut self, stop: &Stop) -> Vec<SwitchId> {
        let located = matches!(stop, Stop::Condition(which) if which.iter().any(|g| matches!(g, Guard::When(_))));
        let acts = located || (0..self.switch_fired.len()).any(|s| self.due(s));
        // at t = 0 all that hold act, in the order written
        if !acts || !self.guards.has_conditions() || self.work.steps == 0 {
            return Vec::new();
        }
        self.read_conditions_now();
        let values = self.guards.sections(&mut self.guard_values).conditions;
        let mut idle = Vec::new();
        for (switch, value) in self.guards.switches().zip(values) {
            if *value > 0.0 && !self.switch_fired[switch] && !has_effect(self.system.as_ref(), switch) {
                self.switch_fired[switch] = true;
                idle.push(switch);
            }
        }
        idle
    }

    /// After everything has acted at this moment: conditions that came to hold too soon to undo what another one did.
    pub(crate) fn tell_idle(&mut self, idle: &[SwitchId], sink: &mut dyn Sink) -> Result<(), RunError> {
        for &s in idle {
            let model = self.system.model();
            let switch = &model.switches[s];
            let changed = switch.targets.iter().find(|&&target| self.system.attached(target) != switch.attach);
            let path = match changed {
                Some(SwitchTarget::Joint(j)) => model.joints[*j].path.clone(),
                Some(SwitchTarget::Spring(k)) => model.springs[*k].path.clone(),
                Some(SwitchTarget::Part { .. }) | None => continue,
            };
            let [this, other] = if switch.attach { ["attach", "released"] } else { ["release", "attached"] };
            let text = format!(
                "`{this} {path} when …` comes true at the moment at which `{path}` is {other}, and does nothing: it had nothing to do \
                 just before"
            );
            self.emit("idle", vec![path], Vec::new(), text, sink)?;
        }
        Ok(())
    }

    /// Conditions that hold without having been crossed: at t = 0, or made true by another event.
    pub(crate) fn conditions_already_true(&mut self, sink: &mut dyn Sink) -> Result<bool, RunError> {
        let mut acted = false;
        if !self.guards.has_conditions() {
            return Ok(false);
        }
        loop {
            self.read_conditions_now();
            let values = self.guards.sections(&mut self.guard_values).conditions;
            let true_now = self.guards.switches().zip(values).filter(|(_, value)| **value > 0.0);
            let due: Vec<SwitchId> = true_now.map(|(switch, _)| switch).filter(|&s| !self.switch_fired[s]).collect();
            if due.is_empty() {
                return Ok(acted);
            }
            for s in due {
                acted |= self.act(s, sink)?;
            }
        }
    }

    /// Arms the conditions a step is searched for: those that do not hold yet and would change something. True if any is, or
    /// would be once it has been false.
    pub(crate) fn arm_conditions(&mut self) -> bool {
        let mut any = false;
        for (k, switch) in self.guards.switches().enumerate() {
            let effect = has_effect(self.system.as_ref(), switch);
            any |= effect;
            self.condition_holds[k] = effect && self.switch_fired[switch];
            self.guard_armed[k] = effect && !self.switch_fired[switch];
        }
        any
    }
}

/// Whether a switch would change anything at present.
fn has_effect(system: &dyn System, s: SwitchId) -> bool {
    let switch = &system.model().switches[s];
    switch.stops() || switch.targets.iter().any(|&target| system.attached(target) != switch.attach)
}

/// Arms those conditions that held and are seen to be false within the step: they may come to hold again in it.
pub(crate) fn arm_after_fall(holds: &mut [bool], now: Sections<'_, f64>, armed: Sections<'_, bool>) {
    for ((holds, value), armed) in holds.iter_mut().zip(now.conditions).zip(armed.conditions) {
        if *holds && *value <= 0.0 {
            (*holds, *armed) = (false, true);
        }
    }
}
