//! The order 8(5,3) method of Dormand and Prince with step control, without dense output, events or anything else; the
//! coefficients are the tree's own table.

#[path = "../../../crates/engine/src/stepper/dop853_table.rs"]
#[allow(dead_code, reason = "the table serves dense output too")]
mod table;

use table::{A, E3, E5};

/// dy/dt of a system that does not depend on time.
pub trait Equations {
    fn derivative(&mut self, y: &[f64], dy: &mut [f64]);
}

pub struct Order8 {
    rtol: f64,
    k: Vec<Vec<f64>>,
    stage: Vec<f64>,
}

impl Order8 {
    pub fn new(n: usize, rtol: f64) -> Self {
        Self { rtol, k: vec![vec![0.0; n]; 12], stage: vec![0.0; n] }
    }

    /// Takes y from 0 to `until`, calling `seen` after every step.
    pub fn run<E: Equations>(&mut self, e: &mut E, y: &mut [f64], until: f64, mut seen: impl FnMut(&E, &[f64])) {
        let (mut time, mut h) = (0.0, 1e-3 * until.min(1.0));
        e.derivative(y, &mut self.k[0]);
        while time < until {
            let last = h >= until - time;
            if last {
                h = until - time;
            }
            for s in 1..12 {
                combine(y, h, &self.k, A[s], &mut self.stage);
                e.derivative(&self.stage, &mut self.k[s]);
            }
            combine(y, h, &self.k, A[12], &mut self.stage);
            let error = h * self.error(y);
            let factor = if error > 0.0 { 0.9 * error.powf(-0.125) } else { 6.0 };
            if error <= 1.0 {
                y.copy_from_slice(&self.stage);
                time = if last { until } else { time + h };
                e.derivative(y, &mut self.k[0]);
                seen(e, y);
                h *= factor.clamp(0.333, 6.0);
            } else {
                h *= factor.clamp(0.1, 1.0);
            }
        }
    }

    /// Hairer's combination of the estimates of order 5 and 3, in units of the tolerance, per second.
    fn error(&self, y: &[f64]) -> f64 {
        let (mut e5, mut e3) = (0.0, 0.0);
        for i in 0..y.len() {
            let scale = self.rtol * (1e-3 + y[i].abs().max(self.stage[i].abs()));
            let weighted = |w: &[(usize, f64)]| w.iter().map(|&(s, w)| w * self.k[s][i]).sum::<f64>() / scale;
            let (a, b) = (weighted(E5), weighted(E3));
            (e5, e3) = (e5 + a * a, e3 + b * b);
        }
        if e5 == 0.0 { 0.0 } else { e5 / ((e5 + 0.01 * e3) * y.len() as f64).sqrt() }
    }
}

fn combine(y: &[f64], h: f64, k: &[Vec<f64>], weights: &[(usize, f64)], out: &mut [f64]) {
    out.copy_from_slice(y);
    for &(s, w) in weights {
        for (o, k) in out.iter_mut().zip(&k[s]) {
            *o += h * w * k;
        }
    }
}
