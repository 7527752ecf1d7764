//! The simplex method on a dense tableau: least c·x with A x = b, x ≥ 0.
//!
//! Two phases, with Bland's rule (the first column that improves, of tied rows the one with the first variable), which
//! cannot cycle.

use crate::tolerances::{SIMPLEX_FEASIBLE, SIMPLEX_TIE, SIMPLEX_ZERO};

/// A feasible tableau: rows of A reduced to a basis, with the right side last.
#[derive(Clone, Debug)]
pub(crate) struct Feasible {
    columns: usize,
    cells: Vec<Vec<f64>>,
    basis: Vec<usize>,
}

impl Feasible {
    /// Finds a basis; `None` where no x ≥ 0 fits.
    pub fn new(mut cells: Vec<Vec<f64>>, right: &[f64]) -> Option<Self> {
        let columns = cells.first()?.len();
        let rows = cells.len();
        for (i, (row, &b)) in cells.iter_mut().zip(right).enumerate() {
            let sign = if b < 0.0 { -1.0 } else { 1.0 };
            row.iter_mut().for_each(|x| *x *= sign);
            row.extend((0..rows).map(|k| f64::from(u8::from(k == i))));
            row.push(sign * b);
        }
        let mut table = Self { columns: columns + rows, cells, basis: (columns..columns + rows).collect() };
        let mut cost = vec![0.0; columns + rows];
        cost[columns..].fill(1.0);
        let left = table.minimise(&cost)?;
        if left > SIMPLEX_FEASIBLE {
            return None;
        }
        // artificial variables that stayed, at zero: out where a column can take their place, else the row says nothing
        let mut kept = Vec::new();
        for r in 0..rows {
            if table.basis[r] >= columns {
                let Some(c) = (0..columns).find(|&c| table.cells[r][c].abs() > SIMPLEX_FEASIBLE) else { continue };
                table.pivot(r, c);
            }
            kept.push(r);
        }
        let cells = kept.iter().map(|&r| {
            let row = &table.cells[r];
            row[..columns].iter().chain(row.last()).copied().collect()
        });
        Some(Self { columns, cells: cells.collect(), basis: kept.iter().map(|&r| table.basis[r]).collect() })
    }

    /// The least cost, `None` where it is unbounded; leaves the tableau at the optimum.
    pub fn minimise(&mut self, cost: &[f64]) -> Option<f64> {
        for _ in 0..2000 + 50 * self.columns {
            let reduced =
                |c: usize| cost[c] - self.basis.iter().zip(&self.cells).map(|(&b, row)| cost[b] * row[c]).sum::<f64>();
            let Some(entering) = (0..self.columns).find(|&c| !self.basis.contains(&c) && reduced(c) < -SIMPLEX_ZERO)
            else {
                break;
            };
            let mut best: Option<(usize, f64)> = None;
            for (r, row) in self.cells.iter().enumerate().filter(|(_, row)| row[entering] > SIMPLEX_ZERO) {
                let ratio = row[self.columns].max(0.0) / row[entering];
                let better = best.is_none_or(|(b, least)| {
                    ratio < least - SIMPLEX_TIE || (ratio <= least + SIMPLEX_TIE && self.basis[r] < self.basis[b])
                });
                if better {
                    best = Some((r, ratio));
                }
            }
            let (row, _) = best?;
            self.pivot(row, entering);
        }
        Some(self.basis.iter().zip(&self.cells).map(|(&b, row)| cost[b] * row[self.columns]).sum())
    }

    fn pivot(&mut self, row: usize, column: usize) {
        let pivot = self.cells[row][column];
        self.cells[row].iter_mut().for_each(|x| *x /= pivot);
        let chosen = self.cells[row].clone();
        for (_, other) in self.cells.iter_mut().enumerate().filter(|(r, _)| *r != row) {
            let factor = other[column];
            if factor != 0.0 {
                other.iter_mut().zip(&chosen).for_each(|(x, c)| *x -= factor * c);
            }
        }
        self.basis[row] = column;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_programme_has_its_known_ends() {
        // x + y + s = 4, x + 3 y + t = 6: x + 2 y is at most 5, at (3, 1); −x is unbounded below without the rows
        let rows = vec![vec![1.0, 1.0, 1.0, 0.0], vec![1.0, 3.0, 0.0, 1.0]];
        let mut table = Feasible::new(rows, &[4.0, 6.0]).unwrap();
        let least = table.minimise(&[-1.0, -2.0, 0.0, 0.0]).unwrap();
        assert!((least + 5.0).abs() < 1e-14);
        assert!(Feasible::new(vec![vec![1.0, 1.0]], &[-1.0]).is_none(), "x + y = −1");
        let mut open = Feasible::new(vec![vec![1.0, -1.0]], &[0.0]).unwrap();
        assert_eq!(open.minimise(&[-1.0, 0.0]), None);
    }
}
