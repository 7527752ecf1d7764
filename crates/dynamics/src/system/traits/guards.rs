//! Trait: guards.

use crate::system::conditions::Condition;
use crate::system::mode_guard::ModeGuard;
use mainspring_model::JointId;

/// Functions of the state that become positive at an event.
pub trait Guards: Send {
    /// `when` conditions, in the order of `read_conditions`.
    fn conditions(&self) -> &[Condition];
    /// Values of `when` conditions at y, positive once they hold; solves only if one of them reads forces.
    fn read_conditions(&mut self, time: f64, y: &[f64], out: &mut [f64]);
    /// Shortest period of an oscillation in time that conditions contain, s; infinite if there is none.
    fn condition_period(&self) -> f64;
    /// Value of what each joint's limits bound minus the lower limit, and upper limit minus value, per limited joint.
    fn limit_gaps(&mut self, y: &[f64], out: &mut [f64]);
    /// Joints with limits, in the order of `limit_gaps` (two gaps each: lower, upper).
    fn limited(&self) -> &[JointId];
    /// Appends the guards of mode changes (stick, slip, contact, part) there are at present, in the order of
    /// `read_mode_guards`; they stay the same until modes change.
    fn list_mode_guards(&self, _out: &mut Vec<ModeGuard>) {}
    /// Values of the guards of mode changes at y: positive once a change is due, −∞ where none can come.
    fn read_mode_guards(&mut self, _time: f64, _y: &[f64], _out: &mut [f64]) {}
    /// One of them at y, if it can be read by itself.
    fn read_mode_guard_alone(&mut self, _y: &[f64], _guard: ModeGuard) -> Option<f64> {
        None
    }
    /// Whether parts can touch or joints have rigid stops: then steps must be searched by `first_touch`.
    fn touches(&self) -> bool {
        false
    }
    /// Where in (0, 1] of a step parts that were apart first meet; `dense` reads the state at such a place into `state`.
    fn first_touch(&mut self, _dense: &mut dyn FnMut(f64, &mut [f64]), _state: &mut [f64]) -> Option<f64> {
        None
    }
    /// At y, of what the last `first_touch` found: gap, its rate, and the size it is measured by.
    fn last_meeting_gap(&mut self, _y: &[f64]) -> Option<[f64; 3]> {
        None
    }
    /// At y, of the stop or tooth side that a guard is of: gap, its rate, and the size it is measured by.
    fn reach_gap(&mut self, _y: &[f64], _guard: ModeGuard) -> Option<[f64; 3]> {
        None
    }
}
