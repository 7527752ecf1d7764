//! Order 8 with dense output of order 7 (Dormand–Prince, Hairer): the default while a motion is not stiff.

use super::dop853_table::{A, C, D, E3, E5};
use super::stages::{combine, evaluate_stages, weighted};
use super::stepper::{Control, Start, Stepper};
use super::tolerance::Tolerance;
use mainspring_dynamics::System;

pub(super) struct Dop853 {
    k: Vec<Vec<f64>>,
    stage: Vec<f64>,
    end: Vec<f64>,
    error: Vec<f64>,
    dense: [Vec<f64>; 7],
}

impl Dop853 {
    pub(super) fn new(n: usize) -> Self {
        Self {
            k: vec![vec![0.0; n]; 16],
            stage: vec![0.0; n],
            end: vec![0.0; n],
            error: vec![0.0; n],
            dense: std::array::from_fn(|_| vec![0.0; n]),
        }
    }

    /// State and derivative of the last stage, at the step's end; right after an attempt.
    pub(super) fn last_stage(&self) -> (&[f64], &[f64]) {
        (&self.stage, &self.k[11])
    }
}

impl Stepper for Dop853 {
    fn name(&self) -> &'static str {
        "dop853"
    }

    fn control(&self) -> Control {
        Control::Adaptive { order: 8.0 }
    }

    fn attempt(&mut self, system: &mut dyn System, from: Start<'_>, tolerance: &Tolerance) -> f64 {
        evaluate_stages(system, from, (&C, &A), 1..12, &mut self.k, &mut self.stage);
        let Start { y, h, .. } = from;
        combine(y, h, &self.k, A[12], &mut self.end);

        // Hairer's combination of two estimates: of order 8 for smooth problems, never smaller than it should be
        weighted(&self.k, E5, &mut self.error);
        let e5 = tolerance.norm(y, &self.end, |i| self.error[i]);
        weighted(&self.k, E3, &mut self.error);
        let e3 = tolerance.norm(y, &self.end, |i| self.error[i]);
        if e5 == 0.0 && e3 == 0.0 {
            return 0.0;
        }
        h.abs() * e5 * e5 / (e5 * e5 + 0.01 * e3 * e3).sqrt()
    }

    fn proposal(&self) -> &[f64] {
        &self.end
    }

    fn prepare_dense(&mut self, system: &mut dyn System, from: Start<'_>) {
        let Start { time, y, f, h } = from;
        system.derivative(time + h, &self.end, &mut self.k[12]);
        evaluate_stages(system, from, (&C, &A), 13..16, &mut self.k, &mut self.stage);
        for j in 0..y.len() {
            let delta = self.end[j] - y[j];
            self.dense[0][j] = delta;
            self.dense[1][j] = h * f[j] - delta;
            self.dense[2][j] = 2.0 * delta - h * (self.k[12][j] + f[j]);
            for (d, weights) in D.iter().enumerate() {
                self.dense[3 + d][j] = h * weights.iter().map(|&(s, w)| w * self.k[s][j]).sum::<f64>();
            }
        }
    }

    fn dense(&self, from: Start<'_>, theta: f64, out: &mut [f64]) {
        let rest = 1.0 - theta;
        for j in 0..out.len() {
            let mut sum = 0.0;
            for (i, d) in self.dense.iter().rev().enumerate() {
                sum = (sum + d[j]) * if i % 2 == 0 { theta } else { rest };
            }
            out[j] = from.y[j] + sum;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tableau_rows_add_up_to_their_nodes() {
        for s in 1..16 {
            let sum: f64 = A[s].iter().map(|w| w.1).sum();
            assert!((sum - C[s]).abs() < 3e-14, "stage {s}: {sum} {}", C[s]);
        }
        for e in [E3, E5] {
            assert!(e.iter().map(|w| w.1).sum::<f64>().abs() < 1e-14);
        }
    }
}
