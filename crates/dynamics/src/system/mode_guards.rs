//! Guards of changes of mode of all laws: which there are, and their values.
//!
//! Values of all guards stand in one slice, law after law; this file is the only one that knows in which order. Each law
//! lists its own guards in the order in which it writes their values.

use crate::system::mechanism::Mechanism;
use crate::system::mode_guard::ModeGuard;

impl Mechanism {
    /// Appends every guard there is at present, in the order of their values.
    pub fn guards_of_laws(&self, out: &mut Vec<ModeGuard>) {
        let Self { bodies, laws, table, .. } = self;
        out.extend(laws.friction.guards().map(ModeGuard::JointFriction));
        out.extend(laws.touch.guards().map(ModeGuard::Contact));
        out.extend(laws.penalty.guards().map(ModeGuard::Penalty));
        out.extend(table.exit_guards(bodies).map(ModeGuard::Script));
        out.extend(table.part_guards().map(ModeGuard::Part));
    }

    /// Their values at y: positive once a change is due, −∞ where none can come.
    pub fn values_of_guards(&mut self, time: f64, y: &[f64], out: &mut [f64]) {
        let (q, v, _) = self.bodies.split(y);
        self.evaluate_for_guards(time, q, v);
        let Self { bodies, laws, table, .. } = self;
        let (friction, out) = out.split_at_mut(laws.friction.guard_count());
        laws.friction.guard_values(bodies, friction);
        let (contacts, out) = out.split_at_mut(laws.touch.guard_count());
        laws.touch.guard_values(bodies, contacts);
        let (overlaps, out) = out.split_at_mut(laws.penalty.guard_count());
        laws.penalty.guard_values(bodies, overlaps);
        let (exits, parts) = out.split_at_mut(table.exit_count(bodies));
        if !exits.is_empty() {
            table.exit_values(bodies, laws, time, exits);
        }
        table.part_values(bodies, parts);
    }

    /// One of them at y, if it can be read by itself.
    pub fn value_of_guard(&mut self, y: &[f64], guard: ModeGuard) -> Option<f64> {
        match guard {
            ModeGuard::Part(guard) => self.table.sliding_part_value(&mut self.bodies, y, guard),
            _ => None,
        }
    }
}
