//! Contacts asked again at one moment, while what rests and what slides on a table is still being decided.

use super::start::ROUNDING;
use super::{CLOSE, Due, Site, Touching};
use crate::core::Core;
use crate::transitions::AT_REST;
use mainspring_contact::{Held, Mode};

impl Core {
    /// What touches at the state of `kinematics` and neither comes closer nor moves apart.
    pub(crate) fn lasting_here(&self, time: f64) -> Vec<Site> {
        let sites = self.sites_here(&Due::default(), if time == 0.0 { ROUNDING } else { CLOSE });
        let stays = |s: &Site| self.contact_at(*s).is_some_and(|c| c.rate[0].abs() <= self.slow(c.scale));
        sites.into_iter().filter(stays).collect()
    }

    /// Between two that do not move a load stays what it was: the table holds them both, and nothing else tells how much they push.
    pub(super) fn keep_locked(&self, lasting: &[Site], before: &[Touching], warm: &[Mode], held: &mut Held) {
        let (k, n) = (self.touch.rows(), self.touch.free.len());
        for (i, site) in lasting.iter().enumerate() {
            let rows = i * k..(i + 1) * k;
            let locked = rows.clone().all(|row| self.touch.matrix[row * n + row] == 0.0);
            let by_table = self.touch.contacts[i].bodies.iter().flatten().any(|&b| self.is_held(b));
            let parts = self.touch.free[i * k] > AT_REST * self.length;
            if locked
                && by_table
                && !parts
                && let Some(was) = before.iter().find(|t| t.site == *site)
            {
                // two that the table holds do not slide on each other, whatever they did on the way there
                let c = &self.touch.contacts[i];
                let slip = (c.rate[1] * c.rate[1] + c.rate[2] * c.rate[2]).sqrt();
                let holds = c.friction[1] > 0.0 && slip <= AT_REST * self.length;
                held.modes[i] = if holds { Mode::Stick } else { warm[i] };
                held.force[rows].copy_from_slice(&was.force[..k]);
            }
        }
    }

    /// Sets what contacts do with friction of parts as the mode has it; false where no motion is consistent.
    pub(crate) fn decide_again(
        &mut self,
        time: f64,
        q: &[f64],
        v: &[f64],
        lasting: &[Site],
        warm: &[Touching],
    ) -> bool {
        let due = self.with_earlier_strain(time, &Due::default());
        self.decide_contacts(time, q, v, lasting, warm, &due).is_ok()
    }
}
