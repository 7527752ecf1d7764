//! Of a mechanism in maximal coordinates: joints and constraints.

use crate::multibody::results::{Drift, ProjectError, Redundant};
use crate::system::mechanism::Mechanism;
use crate::system::traits::constraints::Constraints;
use mainspring_model::JointKind;
use mainspring_numerics::vec3::{norm, sub};

impl Constraints for Mechanism {
    fn project(&mut self, time: f64, y: &mut [f64]) -> Result<(), ProjectError> {
        self.take_stepped_contacts();
        let aside = self.bodies.aside.bodies.contains(&true);
        let before = if aside { y.to_vec() } else { Vec::new() };
        let from = self.near_to_zero(y);
        let (q, rest) = y.split_at_mut(self.bodies.nq);
        let (v, _) = rest.split_at_mut(self.bodies.nv);
        // contacts of steps that take them together are closed by these
        let touching = if self.stepped() { std::mem::take(&mut self.laws.touch.state.touching) } else { Vec::new() };
        let projected = self.project_state(time, q, v);
        if self.stepped() {
            self.laws.touch.state.touching = touching;
            if projected.is_ok() {
                // frames between steps lie on straight ways, which may cut corners
                self.push_apart_between_steps(time, y);
            }
        }
        if aside {
            for ((now, before), owner) in y.iter_mut().zip(&before).zip(&self.components.entry_body) {
                if owner.is_some_and(|b| self.bodies.aside.bodies[b]) {
                    *now = *before;
                }
            }
        } else if self.steps.any() && projected.is_ok() {
            self.push_stepped_apart(time, y);
        }
        if let Some(from) = from {
            self.back_from_zero(y, from);
        }
        projected
    }

    fn remember_angles(&mut self, y: &[f64]) {
        (self.passage.careful, self.passage.tried_at, self.passage.nearer) = (false, 0.0, 0);
        self.take_stepped_contacts();
        if let Some(found) = self.stepping.found.take() {
            let before = std::mem::take(&mut self.laws.touch.state.touching);
            let (_, v, _) = self.bodies.split(y);
            self.note_rest(v, &before, &found);
            self.laws.touch.state.touching = found;
        }
        if !self.bodies.state.angles.is_empty()
            || !self.laws.touch.state.touching.is_empty()
            || self.laws.penalty.method.is_some()
        {
            let (q, v, _) = self.bodies.split(y);
            self.bodies.kinematics(q, v);
            self.bodies.remember_angles();
            self.laws.touch.settle_tangents(&self.bodies);
            self.laws.penalty.arm(&self.bodies);
        }
        self.table.settle_ways(&mut self.bodies, y);
        self.laws.friction.jammed = None;
        self.laws.touch.jammed = None;
        self.laws.touch.fixed = None;
        self.table.undefined = None;
    }

    fn drift(&mut self, time: f64, y: &[f64]) -> Drift {
        self.bodies.drifts(time, y)
    }

    fn misfit(&mut self, joint: usize, time: f64, y: &[f64]) -> (f64, f64) {
        let (q, v, _) = self.bodies.split(y);
        self.bodies.kinematics(q, v);
        self.bodies.drive_motion(time);
        self.bodies.residuals(time);
        let mut worst = (0.0_f64, 0.0_f64);
        let group = self.bodies.places.joint[joint].map(|g| &self.bodies.groups[g]);
        for r in group.map_or(0..0, |g| g.first..g.first + g.rows) {
            let info = &self.bodies.rows[r];
            if info.position && !info.phase {
                let size = self.bodies.residual[r].abs();
                if info.angle { worst.1 = worst.1.max(size) } else { worst.0 = worst.0.max(size) }
            }
        }
        // what these hold is a smooth measure of the gap, not the gap
        let held = match &self.bodies.model.joints[joint].kind {
            JointKind::Distance(distance) => Some(distance.length),
            JointKind::Arc(arc) => Some(arc.radius),
            _ => None,
        };
        if let Some(length) = held {
            let [a, b] = self.bodies.frames.joint_points(joint).map(|p| p.position);
            worst.0 = (norm(sub(b, a)) - length).abs();
        }
        if !self.bodies.frames.joint_faces(joint) {
            worst.1 = std::f64::consts::PI;
        }
        worst
    }

    fn analyse(&mut self, time: f64, y: &[f64]) -> Vec<Redundant> {
        self.take_stepped_contacts();
        self.show_all();
        let (q, v, _) = self.bodies.split(y);
        let found = self.bodies.find_redundant(time, q, crate::tolerances::REDUNDANT);
        self.restore_momentary(time, q, v, found.clone()).unwrap_or(found)
    }

    fn collapsed(&self) -> bool {
        self.bodies.collapsed
    }
}
