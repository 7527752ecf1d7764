//! How friction turns with the slip in space, for implicit integrators.
//!
//! ```text
//! λₜ = −μ λₙ d,  d = s/|s|:   ∂d/∂v = (1 − d dᵀ)/|s| · ∂s/∂v
//! ```
//!
//! A change of d acts like a force −μ λₙ δd on both, to which all other contacts respond. Slip that has only begun turns at rates
//! without bound: what is left out here no implicit step could know.

use crate::laws::touch::state::TouchMode;
use crate::laws::touch::touch::Touch;
use crate::multibody::multibody::Multibody;

impl Touch {
    /// The fastest rate at which friction turns with a slip in space, after a solve, 1/s: how soon a slip that is off its way
    /// comes back to it. Over a step friction turns `faster` with those that come to their end, contact by contact.
    pub fn slip_turn_rate(&self, bodies: &Multibody, faster: &[f64]) -> f64 {
        // what is stepped beside it is listed behind, and was not solved for
        let n = self.free.len();
        let mut fastest: f64 = 0.0;
        if self.tangents == 1 || self.matrix.len() != n * n {
            return fastest;
        }
        for (i, (t, c)) in self.state.touching.iter().zip(&self.contacts).enumerate() {
            let TouchMode::Slip(start) = t.mode else { continue };
            let faster = faster.get(i).copied().unwrap_or(1.0);
            let pace = self.slip_direction(bodies, c, start).1;
            if pace > 0.0 && 3 * i + 2 < n {
                let responds = [1, 2].map(|r| self.matrix[(3 * i + r) * (n + 1)]);
                fastest =
                    fastest.max(faster * c.friction[0] * self.force[3 * i].abs() * responds[0].max(responds[1]) / pace);
            }
        }
        fastest
    }

    /// Tells what slip that turns adds to ∂v̇ᵢ/∂vⱼ, after a solve: i, j, how much.
    pub fn slip_slopes(&mut self, bodies: &Multibody, mut add: impl FnMut(usize, usize, f64)) {
        if self.tangents == 1 {
            return;
        }
        let unknowns = bodies.pattern.unknowns;
        // what a unit of friction across does: both tangents of each slip
        let (mut turning, mut respond) = (Vec::new(), Vec::new());
        // what is stepped beside it is listed behind, and was not solved for
        for i in 0..self.contacts.len().min(self.force.len() / 3) {
            let TouchMode::Slip(start) = self.state.touching[i].mode else { continue };
            let (c, pull) = (&self.contacts[i], -self.contacts[i].friction[0] * self.force[3 * i]);
            let (d, pace) = self.slip_direction(bodies, c, start);
            if pull == 0.0 || pace == 0.0 {
                continue;
            }
            turning.push((i, d, pace));
            for row in [3 * i + 1, 3 * i + 2] {
                respond.extend(self.unit[row * unknowns..(row + 1) * unknowns].iter().map(|x| pull * x));
            }
        }
        self.all_held_by_contacts(bodies, &mut respond);
        for (&(i, d, pace), across) in turning.iter().zip(respond.chunks_exact(2 * unknowns.max(1))) {
            let c = &self.contacts[i];
            for (side, body) in c.bodies.iter().enumerate() {
                let Some(b) = *body else { continue };
                let span = bodies.spans[b];
                for l in 0..span.v_len {
                    let s = [c.rows[side][1][l], c.rows[side][2][l]];
                    let along = s[0] * d[0] + s[1] * d[1];
                    let turn = [0, 1].map(|r| (s[r] - along * d[r]) / pace);
                    for k in 0..bodies.nv {
                        add(k, span.v + l, across[k] * turn[0] + across[unknowns + k] * turn[1]);
                    }
                }
            }
        }
    }
}
