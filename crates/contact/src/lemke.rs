//! Lemke's method for w = M z + q, w ≥ 0, z ≥ 0, w·z = 0, with the lexicographic rule.
//!
//! An artificial variable z₀ is added to every row and driven out by complementary pivots. Ties of the ratio test are
//! broken by comparing whole rows of the inverse basis (Cottle, Pang & Stone 1992, §4.9): no basis comes twice, so the
//! method ends, either in a solution or on a ray. Where M is copositive and q·z ≥ 0 for every solution z of the problem with
//! q = 0, there is no ray (their theorem 4.4.12): friction at the level of velocities is of this kind (Stewart &
//! Trinkle 1996), sliding friction at the level of accelerations is not (Painlevé).

use crate::tolerances::{LEMKE_PIVOT as PIVOT, LEMKE_TIE as TIE};

struct Tableau {
    m: usize,
    /// columns: w (the inverse basis), z, z₀, q
    cells: Vec<f64>,
    /// variable of each row: 0..m are w, m..2m are z, 2m is z₀
    basis: Vec<usize>,
}

/// The z of a solution, or `None` on a ray.
pub(crate) fn lemke(matrix: &[f64], q: &[f64]) -> Option<Vec<f64>> {
    let m = q.len();
    let worst = q.iter().fold(0.0_f64, |least, &x| least.min(x));
    if worst >= 0.0 {
        return Some(vec![0.0; m]);
    }
    let width = 2 * m + 2;
    let mut cells = vec![0.0; m * width];
    for i in 0..m {
        cells[i * width + i] = 1.0;
        for j in 0..m {
            cells[i * width + m + j] = -matrix[i * m + j];
        }
        cells[i * width + 2 * m] = -1.0;
        cells[i * width + 2 * m + 1] = q[i];
    }
    let mut table = Tableau { m, cells, basis: (0..m).collect() };
    // of equal ones the last: its row of the identity is the smallest in the lexicographic order
    let first = (0..m).rev().find(|&i| q[i] <= worst + TIE * worst.abs())?;
    table.pivot(first, 2 * m);
    let mut entering = m + first;
    for _ in 0..200 + 40 * m {
        let row = table.leaving(entering)?;
        let left = table.basis[row];
        table.pivot(row, entering);
        if left == 2 * m {
            return Some(table.solution());
        }
        entering = if left < m { left + m } else { left - m };
    }
    None
}

impl Tableau {
    fn at(&self, row: usize, column: usize) -> f64 {
        self.cells[row * (2 * self.m + 2) + column]
    }

    fn leaving(&self, entering: usize) -> Option<usize> {
        let artificial = 2 * self.m;
        let mut best: Option<usize> = None;
        for i in (0..self.m).filter(|&i| self.at(i, entering) > PIVOT) {
            if best.is_none_or(|b| self.before(i, b, entering)) {
                best = Some(i);
            }
        }
        // when the artificial variable may leave it does: that is the solution
        let ratio = |i: usize| self.at(i, artificial + 1) / self.at(i, entering);
        let least = ratio(best?);
        let out = (0..self.m).find(|&i| {
            self.basis[i] == artificial && self.at(i, entering) > PIVOT && ratio(i) <= least + TIE * (1.0 + least.abs())
        });
        out.or(best)
    }

    /// Whether row `i` is before row `b` in the lexicographic order of rows over their entry in the column.
    fn before(&self, i: usize, b: usize, entering: usize) -> bool {
        let (pi, pb) = (self.at(i, entering), self.at(b, entering));
        let order = std::iter::once(2 * self.m + 1).chain(0..self.m);
        for column in order {
            let (x, y) = (self.at(i, column) / pi, self.at(b, column) / pb);
            if (x - y).abs() > TIE * (1.0 + x.abs().max(y.abs())) {
                return x < y;
            }
        }
        false
    }

    fn pivot(&mut self, row: usize, column: usize) {
        let width = 2 * self.m + 2;
        let pivot = self.at(row, column);
        for cell in &mut self.cells[row * width..(row + 1) * width] {
            *cell /= pivot;
        }
        self.cells[row * width + column] = 1.0;
        let chosen = self.cells[row * width..(row + 1) * width].to_vec();
        for i in (0..self.m).filter(|&i| i != row) {
            let factor = self.at(i, column);
            if factor != 0.0 {
                let cells = &mut self.cells[i * width..(i + 1) * width];
                for (cell, c) in cells.iter_mut().zip(&chosen) {
                    *cell -= factor * c;
                }
                cells[column] = 0.0;
            }
        }
        self.basis[row] = column;
    }

    fn solution(&self) -> Vec<f64> {
        let mut z = vec![0.0; self.m];
        for (i, &variable) in self.basis.iter().enumerate() {
            if (self.m..2 * self.m).contains(&variable) {
                z[variable - self.m] = self.at(i, 2 * self.m + 1).max(0.0);
            }
        }
        z
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_problems_have_their_known_solutions() {
        // Cottle, Pang & Stone: w = 2 z₁ + z₂ − 5, z₁ + 2 z₂ − 6
        let z = lemke(&[2.0, 1.0, 1.0, 2.0], &[-5.0, -6.0]).unwrap();
        assert!((z[0] - 4.0 / 3.0).abs() < 1e-15 && (z[1] - 7.0 / 3.0).abs() < 1e-15, "{z:?}");
        assert_eq!(lemke(&[2.0], &[1.0]), Some(vec![0.0]));
        assert_eq!(lemke(&[-1.0], &[-1.0]), None, "no z ≥ 0 makes −z − 1 ≥ 0");
        // twice the same row
        let z = lemke(&[1.0, 1.0, 1.0, 1.0], &[-1.0, -1.0]).unwrap();
        assert!((z[0] + z[1] - 1.0).abs() < 1e-15);
    }
}
