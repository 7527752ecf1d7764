//! Which way friction acts on a slip in space that has only just begun.
//!
//! From rest, slip goes where it is accelerated: s ≈ a t. Friction along s turns s in no time as long as that is slow, which holds
//! s/|s| next to a/|a| and the equations stiff without bound. So while s is slower than a least speed, its direction is that of its
//! own acceleration, which friction along it leaves:
//!
//! ```text
//! d ∥ |a(d)|/l · s + a(d),    a(d) = a₀ − W μ λₙ d
//! ```
//!
//! where l is the least speed and fades fast for what is faster, which has its own direction to the last digit. For one contact,
//! d ← unit(|a|/l · s + a + ρ d) with ρ = μ λₙ W is Newton's method; for several ρ bounds how they push each other.

use crate::laws::touch::state::TouchMode;
use crate::laws::touch::touch::Touch;
use crate::multibody::multibody::Multibody;
use crate::tolerances::{DIRECTION_FOUND, SLIP_WITHOUT_DIRECTION};
use mainspring_contact::Mode;

/// Rounds in which directions are looked for; where they are not found by then, those at which slip was let go serve.
const ROUNDS: usize = 60;

/// Of a motion in two coordinates of this size: how much the direction in which it sets off counts beside its own, in its unit.
pub fn lead(rate: [f64; 2], least: f64) -> f64 {
    let fast = (rate[0] * rate[0] + rate[1] * rate[1]) / (least * least);
    least / ((1.0 + fast) * (1.0 + fast))
}

/// A slip that has only begun.
#[derive(Clone, Copy, Debug)]
pub struct SettingOff {
    contact: usize,
    /// m/s
    lead: f64,
    /// bound of what friction of all contacts does to its acceleration, m/s²
    stiffness: f64,
}

impl Touch {
    /// Slips that have only begun, at the forces last solved for.
    fn setting_off(&self, bodies: &Multibody) -> Vec<SettingOff> {
        let n = self.touch_rows();
        let least = SLIP_WITHOUT_DIRECTION * bodies.length;
        let push = |j: usize| match self.modes[j] {
            Mode::Slip(d) if d != [0.0; 2] => self.contacts[j].friction[0] * self.force[3 * j].abs(),
            _ => 0.0,
        };
        let begun = |i: usize| {
            let c = &self.contacts[i];
            let TouchMode::Slip(start) = self.state.touching[i].mode else { return None };
            let rate = [c.rate[1], c.rate[2]];
            let lead = lead(rate, least);
            let counts = lead > DIRECTION_FOUND * rate[0].abs().max(rate[1].abs());
            if start == [0.0; 3] || c.friction[0] == 0.0 || !counts {
                return None;
            }
            let coupled = |j: usize| {
                let cells = [1, 2].map(|r| [1, 2].map(|s| self.matrix[(3 * i + r) * n + 3 * j + s]));
                cells.iter().flatten().map(|w| w * w).sum::<f64>().sqrt()
            };
            let stiffness = (0..self.contacts.len()).map(|j| push(j) * coupled(j)).sum();
            Some(SettingOff { contact: i, lead, stiffness })
        };
        (0..self.contacts.len()).filter_map(begun).collect()
    }

    /// How slip i accelerates along its tangents under the forces last solved for, m/s².
    pub fn slip_acceleration(&self, i: usize) -> [f64; 2] {
        let n = self.touch_rows();
        [1, 2].map(|r| {
            let row = 3 * i + r;
            let pushed = self.matrix[row * n..(row + 1) * n].iter().zip(&self.force).map(|(w, f)| w * f);
            self.free[row] + pushed.sum::<f64>()
        })
    }

    /// Slips that have only begun go where they are accelerated; after a solve, which is taken again.
    pub fn follow_accelerations(&mut self, bodies: &Multibody) {
        let begun = self.setting_off(bodies);
        if begun.is_empty() {
            return;
        }
        let Some(mut fixed) = self.fixed.take() else { return };
        let (modes, force) = (self.modes.clone(), self.force.clone());
        let mut found = false;
        for _ in 0..ROUNDS {
            let mut change = 0.0_f64;
            for s in &begun {
                let (Mode::Slip(d), c) = (self.modes[s.contact], &self.contacts[s.contact]) else { continue };
                let a = self.slip_acceleration(s.contact);
                let pull = (a[0] * a[0] + a[1] * a[1]).sqrt() / s.lead;
                let to = [0, 1].map(|r| pull * c.rate[1 + r] + a[r] + s.stiffness * d[r]);
                let size = (to[0] * to[0] + to[1] * to[1]).sqrt();
                if size > 0.0 {
                    let to = to.map(|x| x / size);
                    change = change.max((to[0] - d[0]).abs()).max((to[1] - d[1]).abs());
                    self.modes[s.contact] = Mode::Slip(to);
                }
            }
            found = change <= DIRECTION_FOUND;
            if found || fixed.solve(&self.matrix, &self.free, &self.modes, &mut self.force).is_err() {
                break;
            }
        }
        self.fixed = Some(fixed);
        if !found {
            (self.modes, self.force) = (modes, force);
        }
    }

    /// Direction of slip i along its tangents as last solved for, and the pace at which it turns: how far the slip must change
    /// across for each radian, m/s.
    pub fn slip_pace(&self, bodies: &Multibody, i: usize) -> Option<([f64; 2], f64)> {
        let Mode::Slip(d) = self.modes[i] else { return None };
        let c = &self.contacts[i];
        let pace = (c.rate[1] * c.rate[1] + c.rate[2] * c.rate[2]).sqrt();
        let begun = self.setting_off(bodies).into_iter().find(|s| s.contact == i);
        let slower = begun.map_or(0.0, |s| {
            let a = self.slip_acceleration(i);
            s.lead * (1.0 + s.stiffness / (a[0] * a[0] + a[1] * a[1]).sqrt())
        });
        Some((d, pace + slower)).filter(|_| d != [0.0; 2])
    }
}
