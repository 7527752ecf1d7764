//! Axes of joints that are given in the axes of a part which other joints have turned.

use crate::context::findings::Findings;
use crate::results::joints::Joints;
use crate::results::parts::Parts;
use crate::tolerances::MOVED;
use mainspring_definition::{Diagnostic, SpaceKind};
use mainspring_model::rigid::{norm, quat_rotate, sub};
use mainspring_model::{BodyId, JointId, Pose};
use std::collections::{BTreeMap, BTreeSet};

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
    // joints by the part that hangs on them
    let mut hang: BTreeMap<BodyId, Vec<JointId>> = BTreeMap::new();
    for (k, joint) in joints.list.iter().enumerate() {
        if let Some(body) = joint.b.body {
            hang.entry(body).or_default().push(k);
        }
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
        // turned by the angle of a joint it is meant to be: the axes of a part go with it
        let Some(by) = tilts(joints, &hang, j, body) else { continue };
        // zeros with a sign, and digits that are rounding, say nothing
        let [x, y, z] = world.map(|c| (c * 1000.0).round() / 1000.0 + 0.0);
        let message = format!(
            "`axis` of `{}` is in the axes of `{}`, which joint `{by}` has turned: in the world it is ({x}, {y}, {z})",
            joint.path, place.path
        );
        findings.report(Diagnostic::note("N0620", span, message).help(format!(
            "give `{}` an orientation with `at … turned`, or give the axis that turns it on the joint, \
             `revolute(ground (…), {}, axis = …)`: then the part stays as drawn",
            place.path, place.path
        )));
    }
}

/// The joint that turns a part, or what the part hangs on, because its two sides have different axes.
fn tilts<'j>(
    joints: &'j Joints,
    hang: &BTreeMap<BodyId, Vec<JointId>>,
    aimed: JointId,
    body: BodyId,
) -> Option<&'j str> {
    let (mut at, mut seen) = (Some(body), BTreeSet::new());
    while let Some(here) = at.filter(|b| seen.insert(*b)) {
        let joint = &joints.list[*hang.get(&here)?.iter().find(|k| **k != aimed)?];
        if norm(sub(joint.a.frame.axes[2], joint.b.frame.axes[2])) > MOVED {
            return Some(&joint.path);
        }
        at = joint.a.body;
    }
    None
}
