//! Vectors, rotations and random ones of them, for the tests of surfaces in space.
#![allow(dead_code, reason = "each test binary uses its own part of this")]

use mainspring_geometry::touch::Motion;
use proptest::prelude::*;

pub fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

pub fn plus(a: [f64; 3], k: f64, b: [f64; 3]) -> [f64; 3] {
    [0, 1, 2].map(|i| a[i] + k * b[i])
}

pub fn unit(a: [f64; 3]) -> [f64; 3] {
    let size = dot(a, a).sqrt();
    a.map(|x| x / size)
}

/// Rodrigues' matrix of a rotation vector.
pub fn rotation(by: [f64; 3]) -> [[f64; 3]; 3] {
    let angle = dot(by, by).sqrt();
    if angle == 0.0 {
        return Motion::REST.rotation;
    }
    let k = by.map(|x| x / angle);
    let (s, c) = libm::sincos(angle);
    let column = |e: [f64; 3]| plus(plus(e.map(|x| c * x), s, cross(k, e)), (1.0 - c) * dot(k, e), k);
    let columns = [column([1.0, 0.0, 0.0]), column([0.0, 1.0, 0.0]), column([0.0, 0.0, 1.0])];
    [0, 1, 2].map(|i| [0, 1, 2].map(|j| columns[j][i]))
}

/// `rotation` followed by the turn of a rotation vector.
pub fn turned(rotation: [[f64; 3]; 3], by: [f64; 3]) -> [[f64; 3]; 3] {
    let turn = self::rotation(by);
    [0, 1, 2].map(|i| [0, 1, 2].map(|j| (0..3).map(|k| turn[i][k] * rotation[k][j]).sum()))
}

/// Each component between −1 and 1.
pub fn vector() -> impl Strategy<Value = [f64; 3]> {
    prop::array::uniform3(-1.0..1.0f64)
}
