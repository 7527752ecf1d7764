//! When a joint with friction changes what it does: one guard each, positive once a change is due.
//!
//! ```text
//! slides up        −ṡ             comes to rest
//! slides down       ṡ
//! sticks           |f| − limit    comes loose
//! held by others   |ṡ| − a little moves after all
//! ```

use crate::laws::joint_friction::friction::JointFriction;
use crate::laws::joint_friction::mode::FrictionMode;
use crate::multibody::multibody::Multibody;
use crate::tolerances::MOVES;

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

    /// Their values at the state last solved for.
    pub fn guard_values(&self, bodies: &Multibody, out: &mut [f64]) {
        for (k, value) in out.iter_mut().enumerate() {
            *value = if !self.joint_attached(bodies, k) {
                f64::NEG_INFINITY
            } else {
                match self.modes[k] {
                    FrictionMode::Slip(s) => -f64::from(s) * self.joint_rate(bodies, k),
                    FrictionMode::Stick => self.effort[k].abs() - self.limit[k],
                    FrictionMode::Held(_) => {
                        self.joint_rate(bodies, k).abs() - MOVES * self.joint_rate_scale(bodies, k)
                    }
                }
            };
        }
    }
}
