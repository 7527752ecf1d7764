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

/// Frames that are counted one by one.
const COUNTED: u32 = 200_000;

/// How often the frames of a script change by themselves until `end` (s), from where it stands: as far as no condition is waited
/// for, and at most so often. Many are not counted to the end: a script goes on as it went so far, until it is over.
#[must_use]
pub fn frames_to_come(script: &Script, state: &ScriptState, from: f64, end: f64) -> f64 {
    let (mut state, mut time, mut count) = (state.clone(), from, 0);
    let most = COUNTED.min(LOOKED_AT / (script.steps.len() as u32 + 1) + 1);
    while time < end {
        let Some(next) = state.ends(script) else { return f64::from(count) };
        (count, time) = (count + 1, next);
        let on = state.step + 1;
        if !state.go(script, on, time) {
            return f64::INFINITY;
        }
        if count == most {
            let as_so_far = f64::from(count) * (end - from) / (time - from);
            return as_so_far.min(frames_at_most(script));
        }
    }
    f64::from(count)
}

/// Frames that a script shows from its beginning to its end, at most; without end where it may go round for ever.
fn frames_at_most(script: &Script) -> f64 {
    // up to each step, rounds of loops counted
    let mut up_to = vec![0.0];
    for (at, step) in script.steps.iter().enumerate() {
        let more = match step {
            Step::Show { exits, .. } if exits.iter().all(|exit| exit.to > at) => 1.0,
            Step::Jump { to } if *to > at => 0.0,
            Step::Again { to, times: Some(times), .. } => (f64::from(*times) - 1.0).max(0.0) * (up_to[at] - up_to[*to]),
            _ => return f64::INFINITY,
        };
        up_to.push(up_to[at] + more);
    }
    up_to[script.steps.len()]
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
        let to_come = |times, end| {
            let script = script(times);
            let mut first = ScriptState::of(&script);
            assert!(first.go(&script, 0, 0.0));
            frames_to_come(&script, &first, 0.0, end)
        };
        assert_eq!(to_come(Some(3), 10.0), 6.0);
        assert_eq!(to_come(None, 10.0), 27.0);
        // so many that they are not counted: 3e5 in all, or as many as there is time for
        assert_eq!(to_come(Some(150_000), 1e9), 3e5);
        assert_eq!(to_come(Some(1_000_000_000), 375_000.0), 1e6);
        assert_eq!(to_come(None, 375_000.0), 1e6);
    }

    #[test]
    fn a_loop_in_a_loop_shows_its_frames_in_every_round() {
        let show = Step::Show { frame: 0, duration: Some(1e-6), exits: Vec::new() };
        let again = |to, times, counter| Step::Again { to, times: Some(times), counter };
        let steps = vec![show.clone(), show, again(1, 1000, 0), again(0, 1000, 1)];
        let script = Script { path: "s".to_owned(), span: Span::NOWHERE, steps, counters: 2 };
        assert_eq!(frames_at_most(&script), 1_001_000.0);
        assert_eq!(frames_to_come(&script, &ScriptState::of(&script), 0.0, 60.0), 1_001_000.0);
    }
}
