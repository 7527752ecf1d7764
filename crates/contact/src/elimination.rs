//! Gaussian elimination that finds the rank: complete pivoting on small dense matrices.
//!
//! A matrix A (rows × columns) becomes, on its chosen rows and columns, [1 E]: every solution of A x = A x₀ is
//! x_P + E x_R = y with P the pivot columns and R the others. The basic solution is x_P = y, x_R = 0; the one of least
//! Σ x²/d is x = D [1 E]ᵀ ([1 E] D [1 E]ᵀ)⁻¹ y. Because complete pivoting keeps |E| moderate, that small matrix is well
//! conditioned where A Aᵀ would not be. The largest entry wins, ties by index, so the choice is always the same.

/// A pivot smaller than this, of rows and columns scaled to one, is a dependence and not a number.
pub(crate) const DEPENDENT: f64 = 1e-11;

/// What elimination makes of a matrix.
#[derive(Clone, Debug, Default)]
pub(crate) struct Eliminated {
    /// pivot columns, in the order of their choice; the rank is their number
    pub pivots: Vec<usize>,
    /// rows the pivots stand in
    pub rows: Vec<usize>,
    /// the other columns
    pub others: Vec<usize>,
    /// E, `pivots` × `others`, row by row
    pub mix: Vec<f64>,
    /// y, one a pivot
    pub value: Vec<f64>,
    /// largest |right side| left in a row without pivot: how far A x = b is from having a solution
    pub left: f64,
}

/// Reduces `matrix` x = `right`; both are used up.
pub(crate) fn eliminate(
    matrix: &mut [f64],
    right: &mut [f64],
    rows: usize,
    columns: usize,
    dependent: f64,
) -> Eliminated {
    let mut out = Eliminated::default();
    let (mut row_used, mut column_used) = (vec![false; rows], vec![false; columns]);
    while let Some((r, c)) = largest(matrix, &row_used, &column_used, columns, dependent) {
        row_used[r] = true;
        column_used[c] = true;
        let pivot = matrix[r * columns + c];
        for j in 0..columns {
            matrix[r * columns + j] /= pivot;
        }
        right[r] /= pivot;
        for i in (0..rows).filter(|&i| i != r) {
            let factor = matrix[i * columns + c];
            if factor != 0.0 {
                for j in 0..columns {
                    matrix[i * columns + j] -= factor * matrix[r * columns + j];
                }
                right[i] -= factor * right[r];
                matrix[i * columns + c] = 0.0;
            }
        }
        out.pivots.push(c);
        out.rows.push(r);
    }
    out.others = (0..columns).filter(|&c| !column_used[c]).collect();
    for &r in &out.rows {
        out.mix.extend(out.others.iter().map(|&c| matrix[r * columns + c]));
        out.value.push(right[r]);
    }
    out.left = (0..rows).filter(|&r| !row_used[r]).map(|r| right[r].abs()).fold(0.0, f64::max);
    out
}

fn largest(
    matrix: &[f64],
    row_used: &[bool],
    column_used: &[bool],
    columns: usize,
    dependent: f64,
) -> Option<(usize, usize)> {
    let mut best = None;
    let mut size = dependent;
    for (r, _) in row_used.iter().enumerate().filter(|(_, used)| !**used) {
        for (c, _) in column_used.iter().enumerate().filter(|(_, used)| !**used) {
            let here = matrix[r * columns + c].abs();
            if here > size {
                (best, size) = (Some((r, c)), here);
            }
        }
    }
    best
}

impl Eliminated {
    /// The solution with zeros outside the pivots.
    pub fn basic(&self) -> Vec<f64> {
        let mut x = vec![0.0; self.pivots.len() + self.others.len()];
        for (&c, &y) in self.pivots.iter().zip(&self.value) {
            x[c] = y;
        }
        x
    }

    /// The solution of least Σ x²/weight (a weight of zero keeps that unknown at zero), or none where weights leave no solution.
    pub fn least(&self, weights: &[f64]) -> Option<Vec<f64>> {
        let (r, k) = (self.pivots.len(), self.others.len());
        let mut small = vec![0.0; r * r];
        for i in 0..r {
            for j in 0..=i {
                let shared = (0..k).map(|o| self.mix[i * k + o] * weights[self.others[o]] * self.mix[j * k + o]);
                small[i * r + j] = shared.sum::<f64>() + if i == j { weights[self.pivots[i]] } else { 0.0 };
            }
        }
        let mut y = self.value.clone();
        if !cholesky_solve(&mut small, &mut y, r) {
            return None;
        }
        let mut x = vec![0.0; r + k];
        for i in 0..r {
            x[self.pivots[i]] = weights[self.pivots[i]] * y[i];
        }
        for o in 0..k {
            x[self.others[o]] = weights[self.others[o]] * (0..r).map(|i| self.mix[i * k + o] * y[i]).sum::<f64>();
        }
        Some(x)
    }
}

/// Solves a symmetric positive definite system from its lower triangle, in place; false where it is not definite.
pub(crate) fn cholesky_solve(matrix: &mut [f64], right: &mut [f64], n: usize) -> bool {
    for j in 0..n {
        let original = matrix[j * n + j];
        let mut d = original;
        for k in 0..j {
            d -= matrix[j * n + k] * matrix[j * n + k];
        }
        if d.is_nan() || d <= 1e-14 * original || original <= 0.0 {
            return false;
        }
        let root = d.sqrt();
        matrix[j * n + j] = root;
        for i in j + 1..n {
            let mut x = matrix[i * n + j];
            for k in 0..j {
                x -= matrix[i * n + k] * matrix[j * n + k];
            }
            matrix[i * n + j] = x / root;
        }
    }
    for i in 0..n {
        for k in 0..i {
            right[i] -= matrix[i * n + k] * right[k];
        }
        right[i] /= matrix[i * n + i];
    }
    for i in (0..n).rev() {
        for k in i + 1..n {
            right[i] -= matrix[k * n + i] * right[k];
        }
        right[i] /= matrix[i * n + i];
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_equal_feet_share_and_weights_shift_the_share() {
        // one equation x₀ + x₁ + x₂ = 3, given three times
        let out = eliminate(&mut [1.0; 9], &mut [3.0; 3], 3, 3, DEPENDENT);
        assert_eq!(out.pivots.len(), 1);
        assert!(out.left < 1e-15);
        let even = out.least(&[1.0; 3]).unwrap();
        assert!(even.iter().all(|x| (x - 1.0).abs() < 1e-15), "{even:?}");
        let shifted = out.least(&[1.0, 2.0, 0.0]).unwrap();
        assert!((shifted[0] - 1.0).abs() < 1e-15 && (shifted[1] - 2.0).abs() < 1e-15 && shifted[2] == 0.0);
        assert_eq!(out.basic().iter().sum::<f64>(), 3.0);
    }

    #[test]
    fn a_system_without_solution_says_how_far_off() {
        let out = eliminate(&mut [1.0, 1.0, 1.0, 1.0], &mut [1.0, 2.0], 2, 2, DEPENDENT);
        assert_eq!(out.pivots.len(), 1);
        assert_eq!(out.left, 1.0);
    }
}
