//! The classical fourth-order method with a fixed step.

use super::hermite::hermite;
use super::stages::{combine, evaluate_stages};
use super::stepper::{Control, Start, Stepper};
use super::tolerance::Tolerance;
use mainspring_dynamics::System;

const C: [f64; 4] = [0.0, 0.5, 0.5, 1.0];
const A: [&[(usize, f64)]; 4] = [&[], &[(0, 0.5)], &[(1, 0.5)], &[(2, 1.0)]];
const END: &[(usize, f64)] = &[(0, 1.0 / 6.0), (1, 2.0 / 6.0), (2, 2.0 / 6.0), (3, 1.0 / 6.0)];

pub(super) struct Rk4 {
    k: Vec<Vec<f64>>,
    stage: Vec<f64>,
    end: Vec<f64>,
    end_rate: Vec<f64>,
}

impl Rk4 {
    pub(super) fn new(n: usize) -> Self {
        Self { k: vec![vec![0.0; n]; 4], stage: vec![0.0; n], end: vec![0.0; n], end_rate: vec![0.0; n] }
    }
}

impl Stepper for Rk4 {
    fn name(&self) -> &'static str {
        "rk4"
    }

    fn control(&self) -> Control {
        Control::Fixed
    }

    fn attempt(&mut self, system: &mut dyn System, from: Start<'_>, _: &Tolerance) -> f64 {
        evaluate_stages(system, from, (&C, &A), 1..4, &mut self.k, &mut self.stage);
        let Start { y, h, .. } = from;
        combine(y, h, &self.k, END, &mut self.end);
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
