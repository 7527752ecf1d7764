//! Whole turns of joints in loops, in the plane.
//!
//! Bodies there count their turns, and the angle of a joint is the difference of two of them: along a loop whose angles add up to
//! a turn, a joint that closes it would begin a turn from what the scene says of it. Its marker is counted on by that turn.

use crate::system::mechanism::Mechanism;
use mainspring_definition::SpaceKind;
use mainspring_model::{BodyId, BodyKind, DriveKind, Joint, JointKind, Marker, Model};
use std::collections::BTreeMap;
use std::f64::consts::TAU;
use std::sync::Arc;

/// The model with angles of joints in loops in the turn that is meant; None where they are.
pub fn in_the_turn_meant(model: &Arc<Model>, starting: &mut Mechanism) -> Option<Arc<Model>> {
    if model.space != SpaceKind::Planar {
        return None;
    }
    starting.bodies.drive_motion(0.0);
    let angle = |m: &Marker| m.frame.angle + m.body.map_or(0.0, |b| model.bodies[b].pose.angle);
    let said = said(model, starting);
    let off = |(j, joint): (usize, &Joint)| {
        let index = joint.kind.coordinates().iter().position(|turns| *turns);
        let stands = angle(&joint.b) - angle(&joint.a);
        let meant = match (index, &joint.kind) {
            (Some(_), _) => said.get(&j).copied().or_else(|| between_stops(joint, stands))?,
            (None, JointKind::Prismatic(_) | JointKind::Weld(_)) => 0.0,
            _ => return None,
        };
        let turns = ((meant - stands) / TAU).round();
        (turns != 0.0 && turns.is_finite()).then_some((j, turns))
    };
    let off: Vec<(usize, f64)> = model.joints.iter().enumerate().filter(|(_, j)| j.attached).filter_map(off).collect();
    let in_loops: Vec<(usize, f64)> = off.into_iter().filter(|&(j, _)| closes_a_loop(model, j)).collect();
    if in_loops.is_empty() {
        return None;
    }
    let mut counted = Model::clone(model);
    for (j, turns) in in_loops {
        counted.joints[j].b.frame.angle += TAU * turns;
    }
    Some(Arc::new(counted))
}

/// What lines say of the angles of joints: starts, or else drives, or else guesses.
fn said(model: &Model, starting: &Mechanism) -> BTreeMap<usize, f64> {
    let turns = |c: mainspring_model::Coordinate| model.joints[c.joint].kind.coordinates()[c.index];
    let guesses = model.starts.iter().filter(|s| !s.exact && turns(s.coordinate));
    let mut said: BTreeMap<usize, f64> = guesses.filter_map(|s| Some((s.coordinate.joint, s.value?))).collect();
    for (d, drive) in model.drives.iter().enumerate() {
        if drive.kind == DriveKind::Position && turns(drive.coordinate) {
            said.insert(drive.coordinate.joint, starting.bodies.motion[d].value);
        }
    }
    let starts = model.starts.iter().filter(|s| s.exact && turns(s.coordinate));
    said.extend(starts.filter_map(|s| Some((s.coordinate.joint, s.value?))));
    said
}

/// The middle between the stops of a joint that stands beyond one.
fn between_stops(joint: &Joint, stands: f64) -> Option<f64> {
    let [low, high] = joint.limits.filter(|_| joint.kind.coordinates().first() == Some(&true))?;
    (stands < low || stands > high).then_some(0.5 * (low + high))
}

/// Whether the two sides of a joint hang together without it.
fn closes_a_loop(model: &Model, joint: usize) -> bool {
    let node = |m: &Marker| m.body.filter(|&b| model.bodies[b].kind != BodyKind::Fixed).map_or(0, |b: BodyId| b + 1);
    let mut next: Vec<Vec<usize>> = vec![Vec::new(); model.bodies.len() + 1];
    for (j, other) in model.joints.iter().enumerate() {
        if j != joint && other.attached && other.kind.coupling().is_none() {
            let (a, b) = (node(&other.a), node(&other.b));
            next[a].push(b);
            next[b].push(a);
        }
    }
    let mut seen = vec![false; next.len()];
    let mut open = vec![node(&model.joints[joint].a)];
    while let Some(at) = open.pop() {
        if !std::mem::replace(&mut seen[at], true) {
            open.extend(&next[at]);
        }
    }
    seen[node(&model.joints[joint].b)]
}
