//! Drives with an effort limit: when they give way, and when they have caught up with the motion they prescribe.

use crate::laws::joint_friction::friction::JointFriction;
use crate::laws::joint_friction::mode::{FrictionMode, FrictionState};
use crate::multibody::drive_return::DriveReturn;
use crate::multibody::mode_change::{Transition, TransitionKind};
use crate::multibody::multibody::Multibody;
use crate::tolerances::{AT_REST, DRIVE_ARRIVES, MOVES, RETURN_SHARE};
use mainspring_model::DriveKind;

impl JointFriction {
    /// Positive once the drive at place k, which brakes, has caught up; −∞ where it does not brake.
    pub fn caught_up(&self, bodies: &Multibody, k: usize) -> f64 {
        match (self.list[k].drive, self.state.returns[k]) {
            (Some(d), Some(r)) => f64::from(r.side) * bodies.drive_error(d)[1],
            _ => f64::NEG_INFINITY,
        }
    }

    /// Whether the drive at place k is where it prescribes, as fast as it prescribes.
    pub fn drive_arrives(&self, bodies: &Multibody, k: usize) -> bool {
        self.state.modes[k].rests() && self.caught_up(bodies, k) >= -MOVES * self.joint_rate_scale(bodies, k)
    }

    /// Before modes are decided: the side from which each drive that is off its motion brakes; those at it follow it. Drives that
    /// were put off it, because what they prescribe has jumped or their joint was attached elsewhere.
    pub fn aim_drives(&mut self, bodies: &Multibody) -> Vec<usize> {
        let mut put_off = Vec::new();
        for k in 0..self.list.len() {
            let Some(d) = self.list[k].drive else { continue };
            if bodies.model.drives[d].kind != DriveKind::Position || !self.joint_attached(bodies, k) {
                self.state.returns[k] = None;
                continue;
            }
            let ([e, rate], scale) = (bodies.drive_error(d), self.joint_scale(bodies, k));
            let side = if e > 0.0 { 1 } else { -1 };
            let returns = &mut self.state.returns[k];
            match returns {
                Some(_) if e.abs() <= AT_REST * scale && rate.abs() <= DRIVE_ARRIVES * scale * bodies.clock => {
                    *returns = None
                }
                Some(r) => r.side = side,
                None if e.abs() > MOVES * scale => put_off.push(k),
                None => {}
            }
        }
        put_off
    }

    /// Whether the drive at place k holds its coordinate at what it prescribes.
    pub fn holds_motion(&self, k: usize) -> bool {
        self.list[k].drive.is_some() && self.state.modes[k] == FrictionMode::Stick && self.state.returns[k].is_none()
    }

    /// The drive at place k, whose coordinate has this mobility, gives way.
    pub fn leave_motion(&mut self, bodies: &Multibody, k: usize, mobility: f64) {
        let Some(d) = self.list[k].drive else { return };
        if bodies.model.drives[d].kind == DriveKind::Position && self.state.returns[k].is_none() {
            let mobility = if mobility > 0.0 { mobility } else { self.mobility_alone(bodies, k) };
            let deceleration = RETURN_SHARE * self.list[k].friction.resting * mobility;
            self.state.returns[k] = Some(DriveReturn { deceleration, side: 0 });
        }
    }

    /// Whether a drive moves its coordinate as it prescribes.
    #[must_use]
    pub fn drive_follows(&self, drive: usize) -> bool {
        self.list.iter().position(|entry| entry.drive == Some(drive)).is_none_or(|k| follows(&self.state, k))
    }

    /// What the drive at place k has begun.
    pub fn drive_change(
        &self,
        bodies: &Multibody,
        before: &FrictionState,
        k: usize,
        path: String,
    ) -> Option<Transition> {
        let limit = self.list[k].friction.resting;
        let unit = if bodies.rows[self.list[k].row].angle { "N·m" } else { "N" };
        let (kind, text) = match (follows(before, k), follows(&self.state, k)) {
            (true, false) => (TransitionKind::Limit, format!("the drive of `{path}` is at its limit, {limit} {unit}")),
            (false, true) => (TransitionKind::Follow, format!("`{path}` follows its drive again")),
            _ => return None,
        };
        let numbers = vec![("effort", self.effort[k]), ("limit", limit)];
        Some(Transition { kind, who: vec![path], numbers, text })
    }
}

fn follows(state: &FrictionState, k: usize) -> bool {
    state.modes[k].rests() && state.returns[k].is_none()
}
