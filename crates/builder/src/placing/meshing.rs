//! Toothed wheels whose axes point against each other.

use crate::placing::poses::marker_pose;
use crate::results::joints::Joints;
use crate::results::parts::Parts;
use crate::tolerances::PARALLEL_AXES;
use mainspring_definition::SpaceKind;
use mainspring_model::rigid::{dot, quat_rotate};
use mainspring_model::{Coordinate, Gear, JointKind, Pose};

/// Turns the sense of gears with `teeth` where the axes of the two joints point against each other: angles are counted about each
/// joint's own axis, and teeth say how the wheels turn beside each other. Axles stand still beside each other, so it is told from
/// how they are placed.
pub fn mesh_as_placed(space: SpaceKind, parts: &Parts, joints: &mut Joints, frames: &[Option<Pose>]) {
    if space == SpaceKind::Planar {
        return;
    }
    for j in std::mem::take(&mut joints.toothed) {
        let JointKind::Gear(gear) = joints.list[j].kind else { continue };
        let axis = |c: Coordinate| {
            let joint = &joints.list[c.joint];
            // its second angle is about an axis that its first one turns
            let first = !matches!(joint.kind, JointKind::Universal(_)) || c.index == 0;
            let pose = marker_pose(space, parts, frames, &joint.a).filter(|_| first)?;
            Some(quat_rotate(pose.orientation, [0.0, 0.0, 1.0]))
        };
        let (Some(one), Some(two)) = (axis(gear.first), axis(gear.second)) else { continue };
        if dot(one, two) < PARALLEL_AXES - 1.0 {
            let [first, second] = gear.carrier;
            let carrier = [first.map(|(c, factor)| (c, -factor)), second];
            joints.list[j].kind = JointKind::Gear(Gear { ratio: -gear.ratio, carrier, ..gear });
        }
    }
}
