//! Gaussian elimination that finds the rank: complete pivoting on small dense matrices.
//!
//! A matrix A (rows × columns) becomes, on its chosen rows and columns, [1 E]: every solution of A x = A x₀ is
//! x_P + E x_R = y with P the pivot columns and R the others. The basic solution is x_P = y, x_R = 0; the one of least
//! Σ x²/d is x = D [1 E]ᵀ ([1 E] D [1 E]ᵀ)⁻¹ y. Because complete pivoting keeps |E| moderate, that small matrix is well
//! conditioned where A Aᵀ would not be. The largest entry wins, ties by index, so the choice is always the same.

use crate::cholesky;

/// What elimination makes of a matrix.
#[derive(Clone, Debug, Default)]
pub struct RowReduction {
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

/// Reduces `matrix` x = `right`; both are used up. A pivot of at most `dependent` counts as none.
#[must_use]
pub fn reduce_rows(matrix: &mut [f64], right: &mut [f64], rows: usize, columns: usize, dependent: f64) -> RowReduction {
    let mut out = RowReduction::default();
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

impl RowReduction {
    /// The solution with zeros outside the pivots.
    #[must_use]
    pub fn basic(&self) -> Vec<f64> {
        let mut x = vec![0.0; self.pivots.len() + self.others.len()];
        for (&c, &y) in self.pivots.iter().zip(&self.value) {
            x[c] = y;
        }
        x
    }

    /// The solution of least Σ x²/weight (a weight of zero keeps that unknown at zero), or `None` where weights leave no solution.
    #[must_use]
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
        if !cholesky::solve(&mut small, &mut y, r) {
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
