//! Scenes that switch so often that their runs would hardly end.

use crate::tolerances::MANY_SWITCHES;
use mainspring_definition::{Diagnostic, Span};
use mainspring_dynamics::{System, frames_by_time, just_after};
use mainspring_model::Model;

/// Frames of a script that are counted.
const FRAMES: u32 = 200_000;
/// Switches of expressions of time that are looked at.
const SWITCHES: u32 = 64;

/// One warning about what switches most often by itself.
pub fn switch_storm(model: &Model, system: &mut dyn System) -> Option<Diagnostic> {
    let end = model.run.duration;
    for script in &model.fields.scripts {
        let (count, time) = frames_by_time(script, end, FRAMES);
        if count >= FRAMES.min(SWITCHES) && f64::from(count) * end > MANY_SWITCHES * time {
            let every = time / f64::from(count);
            let message = format!("frames of `{}` change every {every:.1e} s", script.path);
            return Some(warning(script.span, &message, end / every));
        }
    }
    let (mut time, mut count) = (0.0, 0);
    while count < SWITCHES {
        time = system.next_switch(just_after(time), end)?;
        count += 1;
    }
    let every = time / f64::from(count);
    let message = format!("expressions of time jump every {every:.1e} s");
    (end > MANY_SWITCHES * every).then(|| warning(Span::NOWHERE, &message, end / every))
}

fn warning(span: Span, message: &str, count: f64) -> Diagnostic {
    let message = format!("{message}: some {count:.0e} times in this run, each with steps of its own");
    Diagnostic::warning("W0719", span, message).help(
        "a run ends where more than 1e7 are to come: give steps and periods more time, write the mean of what switches so fast, or \
         shorten the run",
    )
}
