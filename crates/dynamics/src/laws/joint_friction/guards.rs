//! When a joint with friction changes what it does: one guard each, positive once a change is due.
//!
//! ```text
//! slides up        −ṡ             comes to rest
//! slides down       ṡ
//! sticks           |f| − limit    comes loose
//! held by others   |ṡ| − a little moves after all, or |f| − limit: comes loose
//! a drive brakes   ±ė             has caught up with its motion
//! ```
//!
//! Where the limit goes with a reaction it may vanish, and efforts that are rounding with it: those do not count.

use crate::laws::joint_friction::friction::JointFriction;
use crate::laws::joint_friction::mode::FrictionMode;
use crate::multibody::multibody::Multibody;
use crate::tolerances::{AT_REST, DRIVE_ARRIVES, MOVES, SLIP_REVERSAL};

/// A joint with friction: its place in `JointFriction::list`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrictionJointId(pub usize);

impl JointFriction {
    /// How many guards there are.
    #[must_use]
    pub fn guard_count(&self) -> usize {
        self.list.len()
    }

    /// Every guard, in the order of their values.
    pub fn guards(&self) -> impl Iterator<Item = FrictionJointId> + use<> {
        (0..self.list.len()).map(FrictionJointId)
    }

    /// An effort that counts as none where the limit itself may vanish, because nothing loads the joint: in a second it would not
    /// bring the joint's parts to a rate that counts.
    pub fn no_effort(&self, bodies: &Multibody, k: usize) -> f64 {
        if self.goes_with_reaction(k) {
            AT_REST * self.joint_rate_scale(bodies, k) * bodies.clock / self.mobility_alone(bodies, k)
        } else {
            0.0
        }
    }

    /// Rate against its slip that a joint may have by rounding, where it came to rest and set off at one moment: what others hold
    /// at their limits hardly accelerates.
    fn trembles(&self, bodies: &Multibody, k: usize) -> f64 {
        let scale = self.joint_rate_scale(bodies, k);
        let slowed = self.state.fired.slowed.contains(&k);
        // a drive that has arrived at a turning point of its motion and cannot follow: the last of the way is no slip
        let grazes = slowed && self.state.returns[k].is_some_and(|r| r.side == 0);
        match (grazes, slowed) {
            (true, _) => DRIVE_ARRIVES * scale,
            (false, true) => SLIP_REVERSAL * AT_REST * scale,
            (false, false) => 0.0,
        }
    }

    fn moves(&self, bodies: &Multibody, k: usize) -> f64 {
        self.joint_rate(bodies, k).abs() - MOVES * self.joint_rate_scale(bodies, k)
    }

    /// Their values at the state last solved for.
    pub fn guard_values(&self, bodies: &Multibody, out: &mut [f64]) {
        for (k, value) in out.iter_mut().enumerate() {
            *value = if !self.joint_attached(bodies, k) {
                f64::NEG_INFINITY
            } else {
                match self.state.modes[k] {
                    FrictionMode::Slip(s) => -f64::from(s) * self.joint_rate(bodies, k) - self.trembles(bodies, k),
                    FrictionMode::Stick => {
                        let loose = self.effort[k].abs() - self.limit[k].max(self.no_effort(bodies, k));
                        loose.max(self.caught_up(bodies, k))
                    }
                    FrictionMode::Held(_) => self.moves(bodies, k),
                    FrictionMode::Share(effort) => {
                        self.moves(bodies, k).max(effort.abs() - self.limit[k].max(self.no_effort(bodies, k)))
                    }
                }
            };
        }
    }
}
