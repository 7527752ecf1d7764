//! Small rigid-body algebra: quaternions (w, x, y, z) and frames.

use crate::model::frame::Frame;
use crate::tolerances::FRAME_SPAN;
use mainspring_definition::SpaceKind;
use mainspring_joints::Pose;

/// Of the plane or of space.
pub type Vec3 = [f64; 3];
/// w, x, y, z.
pub type Quat = [f64; 4];

/// a + b.
#[must_use]
pub fn add(a: Vec3, b: Vec3) -> Vec3 {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

/// a − b.
#[must_use]
pub fn sub(a: Vec3, b: Vec3) -> Vec3 {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

/// a·b.
#[must_use]
pub fn dot(a: Vec3, b: Vec3) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// a × b.
#[must_use]
pub fn cross(a: Vec3, b: Vec3) -> Vec3 {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// |a|.
#[must_use]
pub fn norm(a: Vec3) -> f64 {
    dot(a, a).sqrt()
}

/// k·a.
#[must_use]
pub fn scaled(a: Vec3, k: f64) -> Vec3 {
    a.map(|x| x * k)
}

/// a / |a|; None for a vector without length.
#[must_use]
pub fn unit(a: Vec3) -> Option<Vec3> {
    let n = norm(a);
    (n > 0.0 && n.is_finite()).then(|| scaled(a, 1.0 / n))
}

/// The turn b, then a.
#[must_use]
pub fn quat_multiply(a: Quat, b: Quat) -> Quat {
    [
        a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
        a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
        a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
        a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
    ]
}

/// The turn back.
#[must_use]
pub fn quat_conjugate(q: Quat) -> Quat {
    [q[0], -q[1], -q[2], -q[3]]
}

fn quat_unit(q: Quat) -> Quat {
    let n = q.iter().map(|x| x * x).sum::<f64>().sqrt();
    if n > 0.0 { q.map(|x| x / n) } else { [1.0, 0.0, 0.0, 0.0] }
}

/// A turn by `angle` about a unit axis.
#[must_use]
pub fn quat_about(axis: Vec3, angle: f64) -> Quat {
    let (s, c) = libm::sincos(0.5 * angle);
    [c, s * axis[0], s * axis[1], s * axis[2]]
}

/// A vector turned.
#[must_use]
pub fn quat_rotate(q: Quat, v: Vec3) -> Vec3 {
    // v + 2 w (u × v) + 2 u × (u × v)
    let u = [q[1], q[2], q[3]];
    let t = scaled(cross(u, v), 2.0);
    add(add(v, scaled(t, q[0])), cross(u, t))
}

/// From a rotation matrix given by columns (Shepperd's method: the largest of four is divided by).
#[must_use]
pub fn quat_from_axes(axes: &[Vec3; 3]) -> Quat {
    let m = |row: usize, column: usize| axes[column][row];
    let trace = m(0, 0) + m(1, 1) + m(2, 2);
    let four = [trace, m(0, 0), m(1, 1), m(2, 2)];
    let mut largest = 0;
    for i in 1..4 {
        if four[i] > four[largest] {
            largest = i;
        }
    }
    let q = match largest {
        0 => [1.0 + trace, m(2, 1) - m(1, 2), m(0, 2) - m(2, 0), m(1, 0) - m(0, 1)],
        1 => [m(2, 1) - m(1, 2), 1.0 + m(0, 0) - m(1, 1) - m(2, 2), m(0, 1) + m(1, 0), m(0, 2) + m(2, 0)],
        2 => [m(0, 2) - m(2, 0), m(0, 1) + m(1, 0), 1.0 + m(1, 1) - m(0, 0) - m(2, 2), m(1, 2) + m(2, 1)],
        _ => [m(1, 0) - m(0, 1), m(0, 2) + m(2, 0), m(1, 2) + m(2, 1), 1.0 + m(2, 2) - m(0, 0) - m(1, 1)],
    };
    quat_unit(q)
}

/// Rotation matrix, rows first.
#[must_use]
pub fn rows_of(q: Quat) -> [Vec3; 3] {
    let columns = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(|e| quat_rotate(q, e));
    [0, 1, 2].map(|i| [columns[0][i], columns[1][i], columns[2][i]])
}

impl Frame {
    /// The frame as a pose in its body.
    #[must_use]
    pub fn pose(&self, space: SpaceKind) -> Pose {
        match space {
            SpaceKind::Planar => Pose { position: self.point, angle: self.angle, orientation: [1.0, 0.0, 0.0, 0.0] },
            SpaceKind::Spatial => Pose { position: self.point, angle: 0.0, orientation: quat_from_axes(&self.axes) },
        }
    }
}

/// Right-handed axes with z along `axis` and x as near to `zero` as it can be; None if they do not span a frame.
#[must_use]
pub fn axes_from(axis: Vec3, zero: Option<Vec3>) -> Option<[Vec3; 3]> {
    let z = unit(axis)?;
    let x = match zero {
        Some(zero) => {
            let zero = unit(zero)?;
            let across = sub(zero, scaled(z, dot(zero, z)));
            if norm(across) < FRAME_SPAN {
                return None;
            }
            unit(across)?
        }
        None if z[2] == 1.0 => [1.0, 0.0, 0.0],
        None => {
            // the shape axis farthest from z, the first of equals
            let mut best = 0;
            for i in 1..3 {
                if z[i].abs() < z[best].abs() {
                    best = i;
                }
            }
            let mut e = [0.0; 3];
            e[best] = 1.0;
            unit(sub(e, scaled(z, dot(e, z))))?
        }
    };
    Some([x, cross(z, x), z])
}
