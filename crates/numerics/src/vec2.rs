//! Vectors of the plane as plain arrays.

/// A vector of the plane.
pub type Vec2 = [f64; 2];

/// a + b
#[inline]
#[must_use]
pub fn add(a: Vec2, b: Vec2) -> Vec2 {
    [a[0] + b[0], a[1] + b[1]]
}

/// a − b
#[inline]
#[must_use]
pub fn sub(a: Vec2, b: Vec2) -> Vec2 {
    [a[0] - b[0], a[1] - b[1]]
}

/// k a
#[inline]
#[must_use]
pub fn scale(a: Vec2, k: f64) -> Vec2 {
    [a[0] * k, a[1] * k]
}

/// a + k b
#[inline]
#[must_use]
pub fn add_scaled(a: Vec2, k: f64, b: Vec2) -> Vec2 {
    [a[0] + k * b[0], a[1] + k * b[1]]
}

/// a·b
#[inline]
#[must_use]
pub fn dot(a: Vec2, b: Vec2) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

/// a×b, the third component of the product in space
#[inline]
#[must_use]
pub fn cross(a: Vec2, b: Vec2) -> f64 {
    a[0] * b[1] - a[1] * b[0]
}

/// |a| as √(a·a).
#[inline]
#[must_use]
pub fn norm(a: Vec2) -> f64 {
    dot(a, a).sqrt()
}

/// |a| to the last place: other bits than [`norm`], slower, and safe from overflow.
#[inline]
#[must_use]
pub fn hypot(a: Vec2) -> f64 {
    libm::hypot(a[0], a[1])
}

/// ⊥a, a turned a quarter counter-clockwise
#[inline]
#[must_use]
pub fn perp(a: Vec2) -> Vec2 {
    [-a[1], a[0]]
}

/// (cos, sin) of an angle (rad).
#[inline]
#[must_use]
pub fn direction(angle: f64) -> Vec2 {
    let (s, c) = libm::sincos(angle);
    [c, s]
}

/// a turned counter-clockwise by the angle whose (cos, sin) is `r`.
#[inline]
#[must_use]
pub fn rotate(r: Vec2, a: Vec2) -> Vec2 {
    [r[0] * a[0] - r[1] * a[1], r[1] * a[0] + r[0] * a[1]]
}

/// a turned clockwise by the angle whose (cos, sin) is `r`.
#[inline]
#[must_use]
pub fn rotate_back(r: Vec2, a: Vec2) -> Vec2 {
    [r[0] * a[0] + r[1] * a[1], r[0] * a[1] - r[1] * a[0]]
}

/// a turned counter-clockwise by an angle (rad).
#[inline]
#[must_use]
pub fn rotate_by(a: Vec2, angle: f64) -> Vec2 {
    rotate(direction(angle), a)
}
