//! Kutta–Merson, the method of cilia-1997 (its printed equation 4 has two misprints; this is the true tableau),
//! with that paper's rule for the step: halve above the tolerance, double below 1/64 of it, never above the longest.

use super::hermite::hermite;
use super::stages::{combine, evaluate_stages};
use super::stepper::{Control, Start, Stepper};
use super::tolerance::Tolerance;
use mainspring_dynamics::System;

const C: [f64; 5] = [0.0, 1.0 / 3.0, 1.0 / 3.0, 0.5, 1.0];
const A: [&[(usize, f64)]; 5] = [
    &[],
    &[(0, 1.0 / 3.0)],
    &[(0, 1.0 / 6.0), (1, 1.0 / 6.0)],
    &[(0, 1.0 / 8.0), (2, 3.0 / 8.0)],
    &[(0, 0.5), (2, -1.5), (3, 2.0)],
];
const END: &[(usize, f64)] = &[(0, 1.0 / 6.0), (3, 4.0 / 6.0), (4, 1.0 / 6.0)];

pub(super) struct Merson {
    k: Vec<Vec<f64>>,
    stage: Vec<f64>,
    end: Vec<f64>,
    end_rate: Vec<f64>,
}

impl Merson {
    pub(super) fn new(n: usize) -> Self {
        Self { k: vec![vec![0.0; n]; 5], stage: vec![0.0; n], end: vec![0.0; n], end_rate: vec![0.0; n] }
    }
}

impl Stepper for Merson {
    fn name(&self) -> &'static str {
        "merson"
    }

    fn control(&self) -> Control {
        Control::HalveDouble { fraction: 1.0 / 64.0 }
    }

    fn attempt(&mut self, system: &mut dyn System, from: Start<'_>, tolerance: &Tolerance) -> f64 {
        evaluate_stages(system, from, (&C, &A), 1..5, &mut self.k, &mut self.stage);
        let Start { y, h, .. } = from;
        // `stage` still holds the fourth-order value the last evaluation was made at
        combine(y, h, &self.k, END, &mut self.end);
        let (stage, end) = (&self.stage, &self.end);
        tolerance.norm(y, end, |i| (stage[i] - end[i]) / 5.0)
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
