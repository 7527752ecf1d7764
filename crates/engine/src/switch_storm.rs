//! Switches that come so fast that the run would not end: jumps in time, frames of scripts, conditions.

use crate::engine::Engine;
use crate::guard_table::Guard;
use crate::options::Stop;
use crate::outcome::RunError;
use crate::switching::Switching;
use crate::tolerances::{MOST_SWITCHES, STORM_AHEAD};
use mainspring_dynamics::ModeGuard;

/// Switches after which it is asked how many there would be. A row of so many that is soon over is no storm.
const LOOKED_AT: u32 = 100_000;

impl Engine {
    /// Ends a run that switches so often that it would do so more than [`MOST_SWITCHES`] times until its end.
    pub(crate) fn count_switches(&mut self, stop: &Stop) -> Result<(), RunError> {
        let switches = match stop {
            Stop::Scheduled => true,
            Stop::Condition(which) => {
                which.iter().any(|g| matches!(g, Guard::When(_) | Guard::Mode(ModeGuard::Script(_))))
            }
            Stop::Step | Stop::End => false,
        };
        self.switching.count += u32::from(switches);
        self.switching.by_conditions += u32::from(switches && *stop != Stop::Scheduled);
        if self.switching.count < LOOKED_AT {
            return Ok(());
        }
        let every = (self.time - self.switching.since) / f64::from(LOOKED_AT);
        let conditions = f64::from(self.switching.by_conditions) / f64::from(LOOKED_AT);
        self.switching = Switching { since: self.time, ..Switching::default() };
        let end = if self.settings.duration.is_finite() { self.settings.duration } else { self.time + STORM_AHEAD };
        let as_so_far = (end - self.time) / every;
        if as_so_far <= MOST_SWITCHES {
            return Ok(());
        }
        // what is known of the time to come may be soon over
        let known = self.system.jumps_ahead(self.time, end) + self.system.frames_ahead(self.time, end);
        let left = as_so_far.min(known + conditions * as_so_far);
        if left > MOST_SWITCHES { Err(self.storm(every, left)) } else { Ok(()) }
    }

    /// The error that names what switches.
    pub(crate) fn storm(&self, every: f64, left: f64) -> RunError {
        let what = match &self.last_event {
            Some((time, kind, text)) if self.time - time <= 2.0 * every && kind == "frame" => {
                format!("frames of scripts change all the time (just now {text})")
            }
            Some((time, kind, text)) if self.time - time <= 2.0 * every && (kind == "attach" || kind == "release") => {
                format!("conditions attach and release all the time (just now {text})")
            }
            _ => "expressions of time jump all the time".to_owned(),
        };
        RunError::Storm { time: self.time, what, every, left }
    }
}
