//! Models made by hand, a deterministic generator and a little algebra of its own: nothing here comes from the crate
//! under test.
#![allow(dead_code, reason = "each test binary uses its own part of this")]

use mainspring_definition::{Dimension, SpaceKind, Span};
use mainspring_joints::Revolute;
use mainspring_model::{
    Body, BodyKind, Channel, Coordinate, Drive, DriveKind, Force, Frame, Joint, JointKind, Marker, Model, NodeId, Pose,
    Probe, Programs, RunSettings, Spring, SpringKind, Start,
};

pub type V3 = [f64; 3];
pub type M3 = [[f64; 3]; 3];

/// Splitmix64: the same numbers everywhere.
pub struct Dice(pub u64);

impl Dice {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * ((self.next() >> 11) as f64 / (1_u64 << 53) as f64)
    }

    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    pub fn chance(&mut self, p: f64) -> bool {
        self.between(0.0, 1.0) < p
    }

    pub fn vector(&mut self, size: f64) -> V3 {
        [self.between(-size, size), self.between(-size, size), self.between(-size, size)]
    }

    pub fn flat(&mut self, size: f64) -> V3 {
        [self.between(-size, size), self.between(-size, size), 0.0]
    }

    pub fn quaternion(&mut self) -> [f64; 4] {
        loop {
            let q = [0; 4].map(|_| self.between(-1.0, 1.0));
            let n = q.iter().map(|x| x * x).sum::<f64>().sqrt();
            if n > 0.1 && n <= 1.0 {
                return q.map(|x| x / n);
            }
        }
    }

    /// Symmetric positive definite with the triangle inequality of a real body.
    pub fn inertia(&mut self) -> M3 {
        let r = rotation(self.quaternion());
        let s = [0; 3].map(|_| self.between(0.2, 1.5));
        let d = [s[1] + s[2], s[0] + s[2], s[0] + s[1]];
        let mut out = [[0.0; 3]; 3];
        for i in 0..3 {
            for j in 0..3 {
                out[i][j] = (0..3).map(|k| r[i][k] * d[k] * r[j][k]).sum();
            }
        }
        out
    }
}

pub fn plus(a: V3, b: V3) -> V3 {
    std::array::from_fn(|i| a[i] + b[i])
}

pub fn minus(a: V3, b: V3) -> V3 {
    std::array::from_fn(|i| a[i] - b[i])
}

pub fn times(a: V3, k: f64) -> V3 {
    a.map(|x| k * x)
}

pub fn inner(a: V3, b: V3) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub fn outer(a: V3, b: V3) -> V3 {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

pub fn size(a: V3) -> f64 {
    inner(a, a).sqrt()
}

pub fn apply(m: &M3, a: V3) -> V3 {
    std::array::from_fn(|i| inner(m[i], a))
}

pub fn transpose(m: &M3) -> M3 {
    std::array::from_fn(|i| std::array::from_fn(|j| m[j][i]))
}

pub fn product(a: &M3, b: &M3) -> M3 {
    std::array::from_fn(|i| std::array::from_fn(|j| (0..3).map(|k| a[i][k] * b[k][j]).sum()))
}

/// Rotation about an axis through the origin (Rodrigues).
pub fn about(axis: V3, angle: f64) -> M3 {
    let n = size(axis);
    if n == 0.0 || angle == 0.0 {
        return [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    }
    let u = times(axis, 1.0 / n);
    let (s, c) = (libm::sin(angle), libm::cos(angle));
    let cross = [[0.0, -u[2], u[1]], [u[2], 0.0, -u[0]], [-u[1], u[0], 0.0]];
    std::array::from_fn(|i| {
        std::array::from_fn(|j| {
            let one = if i == j { 1.0 } else { 0.0 };
            c * one + s * cross[i][j] + (1.0 - c) * u[i] * u[j]
        })
    })
}

/// Rotation matrix of a unit quaternion (w, x, y, z).
pub fn rotation(q: [f64; 4]) -> M3 {
    let [w, x, y, z] = q;
    [
        [w * w + x * x - y * y - z * z, 2.0 * (x * y - w * z), 2.0 * (x * z + w * y)],
        [2.0 * (x * y + w * z), w * w - x * x + y * y - z * z, 2.0 * (y * z - w * x)],
        [2.0 * (x * z - w * y), 2.0 * (y * z + w * x), w * w - x * x - y * y + z * z],
    ]
}

/// Unit quaternion of a rotation matrix (Shepperd: the largest component first).
pub fn quaternion_of(r: &M3) -> [f64; 4] {
    let trace = r[0][0] + r[1][1] + r[2][2];
    let squares = [trace, r[0][0], r[1][1], r[2][2]];
    let mut k = 0;
    for i in 1..4 {
        if squares[i] > squares[k] {
            k = i;
        }
    }
    let mut q = match k {
        0 => [1.0 + trace, r[2][1] - r[1][2], r[0][2] - r[2][0], r[1][0] - r[0][1]],
        1 => [r[2][1] - r[1][2], 1.0 + r[0][0] - r[1][1] - r[2][2], r[0][1] + r[1][0], r[0][2] + r[2][0]],
        2 => [r[0][2] - r[2][0], r[0][1] + r[1][0], 1.0 - r[0][0] + r[1][1] - r[2][2], r[1][2] + r[2][1]],
        _ => [r[1][0] - r[0][1], r[0][2] + r[2][0], r[1][2] + r[2][1], 1.0 - r[0][0] - r[1][1] + r[2][2]],
    };
    let n = q.iter().map(|x| x * x).sum::<f64>().sqrt();
    q.iter_mut().for_each(|x| *x /= n);
    q
}

pub fn frame(rng: &mut Dice, planar: bool, reach: f64) -> Frame {
    if planar {
        Frame { angle: rng.between(-3.0, 3.0), ..Frame::at(rng.flat(reach)) }
    } else {
        let r = rotation(rng.quaternion());
        Frame { point: rng.vector(reach), angle: 0.0, axes: transpose(&r) }
    }
}

pub fn body(path: &str, kind: BodyKind, mass: f64, inertia: M3, pose: Pose) -> Body {
    Body {
        path: path.to_owned(),
        span: Span::NOWHERE,
        kind,
        mass,
        inertia,
        shape: None,
        center: [0.0; 3],
        points: vec![],
        pose,
        velocity: [0.0; 3],
        spin: [0.0; 3],
        present: true,
        drag: None,
    }
}

/// A planar rigid body.
pub fn plate(path: &str, mass: f64, inertia: f64, position: [f64; 2], angle: f64) -> Body {
    let tensor = [[0.0; 3], [0.0; 3], [0.0, 0.0, inertia]];
    body(
        path,
        BodyKind::Rigid,
        mass,
        tensor,
        Pose { position: [position[0], position[1], 0.0], angle, ..Pose::IDENTITY },
    )
}

/// A spatial rigid body with principal inertias.
pub fn solid(path: &str, mass: f64, inertia: V3, position: V3, orientation: [f64; 4]) -> Body {
    let tensor = [[inertia[0], 0.0, 0.0], [0.0, inertia[1], 0.0], [0.0, 0.0, inertia[2]]];
    body(path, BodyKind::Rigid, mass, tensor, Pose { position, angle: 0.0, orientation })
}

/// A point mass.
pub fn bead(path: &str, mass: f64, position: V3) -> Body {
    body(path, BodyKind::Point, mass, [[0.0; 3]; 3], Pose { position, ..Pose::IDENTITY })
}

pub fn on(body: usize, point: V3) -> Marker {
    Marker { body: Some(body), frame: Frame::at(point) }
}

pub fn ground(point: V3) -> Marker {
    Marker { body: None, frame: Frame::at(point) }
}

pub fn joint(path: &str, kind: JointKind, a: Marker, b: Marker) -> Joint {
    Joint {
        path: path.to_owned(),
        span: Span::NOWHERE,
        kind,
        a,
        b,
        attached: true,
        compliant: None,
        limits: None,
        stop: None,
        friction: None,
        backlash: None,
    }
}

pub fn spring(path: &str, kind: SpringKind, stiffness: f64, damping: f64, rest: f64) -> Spring {
    Spring { path: path.to_owned(), span: Span::NOWHERE, kind, stiffness, damping, rest, effort: None, attached: true }
}

pub fn force(path: &str, body: usize, point: V3, value: [NodeId; 3]) -> Force {
    Force { path: path.to_owned(), span: Span::NOWHERE, body, point, value, torque: false, along: None }
}

pub fn drive(path: &str, joint: usize, index: usize, kind: DriveKind, value: NodeId) -> Drive {
    Drive {
        path: path.to_owned(),
        span: Span::NOWHERE,
        coordinate: Coordinate { joint, index },
        kind,
        value,
        limit: None,
    }
}

pub fn start(joint: usize, value: Option<f64>, rate: Option<f64>) -> Start {
    Start { coordinate: Coordinate { joint, index: 0 }, span: Span::NOWHERE, value, rate, exact: true }
}

pub fn channel(name: &str, node: NodeId) -> Channel {
    Channel { name: name.to_owned(), dimension: Dimension::NONE, angle: false, nodes: vec![node] }
}

/// Nothing in it, no gravity.
pub fn empty(space: SpaceKind) -> Model {
    Model {
        name: "made by hand".to_owned(),
        space,
        gravity: [0.0; 3],
        bodies: vec![],
        joints: vec![],
        springs: vec![],
        forces: vec![],
        drives: vec![],
        starts: vec![],
        constraints: vec![],
        switches: vec![],
        obstacles: vec![],
        contacts: mainspring_model::Contacts::default(),
        sweep: None,
        fields: mainspring_model::Fields::default(),
        programs: Programs::default(),
        channels: vec![],
        plots: vec![],
        probes: vec![],
        run: RunSettings::default(),
        notes: vec![],
    }
}

/// Records a measured quantity under a name.
pub fn record(model: &mut Model, name: &str, probe: Probe) {
    let node = model.programs.probe(probe);
    model.channels.push(channel(name, node));
}

/// A hanging chain of n unit rods, each hinged at its upper end, thrown a little out of line.
pub fn chain(space: SpaceKind, n: usize) -> Model {
    let mut model = empty(space);
    model.gravity = [0.0, -9.81, 0.0];
    let (mut x, mut y) = (0.0, 0.0);
    for i in 0..n {
        let angle = -1.0 + 0.3 * libm::sin(i as f64);
        let (s, c) = libm::sincos(angle);
        let at = [x + 0.5 * c, y + 0.5 * s];
        (x, y) = (x + c, y + s);
        let path = format!("link[{i}]");
        model.bodies.push(match space {
            SpaceKind::Planar => plate(&path, 1.0, 1.0 / 12.0, at, angle),
            SpaceKind::Spatial => {
                let q = [libm::cos(0.5 * angle), 0.0, 0.0, libm::sin(0.5 * angle)];
                solid(&path, 1.0, [0.01, 1.0 / 12.0, 1.0 / 12.0], [at[0], at[1], 0.0], q)
            }
        });
        let a = if i == 0 { ground([0.0; 3]) } else { on(i - 1, [0.5, 0.0, 0.0]) };
        model.joints.push(joint(&format!("hinge[{i}]"), JointKind::Revolute(Revolute), a, on(i, [-0.5, 0.0, 0.0])));
    }
    model
}

/// Solves a dense system by Gaussian elimination with full row pivoting; None if singular.
pub fn dense_solve(a: &[Vec<f64>], b: &[f64]) -> Option<Vec<f64>> {
    let n = b.len();
    let mut m: Vec<Vec<f64>> = a.iter().zip(b).map(|(r, x)| r.iter().copied().chain([*x]).collect()).collect();
    for k in 0..n {
        let p = (k..n).max_by(|&i, &j| m[i][k].abs().total_cmp(&m[j][k].abs()))?;
        if m[p][k] == 0.0 {
            return None;
        }
        m.swap(k, p);
        for i in k + 1..n {
            let l = m[i][k] / m[k][k];
            if l != 0.0 {
                for j in k..=n {
                    m[i][j] -= l * m[k][j];
                }
            }
        }
    }
    let mut x = vec![0.0; n];
    for i in (0..n).rev() {
        let s: f64 = (i + 1..n).map(|j| m[i][j] * x[j]).sum();
        x[i] = (m[i][n] - s) / m[i][i];
    }
    Some(x)
}

/// Sizes of the pivots of a QR with column pivoting of the rows given: as many large ones as the rank.
pub fn pivot_sizes(rows: &[Vec<f64>]) -> Vec<f64> {
    let mut left: Vec<Vec<f64>> = rows.to_vec();
    let mut sizes = Vec::new();
    while !left.is_empty() {
        let norm = |r: &Vec<f64>| r.iter().map(|x| x * x).sum::<f64>().sqrt();
        let k = (0..left.len()).max_by(|&i, &j| norm(&left[i]).total_cmp(&norm(&left[j]))).unwrap_or(0);
        let row = left.swap_remove(k);
        let n = norm(&row);
        sizes.push(n);
        if n > 0.0 {
            let unit: Vec<f64> = row.iter().map(|x| x / n).collect();
            // twice: once is not orthogonal enough
            for _ in 0..2 {
                for other in &mut left {
                    let d: f64 = other.iter().zip(&unit).map(|(a, b)| a * b).sum();
                    other.iter_mut().zip(&unit).for_each(|(a, b)| *a -= d * b);
                }
            }
        }
    }
    sizes
}
