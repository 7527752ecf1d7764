//! Vectors of space as plain arrays.

/// A vector of space.
pub type Vec3 = [f64; 3];

/// a + b
#[inline]
#[must_use]
pub fn add(a: Vec3, b: Vec3) -> Vec3 {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

/// a − b
#[inline]
#[must_use]
pub fn sub(a: Vec3, b: Vec3) -> Vec3 {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

/// k a
#[inline]
#[must_use]
pub fn scale(a: Vec3, k: f64) -> Vec3 {
    [a[0] * k, a[1] * k, a[2] * k]
}

/// a + k b
#[inline]
#[must_use]
pub fn add_scaled(a: Vec3, k: f64, b: Vec3) -> Vec3 {
    [a[0] + k * b[0], a[1] + k * b[1], a[2] + k * b[2]]
}

/// p a + q b
#[inline]
#[must_use]
pub fn combine(p: f64, a: Vec3, q: f64, b: Vec3) -> Vec3 {
    [p * a[0] + q * b[0], p * a[1] + q * b[1], p * a[2] + q * b[2]]
}

/// a·b
#[inline]
#[must_use]
pub fn dot(a: Vec3, b: Vec3) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// a×b
#[inline]
#[must_use]
pub fn cross(a: Vec3, b: Vec3) -> Vec3 {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// |a|
#[inline]
#[must_use]
pub fn norm(a: Vec3) -> f64 {
    dot(a, a).sqrt()
}

/// a·(b×c), the volume of the parallelepiped
#[inline]
#[must_use]
pub fn triple(a: Vec3, b: Vec3, c: Vec3) -> f64 {
    dot(a, cross(b, c))
}

/// a / |a|; `None` for a vector without length or with one that is not finite.
#[inline]
#[must_use]
pub fn unit(a: Vec3) -> Option<Vec3> {
    let n = norm(a);
    (n > 0.0 && n.is_finite()).then(|| scale(a, 1.0 / n))
}
