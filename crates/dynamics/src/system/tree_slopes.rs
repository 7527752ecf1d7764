//! Derivatives of joint accelerations by coordinates and rates, for implicit integrators: central differences, column by
//! column.
//!
//! With an evaluation of O(n) all columns cost O(n²), as many operations as the matrix has places, and less than the analytic
//! derivatives in maximal coordinates, whose matrices are several times as wide. With steps of ε^(1/3) of each entry's scale
//! nine digits are right where a stiff spring rules; a Newton iteration asks for three.

use crate::system::traits::equations::Equations;
use crate::system::tree_system::Reduced;
use crate::tolerances::TREE_DIFFERENCE_STEP;
use crate::tree::recursion::Recursion;

impl<T: Recursion> Reduced<T> {
    /// ∂v̇ by displacement and by velocity at (t, y); see [`Equations::jacobian`].
    pub fn slopes(&mut self, time: f64, y: &[f64], by_position: &mut [f64], by_velocity: &mut [f64]) {
        self.core.bodies.counters.jacobians += 1;
        let [mut moved, mut low, mut high] = std::mem::take(&mut self.aside);
        for x in [&mut moved, &mut low, &mut high] {
            x.resize(y.len(), 0.0);
        }
        let (nq, nv) = (self.nq, self.nv);
        for k in 0..nv {
            // a velocity's scale is its own coordinate's, per second
            let step = TREE_DIFFERENCE_STEP * self.scales[nq + k];
            for (velocity, out) in [(false, &mut *by_position), (true, &mut *by_velocity)] {
                let step = if velocity { step.max(TREE_DIFFERENCE_STEP * y[nq + k].abs()) } else { step };
                for (sign, rate) in [(-1.0, &mut low), (1.0, &mut high)] {
                    moved.copy_from_slice(y);
                    if velocity {
                        moved[nq + k] += sign * step;
                    } else {
                        self.tree.displace(&mut moved[..nq], k, sign * step);
                    }
                    self.derivative(time, &moved, rate);
                }
                for i in 0..nv {
                    out[i * nv + k] = (high[nq + i] - low[nq + i]) / (2.0 * step);
                }
            }
        }
        self.aside = [moved, low, high];
    }
}
