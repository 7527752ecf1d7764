//! What guards read of the table, without solving the equations.
//!
//! A part that slides is looked at for its speed and, under the hybrid law, for which friction is the larger one: neither needs
//! what pushes it. What holds a part at rest follows from the loads on it alone, as long as nothing but the table holds it:
//! M u̇ − F, with u̇ the acceleration of the surface.

use super::Lying;
use crate::core::Core;
use crate::space::Space;

impl<S: Space> Core<S> {
    /// Whether guards of parts and scripts read what is known only after the equations are solved.
    pub(crate) fn table_needs_solve(&self) -> bool {
        let rests = || self.mode.lying.iter().any(|l| matches!(l, Lying::Rest { .. }));
        // rows of constraints and springs of contacts may hold a part too
        let held_otherwise = self.soft.method.is_some() || !self.model.constraints.is_empty();
        self.table.exits_need_solve || (held_otherwise && (self.hybrid() || rests()))
    }

    /// Friction of parts that slide and what holds those that rest, at the state of `kinematics`.
    pub(crate) fn glance(&mut self, time: f64) {
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
}
