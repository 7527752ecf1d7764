//! Symmetric positive definite systems with few entries away from the diagonal: Cholesky within the envelope.
//!
//! Where each unknown is coupled to a few neighbours only, as contacts are through the bodies they touch, and all are
//! numbered from one end to the other (Cuthill & McKee 1969), all entries lie near the diagonal, and elimination keeps to
//! the envelope: nothing before the first entry of a row is ever filled.

use crate::tolerances::NOT_DEFINITE;

/// An order in which neighbours stand near each other: breadth first from a place far out, by degree and then number.
#[must_use]
pub fn cuthill_mckee(neighbours: &[Vec<usize>]) -> Vec<usize> {
    let n = neighbours.len();
    let mut order: Vec<usize> = Vec::with_capacity(n);
    let mut placed = vec![false; n];
    while let Some(seed) = (0..n).find(|&c| !placed[c]) {
        // twice to the far end of what hangs together
        let mut start = seed;
        for _ in 0..2 {
            start = walk(neighbours, start, &mut vec![false; n]).last().copied().unwrap_or(start);
        }
        order.extend(walk(neighbours, start, &mut placed));
    }
    order
}

fn walk(neighbours: &[Vec<usize>], start: usize, placed: &mut [bool]) -> Vec<usize> {
    let mut out = vec![start];
    placed[start] = true;
    let mut at = 0;
    while at < out.len() {
        let mut next: Vec<usize> = neighbours[out[at]].iter().copied().filter(|&c| !placed[c]).collect();
        next.sort_unstable_by_key(|&c| (neighbours[c].len(), c));
        next.dedup();
        next.iter().for_each(|&c| placed[c] = true);
        out.extend(next);
        at += 1;
    }
    out
}

/// The lower triangle of a symmetric matrix, each row from its first entry to the diagonal; keeps its memory between uses.
#[derive(Clone, Debug, Default)]
pub struct Envelope {
    first: Vec<usize>,
    /// where each row begins in `cells`
    row: Vec<usize>,
    /// the entries, row after row; the factor after `factorise`
    pub cells: Vec<f64>,
}

impl Envelope {
    /// Rows that begin at these columns.
    #[must_use]
    pub fn new(first: Vec<usize>) -> Self {
        let mut row = Vec::with_capacity(first.len());
        let mut cells = 0;
        for (i, &f) in first.iter().enumerate() {
            row.push(cells);
            cells += i + 1 - f;
        }
        Self { first, row, cells: vec![0.0; cells] }
    }

    /// First column of row i.
    #[inline]
    #[must_use]
    pub fn first(&self, i: usize) -> usize {
        self.first[i]
    }

    /// Place of entry (i, j) in `cells`, first ≤ j ≤ i.
    #[inline]
    #[must_use]
    pub fn place(&self, i: usize, j: usize) -> usize {
        self.row[i] + j - self.first[i]
    }

    /// Factorises in place; false where the matrix is not definite, to rounding.
    #[must_use]
    pub fn factorise(&mut self) -> bool {
        for i in 0..self.first.len() {
            let (before, from) = self.cells.split_at_mut(self.row[i]);
            let first = self.first[i];
            let own = &mut from[..=i - first];
            for j in first..i {
                let other = &before[self.row[j]..self.row[j] + j - self.first[j] + 1];
                let shared = first.max(self.first[j]);
                let dot: f64 = own[shared - first..j - first]
                    .iter()
                    .zip(&other[shared - self.first[j]..])
                    .map(|(a, b)| a * b)
                    .sum();
                own[j - first] = (own[j - first] - dot) / other[j - self.first[j]];
            }
            let original = own[i - first];
            let d = original - own[..i - first].iter().map(|x| x * x).sum::<f64>();
            if d.is_nan() || d <= NOT_DEFINITE * original || original <= 0.0 {
                return false;
            }
            own[i - first] = d.sqrt();
        }
        true
    }

    /// Solves with the factor, in place.
    pub fn solve(&self, right: &mut [f64]) {
        let n = self.first.len();
        for i in 0..n {
            let (f, row) = (self.first[i], &self.cells[self.row[i]..]);
            let dot: f64 = row[..i - f].iter().zip(&right[f..i]).map(|(a, b)| a * b).sum();
            right[i] = (right[i] - dot) / row[i - f];
        }
        for i in (0..n).rev() {
            let (f, row) = (self.first[i], &self.cells[self.row[i]..]);
            right[i] /= row[i - f];
            let x = right[i];
            for (r, a) in right[f..i].iter_mut().zip(row) {
                *r -= a * x;
            }
        }
    }
}
