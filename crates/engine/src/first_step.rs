//! The first step of a run, and the first after an event that changes the equations.

use crate::engine::Engine;
use crate::stepper::Control;
use crate::tolerances::{FIRST_STEP_FLAT, FIRST_STEP_LEAST, FIRST_STEP_SHORTENED, FIRST_STEP_UNKNOWN};

impl Engine {
    /// A first step from the sizes of y, y′ and y″ (Hairer's rule), time counted in the motion's own pace.
    pub(crate) fn first_step(&mut self) -> f64 {
        let order = match self.stepper.control() {
            Control::Fixed => return self.fixed_step(),
            Control::HalveDouble { .. } => 5.0,
            Control::Adaptive { order } => order,
        };
        let pace = self.tolerance.pace();
        let d0 = self.tolerance.norm_of_sizes(&self.y);
        let d1 = self.tolerance.norm_of_rates(&self.y, &self.f) / pace;
        let longest = self.settings.duration - self.time;
        let least = FIRST_STEP_LEAST / pace;
        let guess = if d0 < FIRST_STEP_UNKNOWN || d1 < FIRST_STEP_UNKNOWN { least } else { 0.01 * d0 / d1 / pace };
        let h0 = guess.min(longest);
        for i in 0..self.y.len() {
            self.scratch[i] = self.y[i] + h0 * self.f[i];
        }
        let mut f1 = vec![0.0; self.y.len()];
        self.system.set_switch_time(self.time + 0.5 * h0);
        self.system.derivative(self.time + h0, &self.scratch, &mut f1);
        let d2 = self.tolerance.norm(&self.y, &self.y, |i| f1[i] - self.f[i]) / (h0 * pace * pace);
        let steepest = d1.max(d2);
        let h1 = if steepest <= FIRST_STEP_FLAT {
            (FIRST_STEP_SHORTENED * h0).max(least)
        } else {
            libm::pow(0.01 / steepest, 1.0 / order) / pace
        };
        let first = (100.0 * h0).min(h1);
        let uncut = guess <= longest && first <= longest;
        self.cut_by_end |= !uncut;
        first.min(longest)
    }
}
