//! Fixed steps that take all contacts within them together (`method stepping`).

use super::stepper::{Control, Start, Stepper};
use super::tolerance::Tolerance;
use mainspring_dynamics::System;

pub(super) struct Together {
    end: Vec<f64>,
}

impl Together {
    pub(super) fn new(n: usize) -> Self {
        Self { end: vec![0.0; n] }
    }
}

impl Stepper for Together {
    fn name(&self) -> &'static str {
        "stepping"
    }

    fn control(&self) -> Control {
        Control::Fixed
    }

    fn attempt(&mut self, system: &mut dyn System, from: Start<'_>, _: &Tolerance) -> f64 {
        self.end.copy_from_slice(from.y);
        let stepped = system.step_together(from.time, &mut self.end, from.h);
        if stepped.is_ok() && self.end.iter().all(|x| x.is_finite()) { 0.0 } else { f64::NAN }
    }

    fn proposal(&self) -> &[f64] {
        &self.end
    }

    fn on_joints(&self) -> bool {
        true
    }

    fn prepare_dense(&mut self, _: &mut dyn System, _: Start<'_>) {}

    /// Straight from one end to the other: velocities jump within a step.
    fn dense(&self, from: Start<'_>, theta: f64, out: &mut [f64]) {
        for (out, (a, b)) in out.iter_mut().zip(from.y.iter().zip(&self.end)) {
            *out = a + theta * (b - a);
        }
    }
}
