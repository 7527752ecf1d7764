//! Radau where a slip in space is slow, and friction turns with it many times faster at one stage than at another: Newton's iteration
//! begins along an implicit step and takes the slopes of each stage (`radau_by_stages`).

use super::radau::{Newton, ROUND_OFF, Radau, dot};
use super::radau_matrices::Matrices;
use super::radau_table::{A, C, GAMMA};
use super::stepper::Start;
use mainspring_dynamics::System;

/// Newton iterations, and the first of them after which it is asked whether more would help: a slip that turns round on the way
/// needs some to find its side.
const WARY_PATIENCE: (usize, usize) = (16, 5);
/// Iterations at whose stages slopes are taken anew; the last only where the one before it is slower than that.
const SLOPES_ANEW: [usize; 3] = [1, 2, 5];
/// Rate of convergence that is not slow.
const SWIFT: f64 = 0.1;

impl Radau {
    /// Slopes at the start of a step, and where an implicit step with them leads: what is fast comes back to its way at once.
    pub(super) fn look_along(&mut self, system: &mut dyn System, from: Start<'_>) {
        let m = self.sizes[0] + self.sizes[1];
        self.stages.room(self.n);
        let Matrices { by_position, by_velocity, .. } = &mut self.matrices;
        system.jacobian_at_fixed_slips(from.time, from.y, by_position, &mut self.stages.by_velocity);
        by_velocity.copy_from_slice(&self.stages.by_velocity);
        system.slip_slopes(by_velocity);
        self.jacobian_at = Some(from.time);
        self.way.copy_from_slice(from.f);
        self.work.factorisations += 1;
        let along = if self.matrices.factorise_real(from.h) {
            self.matrices.solve_real(system, from.y, from.h, &mut self.way);
            m
        } else {
            0
        };
        self.way[along..].iter_mut().for_each(|x| *x *= from.h / GAMMA);
    }

    /// Newton's iteration with slopes of each stage, until what is left is below `enough`.
    pub(super) fn newton_by_stages(
        &mut self,
        system: &mut dyn System,
        from: Start<'_>,
        enough: f64,
        z: &mut [Vec<f64>; 3],
    ) -> Newton {
        let Start { time, y, h, .. } = from;
        let m = self.sizes[0] + self.sizes[1];
        self.pace = 0.0;
        let (mut previous, mut rate) = (f64::INFINITY, 1.0);
        for iteration in 1..=WARY_PATIENCE.0 {
            self.work.iterations += 1;
            let anew = SLOPES_ANEW.contains(&iteration) && (iteration < SLOPES_ANEW[2] || rate > SWIFT);
            for i in 0..3 {
                for k in 0..self.n {
                    self.stage[k] = y[k] + z[i][k];
                }
                let at = time + C[i] * h;
                system.derivative(at, &self.stage, &mut self.f[i]);
                if anew {
                    self.stages.slips[i].fill(0.0);
                    system.slip_slopes(&mut self.stages.slips[i]);
                }
            }
            if anew {
                self.work.factorisations += 1;
                if !self.stages.factorise(&self.matrices.by_position, h) {
                    return Newton::Failed;
                }
            }
            let mut r = std::mem::take(&mut self.residual);
            for k in 0..m {
                let f = [self.f[0][k], self.f[1][k], self.f[2][k]];
                for i in 0..3 {
                    r[i][k] = h * dot(&A[i], &f) - z[i][k];
                }
            }
            self.stages.solve(system, &self.matrices.by_position, y, h, &mut r);
            let size = (r.iter().map(|x| self.norm(x) * self.norm(x)).sum::<f64>() / 3.0).sqrt();
            for (z, r) in z.iter_mut().zip(&r) {
                z[..m].iter_mut().zip(r).for_each(|(z, by)| *z += by);
            }
            self.residual = r;
            if !size.is_finite() {
                return Newton::Lost;
            }
            rate = size / previous;
            if size == 0.0 || (iteration > 1 && rate < 1.0 && size * rate / (1.0 - rate) <= enough) {
                return Newton::Converged;
            }
            if rate >= 1.0 && iteration >= WARY_PATIENCE.1 {
                // increments that no longer shrink but are small are the round-off of stiff forces
                return if size <= ROUND_OFF { Newton::Converged } else { Newton::Failed };
            }
            previous = size;
        }
        Newton::Failed
    }
}
