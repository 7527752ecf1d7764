//! Poses as places of shapes, and poses of markers.

use mainspring_definition::SpaceKind;
use mainspring_model::{Frame, Marker, Pose};
use mainspring_numerics::quaternion::to_matrix;
use mainspring_overlap::Place;

/// Where all bodies are, with and without what places of shapes need.
#[derive(Clone, Copy)]
pub struct Parts<'a> {
    pub poses: &'a [Pose],
    pub places: &'a [Place],
}

/// Where a shape stands.
pub fn place(space: SpaceKind, pose: &Pose) -> Place {
    let rotation = match space {
        SpaceKind::Planar => {
            let (s, c) = libm::sincos(pose.angle);
            [[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]]
        }
        SpaceKind::Spatial => to_matrix(pose.orientation),
    };
    Place { position: pose.position, rotation }
}

/// Where a marker stands in the world.
pub fn marker_pose(space: SpaceKind, marker: &Marker, inner: &Pose, poses: &[Pose]) -> Pose {
    match marker.body {
        Some(body) => poses[body].then(space, inner),
        None => *inner,
    }
}

/// A marker's frame as a pose in its body.
pub fn inner_pose(space: SpaceKind, frame: &Frame) -> Pose {
    frame.pose(space)
}
