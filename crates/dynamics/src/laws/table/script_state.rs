//! Where a script stands.

use mainspring_model::{Script, Step};

/// Steps that show nothing (loops, jumps) in a row before a script is taken to go round without ever showing a frame.
const WITHOUT_FRAME: usize = 10_000;

/// Steps of a script looked at in counting its frames.
const LOOKED_AT: u32 = 5_000_000;

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
        // long scripts without loops have nothing to look through
        let steps = if script.counters == 0 { &[] } else { &script.steps[..] };
        for (at, step) in steps.iter().enumerate() {
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

/// Frames that a script shows by itself until `end` (s), as far as no condition is waited for, and the moment up to which that
/// was counted: no more than `most` are, and no more steps are looked at than take the time of that.
#[must_use]
pub fn frames_by_time(script: &Script, end: f64, most: u32) -> (u32, f64) {
    let (mut state, mut time, mut count) = (ScriptState::of(script), 0.0, 0);
    let most = most.min(LOOKED_AT / (script.steps.len() as u32 + 1) + 1);
    let mut to = 0;
    while count < most && time < end && state.go(script, to, time) {
        let Some(next) = state.ends(script) else { break };
        (count, time, to) = (count + 1, next, state.step + 1);
    }
    (count, time)
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

    #[test]
    fn frames_are_counted_as_they_come() {
        let show = |duration: f64| Step::Show { frame: 0, duration: Some(duration), exits: Vec::new() };
        let script = |times: Option<u32>| Script {
            path: "s".to_owned(),
            span: Span::NOWHERE,
            steps: vec![show(0.5), show(0.25), Step::Again { to: 0, times, counter: 0 }],
            counters: 1,
        };
        assert_eq!(frames_by_time(&script(Some(3)), 10.0, 1000), (6, 2.25));
        assert_eq!(frames_by_time(&script(None), 10.0, 1000), (27, 10.25));
        assert_eq!(frames_by_time(&script(None), 10.0, 8), (8, 3.0));
    }
}
