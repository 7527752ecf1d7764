//! The operators of a tree in joint coordinates: motion by the recursion, everything else by the maximal system inside.

use crate::multibody::math::{add, cross, dot, scale, sub};
use crate::multibody::results::{Counters, Drift, Energy, LedgerEntry, ProjectError, Redundant};
use crate::system::ledger_values::LedgerValues;
use crate::system::mode::Mode;
use crate::system::system::System;
use crate::system::tree_system::Reduced;
use crate::tree::plan::Motion;
use crate::tree::recursion::Recursion;
use mainspring_model::{Coordinates, DriveKind, Model, NodeId, Pose, SwitchTarget};

impl<T: Recursion> System for Reduced<T> {
    fn model(&self) -> &Model {
        &self.core.bodies.model
    }

    fn sizes(&self) -> [usize; 3] {
        [self.nq, self.nv, self.core.bodies.ledger.len()]
    }

    fn coordinates(&self) -> Coordinates {
        Coordinates::Joint
    }

    fn ledger(&self) -> &[LedgerEntry] {
        &self.core.bodies.ledger
    }

    fn mode(&self) -> Mode {
        self.core.mode()
    }

    fn attached(&self, target: SwitchTarget) -> bool {
        self.core.attached(target)
    }

    fn rate_cap(&self) -> f64 {
        self.core.rate_cap()
    }

    fn set_mode(&mut self, mode: Mode) {
        self.core.set_mode(mode);
    }

    fn scales(&self) -> &[f64] {
        &self.scales
    }

    fn length(&self) -> f64 {
        self.core.bodies.length
    }

    fn weight(&self) -> f64 {
        self.core.weight()
    }

    fn set_switch_time(&mut self, time: f64) {
        self.core.bodies.state.switch_time = time;
    }

    fn next_switch(&mut self, from: f64, to: f64) -> Option<f64> {
        self.core.next_switch(from, to)
    }

    fn derivative(&mut self, time: f64, y: &[f64], dy: &mut [f64]) {
        self.core.bodies.counters.evaluations += 1;
        // the recursion is its own factorisation
        self.core.bodies.counters.factorisations += 1;
        let (q, rest) = y.split_at(self.nq);
        let v = &rest[..self.nv];
        let (q_rate, rest) = dy.split_at_mut(self.nq);
        let (v_rate, w_rate) = rest.split_at_mut(self.nv);
        if !self.driven.is_empty() {
            self.prescribe(time);
        }
        if self.loaded {
            self.unfold(y);
            let (bodies_q, bodies_v, _) = self.core.bodies.split(&self.whole);
            self.core.bodies.kinematics(bodies_q, bodies_v);
            self.core.loads(time);
        }
        let force = self.loaded.then_some(&self.core.bodies.force[..]);
        self.tree.accelerate(q, v, force, &self.given, v_rate);
        self.tree.rates(q, v, q_rate);
        self.powers(v);
        w_rate.copy_from_slice(&self.core.bodies.power);
    }

    fn position_rate(&self, y: &[f64], dy: &mut [f64]) {
        let (q, rest) = y.split_at(self.nq);
        self.tree.rates(q, &rest[..self.nv], &mut dy[..self.nq]);
    }

    fn jacobian(&mut self, time: f64, y: &[f64], by_position: &mut [f64], by_velocity: &mut [f64]) {
        self.slopes(time, y, by_position, by_velocity);
    }

    fn tangent(&self, y: &[f64], dq: &[f64], out: &mut [f64]) {
        self.tree.tangent(&y[..self.nq], &dq[..self.nq], &mut out[..self.nv]);
    }

    fn turn_limit(&mut self, y: &[f64]) -> f64 {
        // coordinates of the tree count their turns themselves
        if !self.compliant {
            return f64::INFINITY;
        }
        self.unfold(y);
        self.core.turn_limit(&self.whole)
    }

    fn project(&mut self, time: f64, y: &mut [f64]) -> Result<(), ProjectError> {
        let (q, rest) = y.split_at_mut(self.nq);
        self.tree.normalise(q);
        if !self.driven.is_empty() {
            self.core.bodies.drive_motion(time);
        }
        let mut jumps = false;
        for d in &self.driven {
            let motion = self.core.bodies.motion[d.drive];
            self.given[d.v] = match d.kind {
                DriveKind::Position => {
                    q[d.q] = motion.value;
                    motion.first - rest[d.v]
                }
                DriveKind::Speed => motion.value - rest[d.v],
                DriveKind::Acceleration | DriveKind::Effort => 0.0,
            };
            jumps |= self.given[d.v] != 0.0;
        }
        if jumps {
            self.jerk(q, &mut rest[..self.nv]);
        }
        Ok(())
    }

    fn settle(&mut self, y: &[f64]) {
        if self.compliant {
            self.unfold(y);
            self.core.settle(&self.whole);
        }
        self.keep_angles(y);
    }

    fn drift(&mut self, time: f64, y: &[f64]) -> Drift {
        // joints hold by construction: only drives can be off
        let mut drift = Drift::default();
        if self.driven.is_empty() {
            return drift;
        }
        self.core.bodies.drive_motion(time);
        for d in &self.driven {
            let motion = self.core.bodies.motion[d.drive];
            let (value, rate) = (y[d.q], y[self.nq + d.v]);
            let (position, velocity) = match d.kind {
                DriveKind::Position => (value - motion.value, rate - motion.first),
                DriveKind::Speed => (0.0, rate - motion.value),
                DriveKind::Acceleration | DriveKind::Effort => (0.0, 0.0),
            };
            let here = Drift { position: (position / d.scale).abs(), velocity: (velocity / d.scale).abs() };
            drift = drift.max(here);
        }
        drift
    }

    fn energy(&mut self, y: &[f64]) -> Energy {
        self.unfold(y);
        let (bodies_q, bodies_v, _) = self.core.bodies.split(&self.whole);
        let (kinetic, potential) = self.tree.energy(bodies_q, bodies_v);
        let mut energy = Energy { kinetic, potential, spring: 0.0 };
        if self.springy {
            self.core.bodies.kinematics(bodies_q, bodies_v);
            energy.spring = self.core.spring_energy();
        }
        energy
    }

    fn read(&mut self, time: f64, y: &[f64], ledger: &LedgerValues, nodes: &[NodeId], out: &mut [f64]) {
        self.unfold(y);
        self.core.read(time, &self.whole, ledger, nodes, out);
    }

    fn hold_before(&mut self, time: f64, y: &[f64], ledger: &LedgerValues) {
        self.unfold(y);
        self.core.hold_before(time, &self.whole, ledger);
    }

    fn release_before(&mut self) {
        self.core.release_before();
    }

    fn guards(&mut self, time: f64, y: &[f64], out: &mut [f64]) {
        if !self.core.guard_nodes.is_empty() {
            self.unfold(y);
            self.core.guards(time, &self.whole, out);
        }
    }

    fn guard_period(&self) -> f64 {
        self.core.guard_period
    }

    fn limit_gaps(&mut self, y: &[f64], out: &mut [f64]) {
        if !self.core.limited.is_empty() {
            self.unfold(y);
            self.core.limit_gaps(&self.whole, out);
        }
    }

    fn limited(&self) -> &[usize] {
        &self.core.limited
    }

    fn switch(&mut self, target: SwitchTarget, attach: bool, time: f64, y: &mut [f64]) {
        self.unfold(y);
        // what comes and goes is never solved in joint coordinates: the state stays as it is
        self.core.switch(target, attach, time, &mut self.whole);
    }

    fn misfit(&mut self, joint: usize, time: f64, y: &[f64]) -> (f64, f64) {
        self.unfold(y);
        self.core.misfit(joint, time, &self.whole)
    }

    fn analyse(&mut self, _: f64, _: &[f64]) -> Vec<Redundant> {
        // a tree has no row that follows from others
        Vec::new()
    }

    fn collapsed(&self) -> bool {
        false
    }

    fn owner(&self, index: usize) -> String {
        let link = self.places.iter().position(|&[q, q_len, v, v_len]| {
            (q..q + q_len).contains(&index) || (self.nq + v..self.nq + v + v_len).contains(&index)
        });
        match link {
            Some(link) => self.body_of(link).to_owned(),
            None => index
                .checked_sub(self.nq + self.nv)
                .and_then(|w| self.core.bodies.ledger.get(w))
                .map_or_else(String::new, |e| e.path.clone()),
        }
    }

    fn non_finite(&self, y: &[f64]) -> Option<String> {
        let bad = y[..self.nq + self.nv].iter().position(|x| !x.is_finite())?;
        Some(self.owner(bad))
    }

    fn counters(&self) -> Counters {
        self.core.bodies.counters
    }

    fn set_counters(&mut self, counters: Counters) {
        self.core.bodies.counters = counters;
    }

    fn poses(&mut self, y: &[f64], out: &mut Vec<Pose>) {
        self.unfold(y);
        self.core.poses(&self.whole, out);
    }

    fn arrows(&self, out: &mut Vec<[f64; 3]>) {
        self.core.arrows(out);
    }

    fn body_state(&mut self, y: &[f64], out: &mut Vec<f64>) {
        self.unfold(y);
        out.clone_from(&self.whole);
    }

    fn joint_forces(&mut self, out: &mut Vec<[f64; 6]>) {
        out.clear();
        out.resize(self.core.bodies.model.joints.len(), [0.0; 6]);
        for (j, joint) in self.core.bodies.model.joints.iter().enumerate() {
            if joint.compliant.is_some() {
                let (force, torque) = self.core.bodies.joint_wrench(j);
                out[j] = [force[0], force[1], force[2], torque[0], torque[1], torque[2]];
            }
        }
        for (last, step) in self.steps.iter().enumerate() {
            let (Some(j), Some(_)) = (step.joint, step.body) else { continue };
            let through = self.tree.wrench(last);
            let (mut force, mut moment) = (through.force, through.moment);
            // back through the joint's motions to the parent's point, over what has slid between
            let mut slid = [0.0; 3];
            let mut link = last;
            loop {
                let (own, axis) = (&self.steps[link], self.tree.axis(link));
                match own.motion {
                    // what drives exert is not the joint's
                    Motion::Turn => moment = sub(moment, scale(axis, dot(axis, moment))),
                    Motion::Slide => {
                        let along = scale(axis, self.tree.travel(link));
                        force = sub(force, scale(axis, dot(axis, force)));
                        moment = add(moment, cross(along, force));
                        slid = add(slid, along);
                    }
                    _ => {}
                }
                if own.from.is_some() {
                    break;
                }
                link -= 1;
            }
            // the second side is the child's, or the parent's if the joint was named the other way round
            if step.reversed {
                (force, moment) = (scale(force, -1.0), scale(moment, -1.0));
            } else {
                moment = sub(moment, cross(slid, force));
            }
            out[j] = [force[0], force[1], force[2], moment[0], moment[1], moment[2]];
        }
    }
}
