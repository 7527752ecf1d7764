//! Symmetric 2×2 matrices by three numbers (xx, xy, yy).

use crate::vec2::Vec2;

/// xx, xy, yy
pub type Symmetric2 = [f64; 3];

/// M a
#[inline]
#[must_use]
pub fn times(m: &Symmetric2, a: Vec2) -> Vec2 {
    [m[0] * a[0] + m[1] * a[1], m[1] * a[0] + m[2] * a[1]]
}

/// M⁻¹ f by elimination, for M positive definite.
#[inline]
#[must_use]
pub fn solve(m: &Symmetric2, f: Vec2) -> Vec2 {
    let k = m[1] / m[0];
    let y = (f[1] - k * f[0]) / (m[2] - k * m[1]);
    [(f[0] - m[1] * y) / m[0], y]
}
