//! What an error is measured by.

use std::ops::Range;

/// Per-entry tolerance: `absolute * scale + relative * |y|`, |y| of the whole vector where an entry is one of its components, so
/// that no direction counts for more than another; entries of infinite scale do not count.
#[derive(Clone, Debug)]
pub struct Tolerance {
    /// relative
    pub relative: f64,
    /// absolute, times each entry's scale
    pub absolute: f64,
    /// sizes of the entries
    pub scales: Vec<f64>,
    /// entries that are components of one vector, in order
    pub vectors: Vec<Range<usize>>,
}

/// Length of a vector, or size of a single entry.
fn size(y: &[f64]) -> f64 {
    if let [x] = y { x.abs() } else { y.iter().map(|x| x * x).sum::<f64>().sqrt() }
}

impl Tolerance {
    /// Every vector and every single entry of n, in order.
    fn parts(&self, n: usize) -> impl Iterator<Item = Range<usize>> + '_ {
        let (mut next, mut vectors) = (0, self.vectors.iter().peekable());
        std::iter::from_fn(move || {
            let part = match vectors.peek() {
                Some(vector) if vector.start == next => (*vector).clone(),
                _ => next..next + 1,
            };
            if part.end > n {
                return None;
            }
            if part.len() > 1 {
                vectors.next();
            }
            next = part.end;
            Some(part)
        })
    }

    /// Largest difference of two states, each entry over its size.
    pub(crate) fn largest_change(&self, from: &[f64], to: &[f64]) -> f64 {
        let mut largest = 0.0f64;
        for part in self.parts(from.len().min(to.len())) {
            let whole = size(&from[part.clone()]);
            for i in part.filter(|&i| self.scales[i].is_finite()) {
                largest = largest.max((to[i] - from[i]).abs() / (self.scales[i] + whole));
            }
        }
        largest
    }

    /// Tells what an error in each entry that counts is divided by.
    pub(super) fn weights(&self, y0: &[f64], y1: &[f64], mut tell: impl FnMut(usize, f64)) {
        for part in self.parts(y0.len()) {
            let whole = size(&y0[part.clone()]).max(size(&y1[part.clone()]));
            for i in part.filter(|&i| self.scales[i].is_finite()) {
                tell(i, self.absolute * self.scales[i] + self.relative * whole);
            }
        }
    }

    /// Root mean square of `error(i)` over its weight.
    pub(crate) fn norm(&self, y0: &[f64], y1: &[f64], mut error: impl FnMut(usize) -> f64) -> f64 {
        let (mut sum, mut count) = (0.0, 0);
        self.weights(y0, y1, |i, weight| {
            let e = error(i) / weight;
            sum += e * e;
            count += 1;
        });
        if count == 0 { 0.0 } else { (sum / f64::from(count)).sqrt() }
    }

    /// Index of the entry with the largest error over its weight.
    pub(crate) fn worst(&self, y0: &[f64], y1: &[f64]) -> usize {
        let mut worst = (0.0, 0);
        self.weights(y0, y1, |i, weight| {
            let change = ((y1[i] - y0[i]) / weight).abs();
            if change > worst.0 || change.is_nan() {
                worst = (change, i);
            }
        });
        worst.1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_counts_the_same_in_every_direction_of_a_vector() {
        let tolerance = Tolerance {
            relative: 1e-6,
            absolute: 1e-9,
            scales: vec![1.0; 5],
            vectors: std::iter::once(0..3).collect(),
        };
        let norm = |y: [f64; 3], e: [f64; 3]| {
            let (y, e) = ([y[0], y[1], y[2], 4.0, 1.0], [e[0], e[1], e[2], 0.0, 0.0]);
            tolerance.norm(&y, &y, |i| e[i])
        };
        // turned by a quarter, and by an eighth
        let (one, other) = (norm([2.0, 0.0, 0.0], [0.0, 1e-6, 0.0]), norm([0.0, 0.0, 2.0], [1e-6, 0.0, 0.0]));
        assert!(one > 0.0 && one == other);
        let h = 0.5_f64.sqrt();
        let turned = norm([2.0 * h, 2.0 * h, 0.0], [-1e-6 * h, 1e-6 * h, 0.0]);
        assert!((turned - one).abs() < 1e-12 * one);
        // single entries count for themselves
        let mut weights = Vec::new();
        tolerance.weights(&[3.0, 4.0, 0.0, 7.0, 0.0], &[0.0; 5], |_, weight| weights.push(weight));
        assert_eq!(weights, [5.0, 5.0, 5.0, 7.0, 0.0].map(|size| 1e-9 + 1e-6 * size));
    }
}
