//! The share of fixed modes by Cholesky within the envelope of B D Bᵀ, its residual corrected (see `fixed_modes`).

use crate::fixed_modes::FixedModeSolver;
use crate::tolerances::{RESIDUAL_ROUNDING, RESIDUAL_SPOILT};

/// Corrections of the residual at most.
const CORRECTIONS: usize = 8;

impl FixedModeSolver {
    /// x₀ + D Bᵀ z, or of as many equations as unknowns B⁻¹ of a symmetric B; false where rounding spoils it.
    pub(crate) fn by_envelope(&mut self) -> bool {
        self.factorise_envelope() && self.solve_envelope(Self::start)
    }

    /// Factors of B D Bᵀ, or of as many equations as unknowns of B.
    pub(crate) fn factorise_envelope(&mut self) -> bool {
        let (r, m) = (self.equations.len(), self.unknowns.len());
        let square = r == m;
        let mut weighed = vec![0.0; m];
        for i in 0..r {
            for &j in &self.coupled[i] {
                weighed[j] = self.cells[i * m + j] * self.weight(j);
            }
            for k in self.envelope.first(i)..=i {
                let cell = if square {
                    self.cells[i * m + self.equations[k]]
                } else {
                    self.coupled[k].iter().map(|&j| weighed[j] * self.cells[k * m + j]).sum()
                };
                let place = self.envelope.place(i, k);
                self.envelope.cells[place] = cell;
            }
            self.coupled[i].iter().for_each(|&j| weighed[j] = 0.0);
        }
        self.envelope.factorise()
    }

    /// x with these factors from a share to start from; false where rounding spoils it.
    pub(crate) fn solve_envelope(&mut self, start: impl Fn(&Self, usize) -> f64) -> bool {
        let (r, m) = (self.equations.len(), self.unknowns.len());
        let square = r == m;
        self.x = (0..m).map(|j| if square { 0.0 } else { start(self, j) }).collect();
        let mut last = f64::INFINITY;
        let mut left = vec![0.0; r];
        for _ in 0..CORRECTIONS {
            let mut off = 0.0_f64;
            for i in 0..r {
                let (mut sum, mut size) = (self.right[i], self.right[i].abs());
                for &j in &self.coupled[i] {
                    let part = self.cells[i * m + j] * self.x[j];
                    sum -= part;
                    size += part.abs();
                }
                left[i] = sum;
                off =
                    if sum.is_nan() { f64::INFINITY } else { off.max(if size > 0.0 { sum.abs() / size } else { 0.0 }) };
            }
            if off <= RESIDUAL_ROUNDING || off >= 0.5 * last {
                last = last.min(off);
                break;
            }
            last = off;
            self.envelope.solve(&mut left);
            if square {
                for (&j, z) in self.equations.iter().zip(&left) {
                    self.x[j] += z;
                }
            } else {
                for (i, z) in left.iter().enumerate() {
                    for &j in &self.coupled[i] {
                        self.x[j] += self.weight(j) * self.cells[i * m + j] * z;
                    }
                }
            }
        }
        last <= RESIDUAL_SPOILT
    }
}
