//! Rigid motions of the campaign's own: poses, twists, and a little linear algebra.

pub type V3 = [f64; 3];

pub fn add(a: V3, b: V3) -> V3 {
    std::array::from_fn(|i| a[i] + b[i])
}

pub fn sub(a: V3, b: V3) -> V3 {
    std::array::from_fn(|i| a[i] - b[i])
}

pub fn scale(a: V3, s: f64) -> V3 {
    a.map(|x| x * s)
}

pub fn dot(a: V3, b: V3) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub fn cross(a: V3, b: V3) -> V3 {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

pub fn norm(a: V3) -> f64 {
    dot(a, a).sqrt()
}

/// A place and three axes.
#[derive(Clone, Copy, Debug)]
pub struct Pose {
    pub at: V3,
    /// x, y and z in the world
    pub axes: [V3; 3],
}

impl Pose {
    pub const ORIGIN: Self = Self { at: [0.0; 3], axes: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]] };

    /// Moved by `travel` and turned by `angle` about z.
    pub fn turned(at: V3, angle: f64) -> Self {
        let (s, c) = (libm::sin(angle), libm::cos(angle));
        Self { at, axes: [[c, s, 0.0], [-s, c, 0.0], [0.0, 0.0, 1.0]] }
    }

    pub fn out(&self, v: V3) -> V3 {
        let [x, y, z] = self.axes;
        add(add(scale(x, v[0]), scale(y, v[1])), scale(z, v[2]))
    }

    pub fn within(&self, v: V3) -> V3 {
        self.axes.map(|axis| dot(axis, v))
    }

    pub fn then(&self, next: &Self) -> Self {
        Self { at: add(self.at, self.out(next.at)), axes: next.axes.map(|axis| self.out(axis)) }
    }

    pub fn inverse(&self) -> Self {
        let columns = std::array::from_fn(|i| self.axes.map(|axis| axis[i]));
        Self { at: scale(self.within(self.at), -1.0), axes: columns }
    }
}

/// How something moves: the velocity of a point that goes with it at the origin of its pose, and its spin.
#[derive(Clone, Copy, Debug, Default)]
pub struct Twist {
    pub v: V3,
    pub w: V3,
}

impl Twist {
    /// Of a point that goes with it, `arm` away.
    pub fn at(&self, arm: V3) -> V3 {
        add(self.v, cross(self.w, arm))
    }
}

/// Rows made orthogonal and of length one; None if some are nearly, but not quite, dependent.
pub fn orthonormal(rows: &[Vec<f64>]) -> Option<Vec<Vec<f64>>> {
    orthonormal_by(rows, 3e-2)
}

/// The same, where less than this share of a row that is beside the others is nearly dependent.
pub fn orthonormal_by(rows: &[Vec<f64>], least: f64) -> Option<Vec<Vec<f64>>> {
    let mut basis: Vec<Vec<f64>> = Vec::new();
    for row in rows {
        let whole = length(row);
        let mut rest = row.clone();
        for _ in 0..2 {
            take_out(&basis, &mut rest);
        }
        let left = length(&rest);
        if left <= 1e-9 * whole.max(1e-3) {
            continue;
        }
        if left < least * whole {
            return None;
        }
        rest.iter_mut().for_each(|x| *x /= left);
        basis.push(rest);
    }
    Some(basis)
}

/// What of a vector is orthogonal to a basis.
pub fn take_out(basis: &[Vec<f64>], vector: &mut [f64]) {
    for b in basis {
        let along: f64 = b.iter().zip(vector.iter()).map(|(x, y)| x * y).sum();
        vector.iter_mut().zip(b).for_each(|(x, y)| *x -= along * y);
    }
}

pub fn length(v: &[f64]) -> f64 {
    v.iter().map(|x| x * x).sum::<f64>().sqrt()
}
