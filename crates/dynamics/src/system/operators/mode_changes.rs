//! Of a mechanism in maximal coordinates: changes of mode.

use crate::laws::joint_friction::mode::FrictionMode;
use crate::multibody::mode_change::{Transition, TransitionError};
use crate::system::mechanism::Mechanism;
use crate::system::mode::Mode;
use crate::system::mode_guard::ModeGuard;
use crate::system::traits::mode_changes::ModeChanges;
use mainspring_model::SwitchTarget;

impl ModeChanges for Mechanism {
    fn mode(&self) -> Mode {
        let mut touch = self.laws.touch.state.clone();
        touch.touching.truncate(self.read_both.unwrap_or(usize::MAX));
        Mode {
            bodies: self.bodies.state.clone(),
            friction: self.laws.friction.state.clone(),
            touch,
            squeezed: self.laws.penalty.squeezed.clone(),
            table: self.table.state.clone(),
            steps: self.steps.clone(),
        }
    }

    fn set_mode(&mut self, mode: Mode) {
        self.bodies.state = mode.bodies;
        self.laws.friction.state = mode.friction;
        self.laws.touch.state = mode.touch;
        self.laws.penalty.squeezed = mode.squeezed;
        self.table.state = mode.table;
        (self.steps, self.read_both) = (mode.steps, None);
        let stepped = self.steps.stepped.clone();
        self.show(|c| !stepped[c]);
        self.laws.touch.fixed = None;
        self.remask();
    }

    fn drive_follows(&self, drive: usize) -> bool {
        self.laws.friction.drive_follows(drive)
    }

    fn attached(&self, target: SwitchTarget) -> bool {
        match target {
            SwitchTarget::Joint(j) => self.bodies.state.joints[j],
            SwitchTarget::Spring(s) => self.bodies.state.springs[s],
            SwitchTarget::Part { body, .. } => self.bodies.present(body),
        }
    }

    fn switch(&mut self, target: SwitchTarget, attach: bool, time: f64, y: &mut [f64]) {
        self.take_stepped_contacts();
        self.show_all();
        if let Some(c) = self.components.of_target(target) {
            self.steps.wake(c);
        }
        match target {
            SwitchTarget::Joint(j) => {
                self.bodies.state.joints[j] = attach;
                self.forget_touch(j);
                let rows = self.bodies.places.joint[j].map_or(0..0, |g| {
                    let group = &self.bodies.groups[g];
                    group.first..group.first + group.rows
                });
                for r in rows.clone() {
                    self.bodies.state.offsets[r] = 0.0;
                }
                // what a disc has rolled and where gears mesh counts from here
                if attach {
                    let (q, v, _) = self.bodies.split(y);
                    self.bodies.kinematics(q, v);
                    self.bodies.drive_motion(time);
                    self.bodies.residuals(time);
                    for r in rows.filter(|&r| self.bodies.rows[r].phase) {
                        self.bodies.state.offsets[r] = self.bodies.residual[r];
                    }
                }
            }
            SwitchTarget::Spring(s) => self.bodies.state.springs[s] = attach,
            SwitchTarget::Part { body, into } => self.come_or_go(body, attach, into, y),
        }
        self.remask();
    }

    fn loosen(&mut self) {
        if self.laws.friction.state.modes.contains(&FrictionMode::Stick) {
            for mode in self.laws.friction.state.modes.iter_mut().filter(|mode| **mode == FrictionMode::Stick) {
                *mode = FrictionMode::NONE;
            }
            self.remask();
        }
    }

    fn loosen_drives(&mut self) {
        let held: Vec<usize> =
            (0..self.laws.friction.list.len()).filter(|&k| self.laws.friction.holds_motion(k)).collect();
        if !held.is_empty() {
            for k in held {
                self.laws.friction.state.modes[k] = FrictionMode::NONE;
            }
            self.remask();
        }
    }

    fn resolve_modes(
        &mut self,
        time: f64,
        y: &mut [f64],
        fired: &[ModeGuard],
        out: &mut Vec<Transition>,
    ) -> Result<(), TransitionError> {
        self.take_stepped_contacts();
        self.show_events();
        let friction = self.friction_aside();
        let changed = self.change_modes(time, y, fired, out);
        self.put_friction_aside(friction);
        changed
    }

    fn end_jam(&mut self, time: f64, y: &mut [f64], out: &mut Vec<Transition>) -> Result<bool, TransitionError> {
        self.take_stepped_contacts();
        self.show_events();
        let (q, rest) = y.split_at_mut(self.bodies.nq);
        let (v, w) = rest.split_at_mut(self.bodies.nv);
        let ended = self.end_jam_of_slips(time, q, v, out)?;
        for (at, work) in self.laws.touch.drive_work.drain(..) {
            w[at] += work;
        }
        Ok(ended)
    }

    fn schedule(&mut self, time: f64, y: &[f64], out: &mut Vec<Transition>) -> Result<bool, TransitionError> {
        if !self.table.any {
            return Ok(false);
        }
        let (q, v, _) = self.bodies.split(y);
        if self.table.exits_need_solve {
            self.solve(time, q, v);
        } else {
            self.bodies.kinematics(q, v);
        }
        let shows = self.table.advance_scripts(&mut self.bodies, &self.laws, time, &[], out)?;
        self.bodies.kinematics(q, v);
        self.let_jumped_slide(time);
        Ok(shows)
    }

    fn arrives_inside(&mut self, body: usize, y: &[f64]) -> Option<(String, f64)> {
        let (q, v, _) = self.bodies.split(y);
        self.bodies.kinematics(q, v);
        self.inside_of(body)
    }
}
