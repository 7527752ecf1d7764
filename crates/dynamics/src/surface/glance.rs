//! What guards read of the table, without solving the equations.
//!
//! A part that slides is looked at for its speed and, under the hybrid law, for which friction is the larger one: neither needs
//! what pushes it. What holds a part at rest follows from the loads on it alone, as long as nothing but the table holds it:
//! M u̇ − F, with u̇ the acceleration of the surface.

use super::Lying;
use super::rests::PER_PART;
use crate::core::Core;
use crate::system::RubMode;

impl Core {
    /// Whether guards read what is known only after the equations are solved.
    fn guards_need_solve(&self) -> bool {
        let sticks = |k: usize| self.mode.rubs[k] == RubMode::Stick && self.rub_acts(k);
        let rests = || self.mode.lying.iter().any(|l| matches!(l, Lying::Rest { .. }));
        // rows of constraints and springs of contacts may hold a part too
        let held_otherwise = self.soft.method.is_some() || !self.model.constraints.is_empty();
        (0..self.rubs.list.len()).any(sticks)
            || !self.mode.touching.is_empty()
            || self.mode.flanks.iter().any(|f| *f != 0)
            || self.table.exits_need_solve
            || (held_otherwise && (self.hybrid() || rests()))
    }

    /// Everything guards read at a state: solved for where they need that, else at a glance.
    pub(crate) fn see_table(&mut self, time: f64, q: &[f64], v: &[f64]) {
        if self.guards_need_solve() {
            self.solve(time, q, v);
        } else {
            self.kinematics(q, v);
            self.glance(time);
        }
    }

    /// Friction of parts that slide and what holds those that rest, at the state of `kinematics`.
    fn glance(&mut self, time: f64) {
        let rests = self.mode.lying.iter().any(|l| matches!(l, Lying::Rest { .. }));
        if !rests && !self.hybrid() {
            return;
        }
        self.table.glances = true;
        self.loads(time);
        self.table.glances = false;
        if !rests {
            return;
        }
        for b in 0..self.mode.lying.len() {
            if !matches!(self.mode.lying[b], Lying::Rest { .. }) {
                continue;
            }
            let Some(group) = self.hold_of(b) else { continue };
            let (first, rows, span) = (self.nv + group.first, group.rows, self.spans[b]);
            let (carried, body) = (self.carried(b), &self.model.bodies[b]);
            let inert = [body.mass * carried[0].first, body.mass * carried[1].first, 0.0];
            for r in 0..rows {
                // as solved: −λ stands there
                self.solution[first + r] = self.force[span.v + r] - inert[r];
            }
        }
    }

    /// A guard (of `count`) if it is that of a part that slides on the ground, which nothing but its own motion decides: no
    /// other part need be looked at.
    pub(crate) fn guard_of_sliding(&mut self, y: &[f64], guard: usize, count: usize) -> Option<f64> {
        let within = guard.checked_sub(count - self.rest_transitions())?;
        let b = self.rubbing_parts().nth(within / PER_PART)?;
        if !matches!(self.mode.lying[b], Lying::Slide { .. }) || !self.table.belt_tape.order.is_empty() {
            return None;
        }
        let (q, v, _) = self.split(y);
        let span = self.spans[b];
        self.frames.update_body(b, &q[span.q..span.q + span.q_len], &v[span.v..span.v + span.v_len]);
        let mut sheet = self.table.sheets[b].take()?;
        let (sin, cos) = libm::sincos(self.frames.angle(b));
        sheet.heading = [cos, sin];
        self.rub(b, &mut sheet);
        self.table.sheets[b] = Some(sheet);
        Some(self.guards_of(b)[within % PER_PART])
    }
}
