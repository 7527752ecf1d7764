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
    let (mut row_used, mut open) = (vec![false; rows], (0..columns).collect::<Vec<usize>>());
    let mut best =
        (0..rows).fold(Largest::default(), |b, r| b.or(&matrix[r * columns..(r + 1) * columns], r, dependent));
    while let Some((r, place)) = best.at {
        row_used[r] = true;
        out.pivots.push(open.remove(place));
        out.rows.push(r);
        let left = open.len();
        // columns that have their pivot are done: the others close up
        let mut row = matrix[r * columns..r * columns + left + 1].to_vec();
        let pivot = row.remove(place);
        row.iter_mut().for_each(|x| *x /= pivot);
        right[r] /= pivot;
        best = Largest::default();
        for i in 0..rows {
            let cells = &mut matrix[i * columns..i * columns + left + 1];
            let factor = cells[place];
            cells.copy_within(place + 1.., place);
            let cells = &mut cells[..left];
            if i == r {
                cells.copy_from_slice(&row);
                continue;
            }
            if factor != 0.0 {
                for (x, y) in cells.iter_mut().zip(&row) {
                    *x -= factor * y;
                }
                right[i] -= factor * right[r];
            }
            if !row_used[i] {
                best = best.or(cells, i, dependent);
            }
        }
    }
    for &r in &out.rows {
        out.mix.extend_from_slice(&matrix[r * columns..r * columns + open.len()]);
        out.value.push(right[r]);
    }
    out.others = open;
    out.left = (0..rows).filter(|&r| !row_used[r]).map(|r| right[r].abs()).fold(0.0, f64::max);
    out
}

/// The largest entry so far: row and place in it.
#[derive(Clone, Copy, Default)]
struct Largest {
    at: Option<(usize, usize)>,
    size: f64,
}

impl Largest {
    /// This one, or one of a row that is larger, and larger than what counts as dependent.
    fn or(self, cells: &[f64], row: usize, dependent: f64) -> Self {
        let limit = self.size.max(dependent);
        let size = cells.iter().fold(0.0, |m: f64, x| if x.abs() > m { x.abs() } else { m });
        if size <= limit {
            return self;
        }
        let place = cells.iter().position(|x| x.abs() == size);
        Self { at: place.map(|p| (row, p)), size }
    }
}

/// Rows of a symmetric positive semidefinite matrix that are independent and span the others, in order: Cholesky with the
/// largest diagonal entry as pivot, ties by index.
pub(crate) fn independent(matrix: &[f64], n: usize, dependent: f64) -> Vec<usize> {
    let mut left: Vec<f64> = (0..n).map(|i| matrix[i * n + i]).collect();
    let mut chosen: Vec<usize> = Vec::new();
    let mut columns: Vec<Vec<f64>> = Vec::new();
    loop {
        let mut best: Option<usize> = None;
        for (i, d) in left.iter().enumerate() {
            if *d > best.map_or(dependent, |b| left[b]) {
                best = Some(i);
            }
        }
        let Some(p) = best else { break };
        let mut column = matrix[p * n..(p + 1) * n].to_vec();
        for earlier in columns.iter().filter(|c| c[p] != 0.0) {
            let factor = earlier[p];
            for (x, y) in column.iter_mut().zip(earlier) {
                *x -= factor * y;
            }
        }
        let root = left[p].sqrt();
        for (x, d) in column.iter_mut().zip(&mut left) {
            *x /= root;
            *d -= *x * *x;
        }
        left[p] = 0.0;
        chosen.push(p);
        columns.push(column);
    }
    chosen.sort_unstable();
    chosen
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
    fn independent_rows_are_as_many_as_the_rank() {
        // A Aᵀ with A 7 × 3, two rows alike and one zero
        let a: [[f64; 3]; 7] = [
            [1.0, 0.0, 2.0],
            [0.5, 1.0, 0.0],
            [1.0, 0.0, 2.0],
            [0.0; 3],
            [1.5, 1.0, 2.0],
            [0.0, 3.0, 1.0],
            [2.0, -1.0, 0.5],
        ];
        let gram: Vec<f64> =
            a.iter().flat_map(|x| a.iter().map(|y| x.iter().zip(y).map(|(p, q)| p * q).sum())).collect();
        let chosen = independent(&gram, 7, DEPENDENT);
        let by_rows = eliminate(&mut gram.clone(), &mut [0.0; 7], 7, 7, DEPENDENT);
        assert_eq!(chosen.len(), 3);
        assert_eq!(by_rows.rows.len(), 3);
        let det = |r: &[usize]| {
            let [x, y, z] = [a[r[0]], a[r[1]], a[r[2]]];
            x[0] * (y[1] * z[2] - y[2] * z[1]) - x[1] * (y[0] * z[2] - y[2] * z[0]) + x[2] * (y[0] * z[1] - y[1] * z[0])
        };
        assert!(det(&chosen).abs() > 1.0, "{chosen:?}");
    }

    #[test]
    fn a_system_without_solution_says_how_far_off() {
        let out = eliminate(&mut [1.0, 1.0, 1.0, 1.0], &mut [1.0, 2.0], 2, 2, DEPENDENT);
        assert_eq!(out.pivots.len(), 1);
        assert_eq!(out.left, 1.0);
    }
}
