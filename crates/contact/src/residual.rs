//! How good a force is, and what it says: residual, modes, and the way back to units.

use crate::problem::{ContactProblem, Mode, Slip};
use crate::scaled_problem::{Block, ScaledProblem};
use crate::tolerances::{ZERO, ZERO_NORMAL_FORCE};
use mainspring_numerics::slice::norm;
use mainspring_numerics::vec3::Vec3;

impl ScaledProblem {
    /// Largest violation, as [`crate::ContactSolution::residual`] says.
    pub fn residual(&self, x: &[f64]) -> f64 {
        let y = self.rates(x);
        let largest = x.iter().fold(1.0_f64, |s, v| s.max(v.abs()));
        if x.iter().chain(&y).any(|v| !v.is_finite()) {
            return f64::NAN;
        }
        let mut worst = 0.0_f64;
        for (_, &i) in self.normals.iter().enumerate().filter(|&(c, _)| self.movable[c]) {
            worst = worse(worst, x[i].min(y[i]).abs());
        }
        for block in &self.blocks {
            worst = worse(worst, self.block_off(block, x, &y));
        }
        worst / largest
    }

    fn block_off(&self, block: &Block, x: &[f64], y: &[f64]) -> f64 {
        if let Some(d) = block.along {
            return self.off_slip(block, x, d);
        }
        let (holds, slips) = self.off_either_way(block, x, y);
        if holds.is_nan() || slips.is_nan() { f64::NAN } else { holds.min(slips) }
    }

    /// How far a block is from holding, and from slipping the way it moves.
    fn off_either_way(&self, block: &Block, x: &[f64], y: &[f64]) -> (f64, f64) {
        let (speed, load) = (self.length(block, y), self.load(block, x));
        let mut beyond = load - self.holding(block, x);
        if block.surface.is_some() && beyond > 0.0 {
            // of a gauge: how far the wrench is outside, on its own ray
            beyond *= self.length(block, x) / load;
        }
        let holds = worse(speed, beyond);
        let slips = if speed > 0.0 { self.off_slip(block, x, self.direction(block, y, speed)) } else { f64::INFINITY };
        (holds, slips)
    }

    /// How far friction is from −coefficient·normal force along d, or from what brakes an area along d.
    fn off_slip(&self, block: &Block, x: &[f64], d: Vec3) -> f64 {
        let brakes = self.braking(block, self.slipping(block, x), d);
        let off = (0..block.rows).map(|k| x[block.first + k] - brakes[k]);
        off.fold(0.0_f64, |s, v| worse(s, v.abs()))
    }

    /// Modes of contacts and resistances under the force x.
    pub fn modes(&self, x: &[f64], problem: &ContactProblem) -> Vec<Mode> {
        let y = self.rates(x);
        let step = 1 + problem.tangents;
        let turning = problem.resistances.iter().map(|r| (Some(r.contact), r.first, r.rows, r.slip));
        let contacts = problem.contacts.iter().enumerate();
        let bounded = problem.bounded.iter().map(|b| (None, b.first, b.rows, b.slip));
        let all =
            contacts.map(|(c, k)| (Some(c), c * step + 1, problem.tangents, k.slip)).chain(turning).chain(bounded);
        let mode = |(k, (contact, first, rows, slip)): (usize, (Option<usize>, usize, usize, Slip))| {
            if contact.is_some_and(|c| !self.movable[c] || x[self.normals[c]] <= ZERO_NORMAL_FORCE) {
                return Mode::Open;
            }
            if let Slip::Along(d) = slip {
                return Mode::Slip(d);
            }
            let Some(b) = self.block_of[k] else {
                // what nothing can move holds
                if contact.is_none() {
                    return Mode::Stick;
                }
                let sliding = &y[first..first + rows];
                let speed = norm(sliding);
                let part = |k: usize| sliding.get(k).map_or(0.0, |v| v / speed);
                return Mode::Slip(if speed > ZERO { [part(0), part(1)] } else { [0.0; 2] });
            };
            let block = &self.blocks[b];
            let speed = self.length(block, &y);
            let (holds, slips) = self.off_either_way(block, x, &y);
            if speed <= ZERO || holds <= slips {
                return Mode::Stick;
            }
            let [x, y, _] = self.direction(block, &y, speed);
            Mode::Slip(if block.surface.is_some() { [0.0; 2] } else { [x, y] })
        };
        all.enumerate().map(mode).collect()
    }

    /// λ and w in the units of the question.
    pub fn unscaled(&self, x: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let y = self.rates(x);
        let force = (0..self.n).map(|i| self.size * self.scale[i] * x[i]).collect();
        let rate = (0..self.n).map(|i| if self.scale[i] > 0.0 { self.size * y[i] / self.scale[i] } else { 0.0 });
        (force, rate.collect())
    }

    /// Contacts that close without forces.
    pub fn closing(&self) -> Vec<usize> {
        (0..self.normals.len()).filter(|&c| self.movable[c] && self.free[self.normals[c]] < 0.0).collect()
    }
}

/// The larger, or NaN where one of them is NaN.
fn worse(a: f64, b: f64) -> f64 {
    if a.is_nan() || b.is_nan() { f64::NAN } else { a.max(b) }
}
