//! Scripts: which frame is on, until when, and what follows.
//!
//! A script stands at one of its `Show` steps since some moment, or is over. Durations are known in advance, so the end of a
//! step is a scheduled moment; conditions that end a step are guards.

use crate::laws::table::table::Table;
use crate::multibody::mode_change::{Transition, TransitionError, TransitionKind};
use crate::multibody::multibody::Multibody;
use crate::multibody::quantities::Probes;
use crate::multibody::time_switches::just_after;
use mainspring_model::Step;

/// Steps taken at one moment because conditions hold already.
const MOST_AT_ONCE: usize = 10_001;

/// A condition that ends a step of a script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScriptExit {
    /// index into `Fields::scripts`
    pub script: usize,
    /// the step that is on: by the time a guard has fired, the script may have gone on
    pub step: usize,
    /// which of its exits
    pub exit: usize,
}

impl Table {
    /// First moment after `from` at which a step of a script ends by itself, s.
    pub fn script_ends(&self, bodies: &Multibody, from: f64) -> Option<f64> {
        let ends = bodies.model.fields.scripts.iter().zip(&self.state.scripts).filter_map(|(s, state)| state.ends(s));
        ends.filter(|t| *t > from).min_by(f64::total_cmp)
    }

    /// How many guards scripts have at present: conditions that end the steps that are on.
    pub fn exit_count(&self, bodies: &Multibody) -> usize {
        (0..self.state.scripts.len()).map(|s| self.exits(bodies, s).len()).sum()
    }

    fn exits<'a>(&self, bodies: &'a Multibody, script: usize) -> &'a [mainspring_model::Exit] {
        match bodies.model.fields.scripts[script].steps.get(self.state.scripts[script].step) {
            Some(Step::Show { exits, .. }) => exits,
            _ => &[],
        }
    }

    /// Every guard of scripts at present, in the order of their values.
    pub fn exit_guards<'a>(&'a self, bodies: &'a Multibody) -> impl Iterator<Item = ScriptExit> + 'a {
        self.state.scripts.iter().enumerate().flat_map(|(script, state)| {
            (0..self.exits(bodies, script).len()).map(move |exit| ScriptExit { script, step: state.step, exit })
        })
    }

    /// Their values at the state last evaluated: positive once the conditions hold.
    pub fn exit_values(&mut self, bodies: &mut Multibody, others: &dyn Probes, time: f64, out: &mut [f64]) {
        let tape = std::mem::take(&mut self.exit_tape);
        self.evaluate_tape(bodies, others, &tape, time, time);
        self.exit_tape = tape;
        let mut at = 0;
        for s in 0..self.state.scripts.len() {
            for exit in self.exits(bodies, s) {
                out[at] = bodies.values[exit.when];
                at += 1;
            }
        }
    }

    /// Scripts whose time has come, or whose condition holds at the state of `kinematics` or has just become true (`fired`), go
    /// on, as far as conditions that hold there take them; true if any did.
    ///
    /// # Errors
    /// When one goes round without showing a frame.
    pub fn advance_scripts(
        &mut self,
        bodies: &mut Multibody,
        others: &dyn Probes,
        time: f64,
        fired: &[ScriptExit],
        out: &mut Vec<Transition>,
    ) -> Result<bool, TransitionError> {
        let mut any = self.advance_once(bodies, time, fired, out)?;
        // an event may have made a condition true, a step may be entered with its condition met, or be so short that it is
        // over; going round without end is reported by the events it makes
        for _ in 0..MOST_AT_ONCE {
            if !self.state.scripts.iter().all(|s| s.begun) {
                break; // before the first step nothing is waited for
            }
            let mut met = vec![0.0; self.exit_count(bodies)];
            if !met.is_empty() {
                self.exit_values(bodies, others, time, &mut met);
            }
            let on = self.exit_guards(bodies).zip(&met);
            let fired: Vec<_> = on.filter(|(_, met)| **met > 0.0).map(|(exit, _)| exit).collect();
            if !self.advance_once(bodies, time, &fired, out)? {
                break;
            }
            any = true;
        }
        Ok(any)
    }

    fn advance_once(
        &mut self,
        bodies: &Multibody,
        time: f64,
        fired: &[ScriptExit],
        out: &mut Vec<Transition>,
    ) -> Result<bool, TransitionError> {
        let model = std::sync::Arc::clone(&bodies.model);
        let mut changed = false;
        for (s, script) in model.fields.scripts.iter().enumerate() {
            let step = self.state.scripts[s].step;
            let fires = |exit: usize| fired.contains(&ScriptExit { script: s, step, exit });
            let left = self.exits(bodies, s).iter().enumerate().find(|(e, _)| fires(*e)).map(|(_, e)| e.to);
            let state = &mut self.state.scripts[s];
            let comes = if !state.begun {
                state.begun = true;
                state.go(script, 0, time)
            } else if let Some(to) = left {
                state.go(script, to, time)
            } else if let Some(end) = state.ends(script).filter(|end| *end <= just_after(time)) {
                // ends that differ by rounding come at one moment
                state.go(script, state.step + 1, end)
            } else {
                continue;
            };
            if !comes {
                return Err(TransitionError::LostScript { script: script.path.clone(), step: state.step + 1 });
            }
            changed = true;
            out.push(self.frame_event(bodies, s));
        }
        if changed {
            self.choose_windows(bodies);
        }
        Ok(changed)
    }

    fn frame_event(&self, bodies: &Multibody, s: usize) -> Transition {
        let script = &bodies.model.fields.scripts[s];
        let state = &self.state.scripts[s];
        let path = script.path.clone();
        match script.steps.get(state.step) {
            Some(Step::Show { frame, duration, .. }) => {
                let frame = bodies.model.fields.frames[*frame].path.clone();
                let mut numbers = vec![("step", self.script_step(bodies, s))];
                numbers.extend(duration.map(|d| ("duration", d)));
                let text = format!("`{path}` shows `{frame}`");
                Transition { kind: TransitionKind::Frame, who: vec![path, frame], numbers, text }
            }
            _ => {
                let text = format!("`{path}` is over");
                Transition { kind: TransitionKind::Frame, who: vec![path], numbers: vec![("step", 0.0)], text }
            }
        }
    }

    /// Which of the steps of a script that show a frame is on, from 1; 0 once it is over.
    pub fn script_step(&self, bodies: &Multibody, script: usize) -> f64 {
        let (steps, at) = (&bodies.model.fields.scripts[script].steps, self.state.scripts[script].step);
        let shows = |s: &&Step| matches!(s, Step::Show { .. });
        if at < steps.len() { steps[..=at].iter().filter(shows).count() as f64 } else { 0.0 }
    }
}
