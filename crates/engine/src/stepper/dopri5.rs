//! Order 5(4) of Dormand and Prince (1980) with its dense output of order 4, for loose tolerances.

use super::stages::{combine, evaluate_stages};
use super::stepper::{Control, Start, Stepper};
use super::tolerance::Tolerance;
use mainspring_dynamics::System;

const C: [f64; 7] = [0.0, 0.2, 0.3, 0.8, 8.0 / 9.0, 1.0, 1.0];
const A: [&[(usize, f64)]; 7] = [
    &[],
    &[(0, 0.2)],
    &[(0, 3.0 / 40.0), (1, 9.0 / 40.0)],
    &[(0, 44.0 / 45.0), (1, -56.0 / 15.0), (2, 32.0 / 9.0)],
    &[(0, 19372.0 / 6561.0), (1, -25360.0 / 2187.0), (2, 64448.0 / 6561.0), (3, -212.0 / 729.0)],
    &[(0, 9017.0 / 3168.0), (1, -355.0 / 33.0), (2, 46732.0 / 5247.0), (3, 49.0 / 176.0), (4, -5103.0 / 18656.0)],
    &[(0, 35.0 / 384.0), (2, 500.0 / 1113.0), (3, 125.0 / 192.0), (4, -2187.0 / 6784.0), (5, 11.0 / 84.0)],
];
const E: &[(usize, f64)] = &[
    (0, 71.0 / 57600.0),
    (2, -71.0 / 16695.0),
    (3, 71.0 / 1920.0),
    (4, -17253.0 / 339_200.0),
    (5, 22.0 / 525.0),
    (6, -1.0 / 40.0),
];
const D: &[(usize, f64)] = &[
    (0, -12_715_105_075.0 / 11_282_082_432.0),
    (2, 87_487_479_700.0 / 32_700_410_799.0),
    (3, -10_690_763_975.0 / 1_880_347_072.0),
    (4, 701_980_252_875.0 / 199_316_789_632.0),
    (5, -1_453_857_185.0 / 822_651_844.0),
    (6, 69_997_945.0 / 29_380_423.0),
];

pub(super) struct Dopri5 {
    k: Vec<Vec<f64>>,
    stage: Vec<f64>,
    end: Vec<f64>,
}

impl Dopri5 {
    pub(super) fn new(n: usize) -> Self {
        Self { k: vec![vec![0.0; n]; 7], stage: vec![0.0; n], end: vec![0.0; n] }
    }
}

impl Stepper for Dopri5 {
    fn name(&self) -> &'static str {
        "dopri5"
    }

    fn control(&self) -> Control {
        Control::Adaptive { order: 5.0 }
    }

    fn attempt(&mut self, system: &mut dyn System, from: Start<'_>, tolerance: &Tolerance) -> f64 {
        evaluate_stages(system, from, (&C, &A), 1..6, &mut self.k, &mut self.stage);
        let Start { time, y, h, .. } = from;
        combine(y, h, &self.k, A[6], &mut self.end);
        system.derivative(time + h, &self.end, &mut self.k[6]);
        let k = &self.k;
        tolerance.norm(y, &self.end, |i| h * E.iter().map(|&(s, w)| w * k[s][i]).sum::<f64>())
    }

    fn proposal(&self) -> &[f64] {
        &self.end
    }

    fn prepare_dense(&mut self, _: &mut dyn System, _: Start<'_>) {}

    fn dense(&self, from: Start<'_>, theta: f64, out: &mut [f64]) {
        let rest = 1.0 - theta;
        for j in 0..out.len() {
            let delta = self.end[j] - from.y[j];
            let bend = from.h * from.f[j] - delta;
            let twist = delta - from.h * self.k[6][j] - bend;
            let high = from.h * D.iter().map(|&(s, w)| w * self.k[s][j]).sum::<f64>();
            out[j] = from.y[j] + theta * (delta + rest * (bend + theta * (twist + rest * high)));
        }
    }
}
