//! How long a step may be so that no slip in space ends within it: friction has no direction beyond that moment. And how fast
//! friction turns with slips that are slow.

use crate::laws::touch::resistance::TurnMode;
use crate::laws::touch::state::{TouchMode, Touching};
use crate::system::mechanism::Mechanism;
use crate::tolerances::SLIP_ENDS;

impl Mechanism {
    /// Longest step in which no contact that slides in space comes to rest: there the direction of friction ends.
    pub fn slip_limit(&mut self, time: f64, y: &[f64]) -> f64 {
        self.laws.touch.turn_rate = 0.0;
        let turns = |t: &Touching| t.turning.iter().any(|m| matches!(m, TurnMode::Turn(_)));
        let slides = |t: &Touching| matches!(t.mode, TouchMode::Slip(_)) || turns(t);
        if self.laws.touch.tangents == 1 || !self.laws.touch.state.touching.iter().any(slides) {
            return f64::INFINITY;
        }
        let (q, v, _) = self.bodies.split(y);
        self.solve(time, q, v);
        let mut limit = self.laws.touch.turn_limit_of_contacts(&self.bodies);
        let mut ends = vec![false; self.laws.touch.contacts.len()];
        for ((t, c), comes_to_end) in
            self.laws.touch.state.touching.iter().zip(&self.laws.touch.contacts).zip(&mut ends)
        {
            if let TouchMode::Slip(_) = t.mode {
                let slip = [c.rate[1], c.rate[2]];
                let size = (slip[0] * slip[0] + slip[1] * slip[1]).sqrt();
                let change = [1, 2].map(|r| {
                    self.laws.touch.contact_times(&self.bodies, c, r, &self.bodies.solution[..self.bodies.nv])
                        + c.bias[r]
                });
                let slowing = -(slip[0] * change[0] + slip[1] * change[1]) / size;
                // what has only set off has no direction yet, and does not end
                if slowing > 0.0 && size > SLIP_ENDS * self.bodies.length * self.bodies.clock {
                    *comes_to_end = true;
                    limit = limit.min(0.95 * size / slowing);
                }
            }
        }
        self.laws.touch.turn_rate = self.laws.touch.slip_turn_rate(&self.bodies, &ends);
        limit
    }
}
