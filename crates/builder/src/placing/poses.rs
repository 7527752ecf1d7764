//! From the frames of places to the poses of bodies and markers.

use crate::results::parts::Parts;
use mainspring_definition::SpaceKind;
use mainspring_model::{BodyId, Marker, Pose};

/// World pose of a marker; None while its body is not placed.
pub fn marker_pose(space: SpaceKind, parts: &Parts, frames: &[Option<Pose>], marker: &Marker) -> Option<Pose> {
    let frame = marker.frame.pose(space);
    match marker.body {
        None => Some(frame),
        Some(b) => Some(body_pose(space, parts, frames, b)?.then(space, &frame)),
    }
}

/// World pose of a body frame: the shape's frame moved to the centre of mass.
pub fn body_pose(space: SpaceKind, parts: &Parts, frames: &[Option<Pose>], body: BodyId) -> Option<Pose> {
    let frame = frames[parts.info[body].place]?;
    Some(Pose { position: frame.apply(space, parts.bodies[body].center), ..frame })
}
