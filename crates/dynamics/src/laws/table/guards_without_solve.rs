//! What guards read of the table, without solving the equations.
//!
//! A part that slides is looked at for its speed and, under the hybrid law, for which friction is the larger one: neither needs
//! what pushes it. What holds a part at rest follows from the loads on it alone, as long as nothing but the table holds it:
//! M u̇ − F, with u̇ the acceleration of the surface.

use crate::laws::table::stick_slip::PartGuard;
use crate::laws::table::table::Table;
use crate::multibody::multibody::Multibody;
use crate::multibody::support::Support;

impl Table {
    /// A guard at y if it is that of a part that slides on the ground, which nothing but its own motion decides: no other
    /// part need be looked at.
    pub fn sliding_part_value(&mut self, bodies: &mut Multibody, y: &[f64], guard: PartGuard) -> Option<f64> {
        let b = guard.body;
        if !matches!(bodies.state.support[b], Support::Slide { .. }) || !bodies.belt_tape.order.is_empty() {
            return None;
        }
        let (q, v, _) = bodies.split(y);
        let span = bodies.spans[b];
        bodies.frames.update_body(b, &q[span.q..span.q + span.q_len], &v[span.v..span.v + span.v_len]);
        let mut part = self.sliding_parts[b].take()?;
        let (sin, cos) = libm::sincos(bodies.frames.angle(b));
        part.heading = [cos, sin];
        self.area_friction(bodies, b, &mut part);
        self.sliding_parts[b] = Some(part);
        Some(self.part_value(bodies, guard))
    }
}
