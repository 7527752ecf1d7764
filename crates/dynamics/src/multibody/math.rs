//! Three-vectors and rotations as plain arrays.

/// A vector.
pub type Vec3 = [f64; 3];
/// A matrix, `m[row][column]`.
pub type Mat3 = [[f64; 3]; 3];

/// a + b
#[must_use]
pub fn add(a: Vec3, b: Vec3) -> Vec3 {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

/// a − b
#[must_use]
pub fn sub(a: Vec3, b: Vec3) -> Vec3 {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

/// k a
#[must_use]
pub fn scale(a: Vec3, k: f64) -> Vec3 {
    [a[0] * k, a[1] * k, a[2] * k]
}

/// a·b
#[must_use]
pub fn dot(a: Vec3, b: Vec3) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// a×b
#[must_use]
pub fn cross(a: Vec3, b: Vec3) -> Vec3 {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// |a|
#[must_use]
pub fn norm(a: Vec3) -> f64 {
    dot(a, a).sqrt()
}

/// R a
#[must_use]
pub fn rotate(r: &Mat3, a: Vec3) -> Vec3 {
    [dot(r[0], a), dot(r[1], a), dot(r[2], a)]
}

/// Rᵀ a
#[must_use]
pub fn rotate_back(r: &Mat3, a: Vec3) -> Vec3 {
    [
        r[0][0] * a[0] + r[1][0] * a[1] + r[2][0] * a[2],
        r[0][1] * a[0] + r[1][1] * a[1] + r[2][1] * a[2],
        r[0][2] * a[0] + r[1][2] * a[1] + r[2][2] * a[2],
    ]
}

/// R I Rᵀ for symmetric I.
#[must_use]
pub fn turned_tensor(r: &Mat3, i: &Mat3) -> Mat3 {
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

/// Rotation matrix of a quaternion (w, x, y, z), exact for any length near 1 (divided by its square).
#[must_use]
pub fn matrix(q: [f64; 4]) -> Mat3 {
    let [w, x, y, z] = q;
    let s = 2.0 / (w * w + x * x + y * y + z * z);
    [
        [1.0 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y)],
        [s * (x * y + w * z), 1.0 - s * (x * x + z * z), s * (y * z - w * x)],
        [s * (x * z - w * y), s * (y * z + w * x), 1.0 - s * (x * x + y * y)],
    ]
}

/// a∘b
#[must_use]
pub fn compose(a: [f64; 4], b: [f64; 4]) -> [f64; 4] {
    [
        a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
        a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
        a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
        a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
    ]
}

/// The quaternion of a rotation vector (axis × angle).
#[must_use]
pub fn turn(w: Vec3) -> [f64; 4] {
    let angle = norm(w);
    // sin(a/2)/a, by series where the quotient would lose digits
    let k = if angle < 1e-4 { 0.5 - angle * angle / 48.0 } else { libm::sin(0.5 * angle) / angle };
    [libm::cos(0.5 * angle), k * w[0], k * w[1], k * w[2]]
}

/// The representative of `angle` (mod 2π) nearest to `reference`.
#[must_use]
pub fn unwrap_near(angle: f64, reference: f64) -> f64 {
    let turn = 2.0 * std::f64::consts::PI;
    angle + turn * ((reference - angle) / turn).round()
}

/// The unit quaternion (w, x, y, z) of a rotation matrix, from its largest component (Shepperd 1978).
#[must_use]
pub fn quaternion_of(r: &Mat3) -> [f64; 4] {
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
    let length = q.iter().map(|x| x * x).sum::<f64>().sqrt();
    q.map(|x| x / length)
}
