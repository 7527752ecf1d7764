//! What follows when a guard has fired.
//!
//! Scripts go on; then blows, and a consistent set of modes of contacts and joints (`contact_event`, `settle`); overlaps of
//! the penalty method change, parts on the table rest or set off.

use crate::laws::joint_friction::guards::FrictionJointId;
use crate::laws::joint_friction::mode::{FiredJoints, FrictionMode};
use crate::laws::touch::state::{Site, Touching};
use crate::multibody::mode_change::{Transition, TransitionError};
use crate::multibody::time_switches::just_after;
use crate::system::mechanism::Mechanism;
use crate::system::mode_guard::ModeGuard;
use crate::tolerances::MOVES;

impl Mechanism {
    /// See [`crate::ModeChanges::resolve_modes`].
    pub fn change_modes(
        &mut self,
        time: f64,
        y: &mut [f64],
        fired: &[ModeGuard],
        out: &mut Vec<Transition>,
    ) -> Result<(), TransitionError> {
        let exits: Vec<_> =
            fired.iter().filter_map(|g| if let ModeGuard::Script(exit) = g { Some(*exit) } else { None }).collect();
        if !exits.is_empty() {
            let (q, v, _) = self.bodies.split(y);
            self.bodies.kinematics(q, v);
            self.table.advance_scripts(&mut self.bodies, &self.laws, time, &exits, out)?;
        }
        let before = self.laws.friction.state.clone();
        let lay = self.bodies.state.support.clone();
        let moving = self.note_fired_joints(time, y, fired);
        let parts: Vec<_> =
            fired.iter().filter_map(|g| if let ModeGuard::Part(part) = g { Some(*part) } else { None }).collect();
        self.note_strained_parts(time, y, &parts);
        self.table.decided.clear();
        if self.laws.touch.any() || !before.modes.is_empty() {
            let contacts = fired.iter().filter_map(|g| if let ModeGuard::Contact(g) = g { Some(*g) } else { None });
            let due = self.laws.touch.due(contacts);
            // an earlier guard ended the step before what was found to meet did
            if !fired.contains(&ModeGuard::Meeting) {
                self.laws.touch.paths.hits.clear();
            }
            let (q, rest) = y.split_at_mut(self.bodies.nq);
            let (v, w) = rest.split_at_mut(self.bodies.nv);
            self.resolve_contacts(time, q, v, &due, out)?;
            for (at, work) in self.laws.touch.drive_work.drain(..) {
                w[at] += work;
            }
        } else {
            let (q, rest) = y.split_at_mut(self.bodies.nq);
            self.hold_slow_parts(time, q, &mut rest[..self.bodies.nv]);
        }
        if self.laws.penalty.method.is_some() {
            let (q, v, _) = self.bodies.split(y);
            self.solve(time, q, v);
            self.laws.penalty.change_overlaps(&self.bodies, fired.is_empty(), out);
        }
        self.decide_rests(time, y)?;
        self.table.report_rests(&self.bodies, &lay, out);
        self.laws.friction.report_changes(&self.bodies, &before, &moving, out);
        Ok(())
    }

    /// Takes note of joints with friction whose guards fired; which of all joints with friction move.
    fn note_fired_joints(&mut self, time: f64, y: &[f64], fired: &[ModeGuard]) -> Vec<bool> {
        let n = self.laws.friction.list.len();
        if n == 0 {
            return Vec::new();
        }
        // events that follow each other within what counts as one moment are decided together
        let fired_now = &mut self.laws.friction.state.fired;
        if fired_now.time.is_none_or(|last| time > just_after(last)) {
            *fired_now = FiredJoints::default();
        }
        fired_now.time = Some(time);
        self.laws.friction.jammed = None;
        let (q, v, _) = self.bodies.split(y);
        self.solve(time, q, v);
        for k in (0..n).filter(|&k| fired.contains(&ModeGuard::JointFriction(FrictionJointId(k)))) {
            let friction = &mut self.laws.friction;
            let arrives = friction.drive_arrives(&self.bodies, k);
            let FiredJoints { slowed, strained, .. } = &mut friction.state.fired;
            match friction.state.modes[k] {
                FrictionMode::Slip(_) if !slowed.contains(&k) => slowed.push(k),
                FrictionMode::Stick if arrives => {
                    friction.state.returns[k] = None;
                    if !slowed.contains(&k) {
                        slowed.push(k);
                    }
                }
                FrictionMode::Stick | FrictionMode::Share(_) if strained.iter().all(|(j, _)| *j != k) => {
                    strained.push((k, if friction.effort[k] > 0.0 { -1 } else { 1 }));
                }
                _ => {}
            }
        }
        let friction = &self.laws.friction;
        let rate = |k: usize| friction.joint_rate(&self.bodies, k).abs();
        (0..n).map(|k| rate(k) > MOVES * friction.joint_rate_scale(&self.bodies, k)).collect()
    }

    /// A joint was attached or released: nothing that touched through it touches any more, and friction is decided anew.
    pub fn forget_touch(&mut self, joint: usize) {
        let meshes = &self.laws.touch.meshes;
        let through = |t: &Touching| match t.site {
            Site::Pair { .. } => false,
            Site::Stop { joint: of, .. } => of as usize == joint,
            Site::Tooth { mesh, .. } => {
                let mesh = &meshes[mesh as usize];
                [mesh.joint, mesh.first.joint, mesh.second.joint].contains(&joint)
            }
        };
        self.laws.touch.state.touching.retain(|t| !through(t));
        self.steps.touching.retain(|t| !through(t));
        let friction = &mut self.laws.friction;
        for (mode, entry) in friction.state.modes.iter_mut().zip(&friction.list) {
            if entry.joint == joint {
                *mode = FrictionMode::NONE;
            }
        }
        self.switch_rows();
    }
}
