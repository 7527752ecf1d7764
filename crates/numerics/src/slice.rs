//! Sums over slices, first entry first.

/// Σ aᵢ bᵢ
#[inline]
#[must_use]
pub fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

/// √Σ aᵢ²
#[inline]
#[must_use]
pub fn norm(a: &[f64]) -> f64 {
    a.iter().map(|x| x * x).sum::<f64>().sqrt()
}

/// max |aᵢ|; entries that are not numbers do not count.
#[inline]
#[must_use]
pub fn largest(a: &[f64]) -> f64 {
    a.iter().fold(0.0, |m: f64, x| m.max(x.abs()))
}

/// to += k a
#[inline]
pub fn add_scaled(to: &mut [f64], k: f64, a: &[f64]) {
    for (x, y) in to.iter_mut().zip(a) {
        *x += k * y;
    }
}
