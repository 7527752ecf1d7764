//! Unit quaternions (w, x, y, z) as rotations.

use crate::matrix3::Mat3;
use crate::tolerances::SMALL_ANGLE;
use crate::vec3::{Vec3, add, cross, norm, scale};

/// w, x, y, z
pub type Quaternion = [f64; 4];

/// The quaternion that turns nothing.
pub const IDENTITY: Quaternion = [1.0, 0.0, 0.0, 0.0];

/// a∘b, the turn b followed by the turn a
#[inline]
#[must_use]
pub fn multiply(a: Quaternion, b: Quaternion) -> Quaternion {
    [
        a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
        a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
        a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
        a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
    ]
}

/// The inverse turn.
#[inline]
#[must_use]
pub fn conjugate(q: Quaternion) -> Quaternion {
    [q[0], -q[1], -q[2], -q[3]]
}

/// Of length one.
#[inline]
#[must_use]
pub fn normalise(q: Quaternion) -> Quaternion {
    let length = q.iter().map(|x| x * x).sum::<f64>().sqrt();
    q.map(|x| x / length)
}

/// v turned by q, without its matrix: v + 2w (u×v) + 2 u×(u×v).
#[inline]
#[must_use]
pub fn rotate(q: Quaternion, v: Vec3) -> Vec3 {
    let u = [q[1], q[2], q[3]];
    let t = scale(cross(u, v), 2.0);
    add(add(v, scale(t, q[0])), cross(u, t))
}

/// Rotation matrix, exact for any length near 1 (divided by its square).
#[inline]
#[must_use]
pub fn to_matrix(q: Quaternion) -> Mat3 {
    let [w, x, y, z] = q;
    let s = 2.0 / (w * w + x * x + y * y + z * z);
    [
        [1.0 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y)],
        [s * (x * y + w * z), 1.0 - s * (x * x + z * z), s * (y * z - w * x)],
        [s * (x * z - w * y), s * (y * z + w * x), 1.0 - s * (x * x + y * y)],
    ]
}

/// The unit quaternion of a rotation matrix, from its largest component (Shepperd 1978).
#[inline]
#[must_use]
pub fn from_matrix(r: &Mat3) -> Quaternion {
    let trace = r[0][0] + r[1][1] + r[2][2];
    let (a, b, c) = (r[2][1] - r[1][2], r[0][2] - r[2][0], r[1][0] - r[0][1]);
    let largest = trace.max(r[0][0]).max(r[1][1]).max(r[2][2]);
    let q = if largest == trace {
        [1.0 + trace, a, b, c]
    } else if largest == r[0][0] {
        [a, 1.0 + r[0][0] - r[1][1] - r[2][2], r[0][1] + r[1][0], r[0][2] + r[2][0]]
    } else if largest == r[1][1] {
        [b, r[0][1] + r[1][0], 1.0 + r[1][1] - r[0][0] - r[2][2], r[1][2] + r[2][1]]
    } else {
        [c, r[0][2] + r[2][0], r[1][2] + r[2][1], 1.0 + r[2][2] - r[0][0] - r[1][1]]
    };
    normalise(q)
}

/// The turn by a rotation vector (axis × angle, rad).
#[inline]
#[must_use]
pub fn from_rotation_vector(w: Vec3) -> Quaternion {
    let angle = norm(w);
    // sin(a/2)/a, by series where the quotient would lose digits
    let k = if angle < SMALL_ANGLE { 0.5 - angle * angle / 48.0 } else { libm::sin(0.5 * angle) / angle };
    [libm::cos(0.5 * angle), k * w[0], k * w[1], k * w[2]]
}

/// The turn by `angle` (rad) about a unit axis.
#[inline]
#[must_use]
pub fn about_axis(axis: Vec3, angle: f64) -> Quaternion {
    let (s, c) = libm::sincos(0.5 * angle);
    [c, s * axis[0], s * axis[1], s * axis[2]]
}
