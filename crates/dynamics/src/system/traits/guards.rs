//! Trait: guards.

/// Functions of the state that become positive at an event.
pub trait Guards: Send {
    /// Evaluates guard expressions (`when` conditions) at y; solves only if one of them reads forces.
    fn guards(&mut self, time: f64, y: &[f64], out: &mut [f64]);
    /// Shortest period of an oscillation in time that guards contain, s; infinite if there is none.
    fn guard_period(&self) -> f64;
    /// Value of what each joint's limits bound minus the lower limit, and upper limit minus value, per limited joint.
    fn limit_gaps(&mut self, y: &[f64], out: &mut [f64]);
    /// Joints with limits, in the order of `limit_gaps` (two gaps each).
    fn limited(&self) -> &[usize];
    /// How many guards of mode changes (stick, slip, contact, part) there are.
    fn transitions(&self) -> usize {
        0
    }
    /// Guards of mode changes at y: positive once a change is due, −∞ where none can come.
    fn transition_guards(&mut self, _time: f64, _y: &[f64], _out: &mut [f64]) {}
    /// One of them; `all` is room for all.
    fn transition_guard(&mut self, time: f64, y: &[f64], guard: usize, all: &mut [f64]) -> f64 {
        self.transition_guards(time, y, all);
        all[guard]
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
}
