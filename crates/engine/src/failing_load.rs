//! Which line of the scene a failed step comes from: a load that is no number, or that jumps.
//!
//! Looked at only when the run is over: reading loads at another state leaves the system there.

use crate::engine::Engine;
use crate::outcome::RunError;
use crate::stepper::Control;
use crate::tolerances::{JUMP, LOOKED_AHEAD, STALLED};
use mainspring_dynamics::LoadValue;

impl Engine {
    /// The error with the load that it comes from, where there is one.
    pub(crate) fn with_its_load(&mut self, mut error: RunError) -> RunError {
        match &mut error {
            RunError::NonFinite { time, last, load, .. } => *load = self.load_without_value(*time - *last),
            RunError::Stuck { step, load, .. } => *load = self.load_that_jumps(*step),
            _ => {}
        }
        error
    }

    /// Steps next to which the run is endless, and the load that jumps there.
    pub(crate) fn stalled(&mut self) -> Option<(f64, String)> {
        let h = self.controller.next;
        let endless = self.stepper.control() != Control::Fixed && h > 0.0 && h < STALLED * self.settings.duration;
        if endless { self.load_that_jumps(h).map(|load| (h, load)) } else { None }
    }

    /// A load that is no finite number where the step begins or where it would lead.
    fn load_without_value(&mut self, h: f64) -> Option<String> {
        let none = |loads: Vec<LoadValue>| loads.into_iter().find(|load| !load.value.is_finite()).map(|load| load.path);
        none(self.loads_after(0.0)).or_else(|| none(self.loads_after(h)))
    }

    /// The load that changes most, if it changes by more than a load should within steps of this size.
    fn load_that_jumps(&mut self, h: f64) -> Option<String> {
        let here = self.loads_after(0.0);
        let mut ahead = h;
        for _ in 0..LOOKED_AHEAD {
            let mut most: (f64, Option<String>) = (JUMP, None);
            for side in [ahead, -ahead] {
                for (there, here) in self.loads_after(side).into_iter().zip(&here) {
                    let size = there.value.abs().max(here.value.abs());
                    let change = if size.is_finite() { (there.value - here.value).abs() / size } else { f64::INFINITY };
                    if change > most.0 {
                        most = (change, Some(there.path));
                    }
                }
            }
            if most.1.is_some() {
                return most.1;
            }
            ahead *= 16.0;
        }
        None
    }

    /// All loads where the motion leads in a time h, or comes from.
    fn loads_after(&mut self, h: f64) -> Vec<LoadValue> {
        let there: Vec<f64> = self.y.iter().zip(&self.f).map(|(y, f)| y + h * f).collect();
        self.system.load_values(self.time + h, &there)
    }
}
