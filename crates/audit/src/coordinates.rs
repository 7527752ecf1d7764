//! Coordinates of joints and their rates, read from the poses and velocities of two markers.

use crate::places::{Parts, inner_pose, marker_pose};
use mainspring_definition::SpaceKind;
use mainspring_model::{Joint, JointKind, Marker, Pose};
use mainspring_numerics::vec3::{Vec3, add, cross, dot, sub};
use mainspring_overlap::Place;

/// A joint with its markers as poses in their bodies.
pub struct MarkedJoint {
    pub kind: JointKind,
    pub markers: [Marker; 2],
    pub inner: [Pose; 2],
    /// in the plane: cosine and sine of the markers' angles in their bodies
    directions: [[f64; 2]; 2],
}

impl MarkedJoint {
    pub fn new(space: SpaceKind, joint: &Joint) -> Self {
        let markers = [joint.a, joint.b];
        let inner = [inner_pose(space, &joint.a.frame), inner_pose(space, &joint.b.frame)];
        let directions = inner.map(|pose| {
            let (s, c) = libm::sincos(pose.angle);
            [c, s]
        });
        Self { kind: joint.kind, markers, inner, directions }
    }

    /// Both markers in the world.
    pub fn in_world(&self, space: SpaceKind, poses: &[Pose]) -> [Pose; 2] {
        let at = |i: usize| marker_pose(space, &self.markers[i], &self.inner[i], poses);
        [at(0), at(1)]
    }

    /// The second marker in the first.
    pub fn relative(&self, space: SpaceKind, parts: Parts<'_>) -> Pose {
        match space {
            SpaceKind::Planar => {
                // as below, with the sines and cosines of the places
                let (first, direction, angle) = self.in_plane(0, parts);
                let (second, _, other) = self.in_plane(1, parts);
                let [dx, dy] = [second[0] - first[0], second[1] - first[1]];
                let [c, s] = direction;
                Pose { angle: other - angle, ..Pose::at([c * dx + s * dy, c * dy - s * dx, 0.0]) }
            }
            SpaceKind::Spatial => {
                let [a, b] = self.in_world(space, parts.poses);
                a.inverse(space).then(space, &b)
            }
        }
    }

    /// A marker in the plane: where it is, cosine and sine of its angle, and the angle with all its turns.
    #[inline]
    fn in_plane(&self, i: usize, parts: Parts<'_>) -> ([f64; 2], [f64; 2], f64) {
        let (inner, [ci, si]) = (&self.inner[i], self.directions[i]);
        let [x, y, _] = inner.position;
        let Some(body) = self.markers[i].body else { return ([x, y], [ci, si], inner.angle) };
        let Place { position, rotation } = &parts.places[body];
        let (c, s) = (rotation[0][0], rotation[1][0]);
        let point = [position[0] + c * x - s * y, position[1] + s * x + c * y];
        (point, [c * ci - s * si, s * ci + c * si], parts.poses[body].angle + inner.angle)
    }

    /// Coordinate `index`, rad or m; None where a joint of this kind has none that can be read from its pose.
    pub fn coordinate(&self, space: SpaceKind, now: &Pose, index: usize) -> Option<f64> {
        let angles = self.kind.coordinates();
        let angle = *angles.get(index)?;
        Some(match (space, angle) {
            (SpaceKind::Planar, true) => now.angle,
            (SpaceKind::Planar, false) => now.position[0],
            (SpaceKind::Spatial, false) => now.position[2],
            // two angles are not turns about one axis
            (SpaceKind::Spatial, true) if angles == [true, true] => return None,
            (SpaceKind::Spatial, true) => now.angle_about_z(),
        })
    }

    /// The rate of coordinate `index`, and the fastest motion it is a difference of; rad/s or m/s.
    pub fn rate(&self, space: SpaceKind, poses: &[Pose], velocities: &[[Vec3; 2]], index: usize) -> Option<(f64, f64)> {
        let angles = self.kind.coordinates();
        let angle = *angles.get(index)?;
        if space == SpaceKind::Spatial && angles == [true, true] {
            return None;
        }
        let [a, b] = self.in_world(space, poses);
        let axis = match (space, angle) {
            (SpaceKind::Planar, true) => [0.0, 0.0, 1.0],
            (SpaceKind::Planar, false) => a.rotate(space, [1.0, 0.0, 0.0]),
            (SpaceKind::Spatial, _) => a.rotate(space, [0.0, 0.0, 1.0]),
        };
        let motion = |i: usize, at: &Pose| match self.markers[i].body {
            Some(body) => {
                let [velocity, spin] = velocities[body];
                [add(velocity, cross(spin, sub(at.position, poses[body].position))), spin]
            }
            None => [[0.0; 3]; 2],
        };
        let ([first, turn], [second, spin]) = (motion(0, &a), motion(1, &b));
        let size = |v: Vec3| dot(v, v).sqrt();
        Some(if angle {
            (dot(axis, sub(spin, turn)), size(spin).max(size(turn)))
        } else {
            // seen from the first part, which turns
            let carried = cross(turn, sub(b.position, a.position));
            (dot(axis, sub(sub(second, first), carried)), size(second).max(size(first)).max(size(carried)))
        })
    }
}

/// An angle brought to within half a turn of zero.
pub fn wrapped(angle: f64) -> f64 {
    angle - std::f64::consts::TAU * (angle / std::f64::consts::TAU).round()
}
