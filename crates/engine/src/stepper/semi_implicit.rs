//! Semi-implicit Euler with a fixed step: velocities first, positions with the new velocities. First order.

use super::hermite::hermite;
use super::{Control, Start, Stepper, Tolerance};
use mainspring_dynamics::System;

pub(super) struct SemiImplicit {
    positions: usize,
    rate: Vec<f64>,
    end: Vec<f64>,
    end_rate: Vec<f64>,
}

impl SemiImplicit {
    pub(super) fn new(n: usize, positions: usize) -> Self {
        Self { positions, rate: vec![0.0; n], end: vec![0.0; n], end_rate: vec![0.0; n] }
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

    fn prepare_dense(&mut self, system: &mut dyn System, from: Start<'_>) {
        system.derivative(from.time + from.h, &self.end, &mut self.end_rate);
    }

    fn dense(&self, from: Start<'_>, theta: f64, out: &mut [f64]) {
        hermite(from, &self.end, &self.end_rate, theta, out);
    }
}
