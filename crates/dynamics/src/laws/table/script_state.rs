//! Where a script stands.

use mainspring_model::{Script, Step};

/// Steps that show nothing (loops, jumps) in a row before a script is taken to go round without ever showing a frame.
const WITHOUT_FRAME: usize = 10_000;

/// Where a script stands.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct ScriptState {
    /// index of the step that is on; as many as there are steps: over
    pub step: usize,
    /// since when, s
    pub since: f64,
    /// rounds of each loop so far
    pub rounds: Vec<u32>,
    /// its first frame has been told
    pub begun: bool,
}

impl ScriptState {
    /// Whether states belong to the scripts of a model.
    #[must_use]
    pub fn fit(states: &[Self], model: &mainspring_model::Model) -> bool {
        let scripts = &model.fields.scripts;
        let fits = |(state, script): (&Self, &Script)| {
            state.rounds.len() == script.counters && state.step <= script.steps.len()
        };
        states.len() == scripts.len() && states.iter().zip(scripts).all(fits)
    }

    /// Before the first step.
    pub fn of(script: &Script) -> Self {
        Self { step: 0, since: 0.0, rounds: vec![0; script.counters], begun: false }
    }

    /// When the step that is on ends by itself, s.
    pub fn ends(&self, script: &Script) -> Option<f64> {
        match script.steps.get(self.step) {
            Some(Step::Show { duration: Some(duration), .. }) => Some(self.since + duration),
            _ => None,
        }
    }

    /// On from here to step `to`: loops that are entered start afresh. `round` is the place of the loop's end if this is one of
    /// its rounds, in which those inside it start afresh.
    fn enter(&mut self, script: &Script, to: usize, round: Option<usize>) {
        for (at, step) in script.steps.iter().enumerate() {
            let Step::Again { to: first, counter, .. } = step else { continue };
            let inside = |place: usize| (*first..=at).contains(&place);
            let afresh = match round {
                Some(end) => to <= *first && at < end,
                None => !(inside(self.step) && inside(to)),
            };
            if afresh {
                self.rounds[*counter] = 0;
            }
        }
        self.step = to;
    }

    /// Goes to step `to` at `time` and on from there to one that shows a frame; false if it finds none.
    pub fn go(&mut self, script: &Script, to: usize, time: f64) -> bool {
        self.enter(script, to, None);
        self.since = time;
        for _ in 0..WITHOUT_FRAME {
            match script.steps.get(self.step) {
                None | Some(Step::Show { .. }) => return true,
                Some(Step::Jump { to }) => self.enter(script, *to, None),
                Some(Step::Again { to, times, counter }) => {
                    self.rounds[*counter] += 1;
                    if times.is_none_or(|n| self.rounds[*counter] < n) {
                        self.enter(script, *to, Some(self.step));
                    } else {
                        self.rounds[*counter] = 0;
                        self.step += 1;
                    }
                }
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mainspring_definition::Span;

    #[test]
    fn a_script_that_never_shows_a_frame_says_so() {
        let script = |steps: Vec<Step>| Script { path: "s".to_owned(), span: Span::NOWHERE, steps, counters: 1 };
        let jumps = script(vec![Step::Jump { to: 1 }, Step::Jump { to: 0 }]);
        assert!(!ScriptState::of(&jumps).go(&jumps, 0, 0.0));
        let ends = script(vec![Step::Jump { to: 1 }, Step::Again { to: 0, times: Some(50), counter: 0 }]);
        let mut state = ScriptState::of(&ends);
        assert!(state.go(&ends, 0, 0.0) && state.step == 2);
    }
}
