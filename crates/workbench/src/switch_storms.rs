//! Scenes that switch so often that their runs would hardly end.

use crate::tolerances::MANY_SWITCHES;
use mainspring_definition::{Diagnostic, Span};
use mainspring_dynamics::{ScriptState, System, frames_to_come};
use mainspring_model::Model;

/// One warning about what switches most often by itself.
pub fn switch_storm(model: &Model, system: &mut dyn System) -> Option<Diagnostic> {
    let end = model.run.duration;
    for script in &model.fields.scripts {
        let mut first = ScriptState::of(script);
        if !first.go(script, 0, 0.0) {
            continue;
        }
        let count = frames_to_come(script, &first, 0.0, end);
        if count > MANY_SWITCHES {
            let message = format!("frames of `{}` change over and over", script.path);
            return Some(warning(script.span, &message, count));
        }
    }
    let count = system.jumps_ahead(0.0, end);
    (count > MANY_SWITCHES).then(|| warning(Span::NOWHERE, "expressions of time jump over and over", count))
}

fn warning(span: Span, message: &str, count: f64) -> Diagnostic {
    let message = format!("{message}: some {count:.0e} times in this run, each time with steps of its own");
    Diagnostic::warning("W0719", span, message).help(
        "a run ends where more than 1e7 are to come: give steps and periods more time, write the mean of what switches so fast, or \
         shorten the run",
    )
}
