//! How the forces of fixed modes respond to changes of the rates without them: one factorisation for all.

use crate::fixed_modes::{FixedModeSolver, Jam};
use crate::problem::Mode;
use crate::tolerances::SINGULAR;
use mainspring_numerics::elimination::gauss_jordan;

impl FixedModeSolver {
    /// How forces respond to each of several changes of `free`, n entries a change: the matrix is factorised once for all. What was
    /// decided plays no part. Directions of slip are kept.
    ///
    /// # Errors
    /// [`Jam`] where one factorisation does not do: `force` is not to be used then.
    pub fn responses(&mut self, matrix: &[f64], modes: &[Mode], changes: &[f64], force: &mut [f64]) -> Result<(), Jam> {
        force.fill(0.0);
        let (r, m, n) = (self.equations.len(), self.unknowns.len(), self.n);
        let count = changes.len() / n.max(1);
        if r == 0 || count == 0 {
            return Ok(());
        }
        self.read(matrix, modes);
        let right = |this: &Self, c: usize, k: usize| {
            let i = this.equations[k];
            -this.scale[i] * changes[c * n + this.unknowns[i].row]
        };
        let columns = self.has_friction && r == m;
        let wide = r + count;
        if columns {
            let mut work = std::mem::take(&mut self.work);
            work.clear();
            for k in 0..r {
                work.extend(self.order[..r].iter().map(|&j| self.cells[k * m + j]));
                work.extend((0..count).map(|c| right(self, c, k)));
            }
            self.right.clear();
            self.right.resize(r, 0.0);
            let reduced = gauss_jordan(&mut work, &mut self.right, r, wide, SINGULAR);
            self.work = work;
            if !reduced {
                return Err(Jam);
            }
        } else if !self.factorise_envelope() {
            return Err(Jam);
        }
        for c in 0..count {
            if columns {
                self.x.clear();
                self.x.resize(m, 0.0);
                for k in 0..r {
                    self.x[self.order[k]] = self.work[k * wide + r + c];
                }
            } else {
                self.right.clear();
                for k in 0..r {
                    let value = right(self, c, k);
                    self.right.push(value);
                }
                if !self.solve_envelope(|_, _| 0.0) {
                    return Err(Jam);
                }
            }
            self.spread(modes, &mut force[c * n..(c + 1) * n], |_| 0.0);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixed_modes::tests::tower;
    use crate::problem::{Contact, ContactProblem, ContactSolution, Slip};

    /// Responses to changes are the differences of two answers.
    fn respond_as_they_differ(fixed: &mut FixedModeSolver, matrix: &[f64], modes: &[Mode]) {
        let n = fixed.n;
        let change = |c: usize| (0..n).map(move |i| ((3 * c + 5 * i) % 7) as f64 - 3.0);
        let (mut with, mut without, mut all) = (vec![0.0; n], vec![0.0; n], vec![0.0; 3 * n]);
        let changes: Vec<f64> = (0..3).flat_map(change).collect();
        fixed.responses(matrix, modes, &changes, &mut all).unwrap();
        fixed.solve(matrix, &vec![0.0; n], modes, &mut without).unwrap();
        for c in 0..3 {
            fixed.solve(matrix, &changes[c * n..(c + 1) * n], modes, &mut with).unwrap();
            for i in 0..n {
                let (by, whole) = (with[i] - without[i], all[c * n + i]);
                assert!((by - whole).abs() < 1e-9 * (1.0 + whole.abs()), "row {i} of {n}: {by} against {whole}");
            }
        }
    }

    /// Two sliding blocks as many equations as unknowns: a column of one point an interface, all that slide.
    #[test]
    fn responses_of_as_many_equations_as_unknowns() {
        let (whole, free) = tower(3);
        let keep = [0, 1, 4, 5, 8, 9];
        let matrix: Vec<f64> = keep.iter().flat_map(|&i| keep.map(|j| whole[12 * i + j])).collect();
        let free = keep.map(|i| free[i]);
        let contacts = vec![Contact { friction: 0.3, holding: 0.3, slip: Slip::Still }; 3];
        let problem = ContactProblem {
            matrix: &matrix,
            tangents: 1,
            free: &free,
            contacts: &contacts,
            resistances: &[],
            bounded: &[],
        };
        let modes = vec![Mode::Stick, Mode::Slip([1.0, 0.0]), Mode::Slip([-1.0, 0.0])];
        let (force, weights) = (vec![1.0; 6], vec![1.0; 6]);
        let held = ContactSolution { modes: modes.clone(), force, rate: Vec::new(), weights, residual: 0.0 };
        let mut fixed = FixedModeSolver::new(&problem, &held, |_, _| true).unwrap();
        assert_eq!(fixed.unknowns(), fixed.rank());
        fixed.solve(&matrix, &free, &modes, &mut [0.0; 6]).unwrap();
        respond_as_they_differ(&mut fixed, &matrix, &modes);
    }

    #[test]
    fn responses_of_more_forces_than_equations() {
        for (blocks, sliding) in [(1, false), (2, false), (7, false), (7, true), (12, true)] {
            let (matrix, free) = tower(blocks);
            let n = free.len();
            let contacts = vec![Contact { friction: 0.3, holding: 0.3, slip: Slip::Still }; n / 2];
            let problem = ContactProblem {
                matrix: &matrix,
                tangents: 1,
                free: &free,
                contacts: &contacts,
                resistances: &[],
                bounded: &[],
            };
            let mut modes = vec![Mode::Stick; n / 2];
            if sliding {
                modes[n / 2 - 2..].fill(Mode::Slip([1.0, 0.0]));
            }
            let held = ContactSolution {
                modes: modes.clone(),
                force: vec![1.0; n],
                rate: Vec::new(),
                weights: vec![1.0; n],
                residual: 0.0,
            };
            let mut fixed = FixedModeSolver::new(&problem, &held, |a, b| (a / 2).abs_diff(b / 2) <= 1).unwrap();
            assert!(fixed.unknowns() > fixed.rank());
            fixed.solve(&matrix, &free, &modes, &mut vec![0.0; n]).unwrap();
            respond_as_they_differ(&mut fixed, &matrix, &modes);
        }
    }
}
