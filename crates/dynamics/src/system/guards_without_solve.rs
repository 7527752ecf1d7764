//! Guards of the table that can be read without solving for accelerations: a cheap look before a dear one.

use crate::laws::joint_friction::mode::FrictionMode;
use crate::multibody::support::Support;
use crate::system::mechanism::Mechanism;

impl Mechanism {
    /// Whether guards read what is known only after the equations are solved.
    fn guards_need_solve(&self) -> bool {
        let sticks = |k: usize| {
            let on_limit = matches!(self.laws.friction.state.modes[k], FrictionMode::Stick | FrictionMode::Share(_));
            on_limit && self.laws.friction.joint_attached(&self.bodies, k)
        };
        let rests = || self.bodies.state.support.iter().any(|l| matches!(l, Support::Rest { .. }));
        // rows of constraints and springs of contacts may hold a part too
        let held_otherwise = self.laws.penalty.method.is_some() || !self.bodies.model.constraints.is_empty();
        (0..self.laws.friction.list.len()).any(sticks)
            || !self.laws.touch.state.touching.is_empty()
            || self.table.exits_need_solve
            || (held_otherwise && (self.table.hybrid(&self.bodies) || rests()))
    }

    /// Everything guards read at a state: solved for where they need that, else from positions, velocities and loads alone.
    pub fn evaluate_for_guards(&mut self, time: f64, q: &[f64], v: &[f64]) {
        if self.guards_need_solve() {
            self.solve(time, q, v);
        } else {
            self.bodies.kinematics(q, v);
            self.bodies.drive_motion(time);
            self.loads_for_guards(time);
        }
    }

    /// Friction of parts that slide and what holds those that rest, at the state of `kinematics`.
    fn loads_for_guards(&mut self, time: f64) {
        let rests = self.bodies.state.support.iter().any(|l| matches!(l, Support::Rest { .. }));
        if !rests && !self.table.hybrid(&self.bodies) {
            return;
        }
        self.table.guards_only = true;
        self.loads(time);
        self.table.guards_only = false;
        if !rests {
            return;
        }
        for b in 0..self.bodies.state.support.len() {
            if !matches!(self.bodies.state.support[b], Support::Rest { .. }) {
                continue;
            }
            let Some(group) = self.bodies.hold_of(b) else { continue };
            let (first, rows, span) = (self.bodies.nv + group.first, group.rows, self.bodies.spans[b]);
            let (carried, body) = (self.bodies.carried(b), &self.bodies.model.bodies[b]);
            let inert = [body.mass * carried[0].first, body.mass * carried[1].first, 0.0];
            for r in 0..rows {
                // as solved: −λ stands there
                self.bodies.solution[first + r] = self.bodies.force[span.v + r] - inert[r];
            }
        }
    }
}
