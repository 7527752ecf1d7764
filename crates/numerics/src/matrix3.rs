//! 3×3 matrices, most of them rotations.

use crate::vec3::{Vec3, dot};

/// A matrix, `m[row][column]`.
pub type Mat3 = [[f64; 3]; 3];

/// The matrix that leaves everything as it is.
pub const IDENTITY: Mat3 = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

/// R a
#[inline]
#[must_use]
pub fn rotate(r: &Mat3, a: Vec3) -> Vec3 {
    [dot(r[0], a), dot(r[1], a), dot(r[2], a)]
}

/// Rᵀ a
#[inline]
#[must_use]
pub fn rotate_back(r: &Mat3, a: Vec3) -> Vec3 {
    [
        r[0][0] * a[0] + r[1][0] * a[1] + r[2][0] * a[2],
        r[0][1] * a[0] + r[1][1] * a[1] + r[2][1] * a[2],
        r[0][2] * a[0] + r[1][2] * a[1] + r[2][2] * a[2],
    ]
}

/// R I Rᵀ for symmetric I.
#[inline]
#[must_use]
pub fn rotate_tensor(r: &Mat3, i: &Mat3) -> Mat3 {
    let mut half = [[0.0; 3]; 3];
    for a in 0..3 {
        for b in 0..3 {
            half[a][b] = r[a][0] * i[0][b] + r[a][1] * i[1][b] + r[a][2] * i[2][b];
        }
    }
    let mut out = [[0.0; 3]; 3];
    for a in 0..3 {
        for b in 0..=a {
            out[a][b] = dot(half[a], r[b]);
            out[b][a] = out[a][b];
        }
    }
    out
}

/// R Z, Z the turn about the third axis by the angle with these sine and cosine: columns x and y mix.
#[inline]
#[must_use]
pub fn turn_about_z(r: &Mat3, s: f64, c: f64) -> Mat3 {
    r.map(|[x, y, z]| [c * x + s * y, c * y - s * x, z])
}
