//! Semi-implicit Euler with a fixed step: velocities first, positions with the new velocities. First order.
//!
//! One evaluation a step, dense output included: within a step velocities are straight lines, and positions the parabolas
//! that leave with the velocity there was and arrive where the step does.

use super::stepper::{Control, Start, Stepper};
use super::tolerance::Tolerance;
use mainspring_dynamics::System;

pub(super) struct SemiImplicit {
    positions: usize,
    rate: Vec<f64>,
    end: Vec<f64>,
}

impl SemiImplicit {
    pub(super) fn new(n: usize, positions: usize) -> Self {
        Self { positions, rate: vec![0.0; n], end: vec![0.0; n] }
    }
}

impl Stepper for SemiImplicit {
    fn name(&self) -> &'static str {
        "semi_implicit"
    }

    fn control(&self) -> Control {
        Control::Fixed
    }

    fn attempt(&mut self, system: &mut dyn System, from: Start<'_>, _: &Tolerance) -> f64 {
        let Start { y, f, h, .. } = from;
        self.end.copy_from_slice(y);
        for j in self.positions..y.len() {
            self.end[j] += h * f[j];
        }
        system.position_rate(&self.end, &mut self.rate);
        for j in 0..self.positions {
            self.end[j] += h * self.rate[j];
        }
        if self.end.iter().all(|x| x.is_finite()) { 0.0 } else { f64::NAN }
    }

    fn proposal(&self) -> &[f64] {
        &self.end
    }

    fn prepare_dense(&mut self, _: &mut dyn System, _: Start<'_>) {}

    fn dense(&self, from: Start<'_>, theta: f64, out: &mut [f64]) {
        for j in 0..out.len() {
            let (first, rate) = (from.h * from.f[j], self.end[j] - from.y[j]);
            let change = if j < self.positions { first + theta * (rate - first) } else { rate };
            out[j] = from.y[j] + theta * change;
        }
    }

    fn guard_samples(&self) -> f64 {
        2.0
    }
}
