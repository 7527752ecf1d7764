//! Poses: where a frame stands in another.

use mainspring_definition::SpaceKind;
use mainspring_numerics::quaternion::{Quaternion, conjugate, multiply, rotate};
use mainspring_numerics::vec3::{Vec3, add, scale, unit};

/// Position and orientation in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// m
    pub position: [f64; 3],
    /// planar orientation, rad, any number of turns
    pub angle: f64,
    /// spatial orientation, unit quaternion (w, x, y, z); identity in the plane
    pub orientation: [f64; 4],
}

impl Pose {
    /// At the origin, not turned.
    pub const IDENTITY: Self = Self { position: [0.0; 3], angle: 0.0, orientation: [1.0, 0.0, 0.0, 0.0] };

    /// At `position`, not turned.
    #[must_use]
    pub const fn at(position: Vec3) -> Self {
        Self { position, ..Self::IDENTITY }
    }

    /// At another place, turned as it is.
    #[must_use]
    pub const fn moved_to(&self, position: Vec3) -> Self {
        Self { position, ..*self }
    }

    /// At the distance |`r`| from the origin in the direction in which it stands (x if it has none), turned as it is.
    #[must_use]
    pub fn at_distance(&self, r: f64) -> Self {
        self.moved_to(scale(unit(self.position).unwrap_or([1.0, 0.0, 0.0]), r.abs()))
    }

    /// In space: the angle of its turn about z, its other turns taken off.
    #[must_use]
    pub fn angle_about_z(&self) -> f64 {
        2.0 * libm::atan2(self.orientation[3], self.orientation[0])
    }

    /// A vector of this frame in world axes.
    #[must_use]
    pub fn rotate(&self, space: SpaceKind, v: Vec3) -> Vec3 {
        match space {
            SpaceKind::Planar => turn(v, self.angle),
            SpaceKind::Spatial => rotate(self.orientation, v),
        }
    }

    /// A point of this frame in the world.
    #[must_use]
    pub fn apply(&self, space: SpaceKind, p: Vec3) -> Vec3 {
        add(self.position, self.rotate(space, p))
    }

    /// The pose `inner`, given in this frame, in the world.
    #[must_use]
    pub fn then(&self, space: SpaceKind, inner: &Self) -> Self {
        Self {
            position: self.apply(space, inner.position),
            angle: self.angle + inner.angle,
            orientation: match space {
                SpaceKind::Planar => [1.0, 0.0, 0.0, 0.0],
                SpaceKind::Spatial => unit_quaternion(multiply(self.orientation, inner.orientation)),
            },
        }
    }

    /// The world in this frame.
    #[must_use]
    pub fn inverse(&self, space: SpaceKind) -> Self {
        let back = Self { position: [0.0; 3], angle: -self.angle, orientation: conjugate(self.orientation) };
        Self { position: scale(back.rotate(space, self.position), -1.0), ..back }
    }
}

/// Turned counter-clockwise in the plane.
fn turn(v: Vec3, angle: f64) -> Vec3 {
    let (s, c) = libm::sincos(angle);
    [c * v[0] - s * v[1], s * v[0] + c * v[1], v[2]]
}

/// Of length one; the identity where there is no length.
fn unit_quaternion(q: Quaternion) -> Quaternion {
    let n = q.iter().map(|x| x * x).sum::<f64>().sqrt();
    if n > 0.0 { q.map(|x| x / n) } else { [1.0, 0.0, 0.0, 0.0] }
}
