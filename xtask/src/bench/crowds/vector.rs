//! Vectors in space, as far as overlaps and energies need them.

pub type Vector = [f64; 3];

pub fn dot(a: Vector, b: Vector) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub fn cross(a: Vector, b: Vector) -> Vector {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// a + s b
pub fn add(a: Vector, s: f64, b: Vector) -> Vector {
    [0, 1, 2].map(|i| a[i] + s * b[i])
}

pub fn minus(a: Vector, b: Vector) -> Vector {
    add(a, -1.0, b)
}

pub fn length(a: Vector) -> f64 {
    dot(a, a).sqrt()
}
