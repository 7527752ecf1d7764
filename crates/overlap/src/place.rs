//! Where a body stands.

use mainspring_numerics::vec3::{add, dot};

/// Where a body stands: a point p of its frame is at `position + rotation p`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    /// where the body's origin is, m
    pub position: [f64; 3],
    /// rows of the rotation; in the plane a turn about z
    pub rotation: [[f64; 3]; 3],
}

impl Place {
    /// At the origin, not turned.
    pub const REST: Self = Self { position: [0.0; 3], rotation: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]] };

    /// In the plane: at `position`, turned counter-clockwise by `angle` (rad).
    #[must_use]
    pub fn planar(position: [f64; 2], angle: f64) -> Self {
        let (s, c) = libm::sincos(angle);
        Self { position: [position[0], position[1], 0.0], rotation: [[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]] }
    }

    /// A direction of the frame, in the world.
    #[inline]
    pub(crate) fn turned(&self, v: [f64; 3]) -> [f64; 3] {
        self.rotation.map(|row| dot(row, v))
    }

    /// A direction of the world, in the frame.
    #[inline]
    pub(crate) fn turned_back(&self, v: [f64; 3]) -> [f64; 3] {
        let r = &self.rotation;
        [0, 1, 2].map(|j| r[0][j] * v[0] + r[1][j] * v[1] + r[2][j] * v[2])
    }

    /// A point of the frame, in the world.
    #[inline]
    pub(crate) fn point(&self, p: [f64; 3]) -> [f64; 3] {
        add(self.position, self.turned(p))
    }

    /// A frame given in this one, in the world.
    pub(crate) fn then(&self, inner: &Self) -> Self {
        let r = &inner.rotation;
        let rotation =
            self.rotation.map(|row| [0, 1, 2].map(|j| row[0] * r[0][j] + row[1] * r[1][j] + row[2] * r[2][j]));
        Self { position: self.point(inner.position), rotation }
    }
}
