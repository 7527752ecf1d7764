//! Joints that hold, stops that stop, gears that mesh.

use crate::coordinates::{MarkedJoint, wrapped};
use crate::doubts::{Excess, Measure, exceeds, note};
use crate::look::Look;
use crate::places::Parts;
use crate::tolerances::{JOINT_OPEN, ROUNDING, STEPPED_OVERLAP};
use mainspring_definition::SpaceKind;
use mainspring_model::{ContactMethod, Coordinate, Model, Pose, SwitchTarget};
use mainspring_numerics::quaternion::{conjugate, multiply};
use mainspring_numerics::vec3::{norm, sub};
use mainspring_record::Doubt;
use serde::{Deserialize, Serialize};

/// Where a gear's coordinates were when it was first seen engaged, and where they are now, turns counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct GearTurns {
    engaged: bool,
    start: [f64; GEAR_TERMS],
    now: [f64; GEAR_TERMS],
}

/// Coordinates that a gear has at most: of two wheels, and of their carrier beside each.
const GEAR_TERMS: usize = 4;

/// Looks at every joint.
pub struct JointWatch {
    joints: Vec<MarkedJoint>,
    /// m
    length: f64,
    pub gears: Vec<GearTurns>,
}

impl JointWatch {
    pub fn new(model: &Model, length: f64) -> Self {
        let joints = model.joints.iter().map(|joint| MarkedJoint::new(model.space, joint)).collect();
        Self { joints, length, gears: vec![GearTurns::default(); model.joints.len()] }
    }

    pub fn joint(&self, index: usize) -> &MarkedJoint {
        &self.joints[index]
    }

    pub fn look(&mut self, model: &Model, look: &Look<'_>, parts: Parts<'_>, doubts: &mut Vec<Doubt>) {
        for (j, joint) in model.joints.iter().enumerate() {
            let attached = (look.attached)(SwitchTarget::Joint(j));
            if joint.kind.coupling().is_some() {
                self.look_at_gear(j, attached, model, look, parts, doubts);
                continue;
            }
            if !attached || joint.compliant.is_some() {
                continue;
            }
            let marked = &self.joints[j];
            let now = marked.relative(model.space, parts);
            let Some(near) = joint.kind.nearest(model.space, &now, None, None) else { continue };
            let (apart, turned) = misfit(model.space, &now, &near);
            let who = [joint.path.as_str()];
            if exceeds(apart, JOINT_OPEN * self.length) {
                let allowed = JOINT_OPEN * self.length + ROUNDING * farthest(marked, parts.poses);
                if exceeds(apart, allowed) {
                    let excess = Excess { measure: Measure::Joint, who: &who, amount: apart, allowed, unit: "m" };
                    note(doubts, look.time, &excess);
                }
            }
            if exceeds(turned, JOINT_OPEN) {
                let allowed = JOINT_OPEN;
                note(
                    doubts,
                    look.time,
                    &Excess { measure: Measure::Joint, who: &who, amount: turned, allowed, unit: "rad" },
                );
            }
            self.look_at_stop(j, &now, model, look, doubts);
        }
    }

    /// A rigid stop must not be passed.
    fn look_at_stop(&self, j: usize, now: &Pose, model: &Model, look: &Look<'_>, doubts: &mut Vec<Doubt>) {
        let joint = &model.joints[j];
        let (Some(limits), Some(_)) = (joint.limits, joint.stop) else { return };
        if matches!(model.contacts.method, ContactMethod::Penalty(_)) {
            return;
        }
        // in space an angle is known up to turns only
        if model.space == SpaceKind::Spatial && joint.kind.coordinates().first() == Some(&true) {
            return;
        }
        let Some(value) = self.joints[j].coordinate(model.space, now, 0) else { return };
        let angle = joint.kind.coordinates()[0];
        let (size, unit) = if angle { (1.0, "rad") } else { (self.length, "m") };
        let beyond = (limits[0] - value).max(value - limits[1]);
        let share = if (look.stepped_joint)(j) { STEPPED_OVERLAP } else { JOINT_OPEN };
        let allowed = share * size + ROUNDING * value.abs();
        if exceeds(beyond, allowed) {
            let who = [joint.path.as_str()];
            note(doubts, look.time, &Excess { measure: Measure::Stop, who: &who, amount: beyond, allowed, unit });
        }
    }

    /// What a gear holds stays as it was, or within the play.
    fn look_at_gear(
        &mut self,
        j: usize,
        attached: bool,
        model: &Model,
        look: &Look<'_>,
        parts: Parts<'_>,
        doubts: &mut Vec<Doubt>,
    ) {
        let joint = &model.joints[j];
        let Some(gear) = joint.kind.coupling() else { return };
        let turns = &mut self.gears[j];
        let held = gear.terms().map(|(c, _)| c).all(|c| (look.attached)(SwitchTarget::Joint(c.joint)));
        if !attached || !held || joint.compliant.is_some() {
            turns.engaged = false;
            return;
        }
        let mut found = [0.0; GEAR_TERMS];
        for (value, (c, _)) in found.iter_mut().zip(gear.terms()) {
            let marked = &self.joints[c.joint];
            let now = marked.relative(model.space, parts);
            let Some(read) = marked.coordinate(model.space, &now, c.index) else { return };
            *value = read;
        }
        let angle = |c: Coordinate| model.joints[c.joint].kind.coordinates()[c.index];
        if !turns.engaged {
            *turns = GearTurns { engaged: true, start: found, now: found };
            return;
        }
        let mut slipped: f64 = 0.0;
        for (i, (c, factor)) in gear.terms().enumerate() {
            let step = found[i] - turns.now[i];
            // in the plane turns are counted already
            turns.now[i] += if angle(c) && model.space == SpaceKind::Spatial { wrapped(step) } else { step };
            slipped += factor * (turns.now[i] - turns.start[i]);
        }
        let (slipped, way) = (slipped.abs(), turns.now[0] - turns.start[0]);
        let play = joint.backlash.map_or(0.0, |b| 0.5 * b.width);
        let (size, unit) = if angle(gear.second) { (1.0, "rad") } else { (self.length, "m") };
        let share = if (look.stepped_joint)(j) { STEPPED_OVERLAP } else { JOINT_OPEN };
        let allowed = share * size.max(way.abs()) + play;
        if exceeds(slipped, allowed) {
            let who = [joint.path.as_str()];
            note(doubts, look.time, &Excess { measure: Measure::Gear, who: &who, amount: slipped, allowed, unit });
        }
    }
}

/// How far the pose of a joint is from one it allows: m, rad.
pub fn misfit(space: SpaceKind, now: &Pose, near: &Pose) -> (f64, f64) {
    let apart = norm(sub(now.position, near.position));
    let turned = match space {
        SpaceKind::Planar => wrapped(now.angle - near.angle).abs(),
        SpaceKind::Spatial => {
            let [_, x, y, z] = multiply(conjugate(near.orientation), now.orientation);
            2.0 * norm([x, y, z])
        }
    };
    (apart, turned)
}

/// Largest coordinate that the position of a joint's markers is a difference of, m.
pub fn farthest(marked: &MarkedJoint, poses: &[Pose]) -> f64 {
    let mut far = 0.0f64;
    for (marker, inner) in marked.markers.iter().zip(&marked.inner) {
        far = far.max(norm(inner.position));
        if let Some(body) = marker.body {
            far = far.max(norm(poses[body].position));
        }
    }
    far
}
