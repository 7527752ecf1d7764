//! What an error is measured by.

/// Per-entry tolerance: `absolute * scale + relative * |y|`; entries of infinite scale do not count.
#[derive(Clone, Debug)]
pub struct Tolerance {
    /// relative
    pub relative: f64,
    /// absolute, times each entry's scale
    pub absolute: f64,
    /// sizes of the entries
    pub scales: Vec<f64>,
}

impl Tolerance {
    /// Largest difference of two states, each entry over its size.
    pub(crate) fn largest_change(&self, from: &[f64], to: &[f64]) -> f64 {
        let mut largest = 0.0f64;
        for ((scale, a), b) in self.scales.iter().zip(from).zip(to).filter(|((scale, _), _)| scale.is_finite()) {
            largest = largest.max((b - a).abs() / (scale + a.abs()));
        }
        largest
    }

    /// What an error in entry i is divided by; None if it does not count.
    pub(super) fn weight(&self, i: usize, y0: f64, y1: f64) -> Option<f64> {
        let scale = self.scales[i];
        scale.is_finite().then(|| self.absolute * scale + self.relative * y0.abs().max(y1.abs()))
    }

    /// Root mean square of `error(i)` over its weight.
    pub(crate) fn norm(&self, y0: &[f64], y1: &[f64], mut error: impl FnMut(usize) -> f64) -> f64 {
        let (mut sum, mut count) = (0.0, 0);
        for i in 0..y0.len() {
            if let Some(w) = self.weight(i, y0[i], y1[i]) {
                let e = error(i) / w;
                sum += e * e;
                count += 1;
            }
        }
        if count == 0 { 0.0 } else { (sum / f64::from(count)).sqrt() }
    }

    /// Index of the entry with the largest error over its weight.
    pub(crate) fn worst(&self, y0: &[f64], y1: &[f64]) -> usize {
        let mut worst = (0.0, 0);
        for i in 0..y0.len() {
            if let Some(w) = self.weight(i, y0[i], y1[i]) {
                let size = ((y1[i] - y0[i]) / w).abs();
                if size > worst.0 || size.is_nan() {
                    worst = (size, i);
                }
            }
        }
        worst.1
    }
}
