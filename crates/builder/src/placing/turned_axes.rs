//! Axes of joints that are given in the axes of a part which other joints have turned.

use crate::context::findings::Findings;
use crate::results::joints::Joints;
use crate::results::parts::Parts;
use crate::tolerances::MOVED;
use mainspring_definition::{Diagnostic, SpaceKind};
use mainspring_model::Pose;
use mainspring_model::rigid::{norm, quat_rotate, sub};

/// A note where `axis = …` of a joint is meant in axes that a joint has turned: a part without `at` stands as its joint puts it,
/// and `axis = …` written in `ground(…)` turns it there.
pub fn note_turned_axes(
    findings: &mut Findings,
    space: SpaceKind,
    parts: &Parts,
    joints: &Joints,
    frames: &[Option<Pose>],
) {
    if space == SpaceKind::Planar {
        return;
    }
    for &(j, span) in &joints.aimed {
        let joint = &joints.list[j];
        let Some(body) = joint.a.body else { continue };
        let id = parts.info[body].place;
        let place = &parts.places[id];
        let (None, None, Some(pose)) = (place.parent, &place.local, frames[id]) else { continue };
        let axis = joint.a.frame.axes[2];
        let world = quat_rotate(pose.orientation, axis);
        if norm(sub(world, axis)) <= MOVED {
            continue;
        }
        let turns = joints.list.iter().enumerate().find(|(k, other)| *k != j && other.b.body == Some(body));
        let by = turns.map_or_else(|| "joints have".to_owned(), |(_, other)| format!("joint `{}` has", other.path));
        // zeros with a sign, and digits that are rounding, say nothing
        let [x, y, z] = world.map(|c| (c * 1000.0).round() / 1000.0 + 0.0);
        let message = format!(
            "`axis` of `{}` is in the axes of `{}`, which {by} turned: in the world it is ({x}, {y}, {z})",
            joint.path, place.path
        );
        findings.report(Diagnostic::note("N0620", span, message).help(format!(
            "give `{}` an orientation with `at … turned`, or give the axis that turns it on the joint, \
             `revolute(ground (…), {}, axis = …)`: then the part stays as drawn",
            place.path, place.path
        )));
    }
}
