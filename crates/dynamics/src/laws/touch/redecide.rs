//! Contacts asked again at one moment, while what rests and what slides on a table is still being decided.

use crate::laws::touch::due::FiredGuards;
use crate::laws::touch::state::{Site, Touching};
use crate::laws::touch::touch::Touch;
use crate::multibody::multibody::Multibody;
use crate::tolerances::{AT_REST, START_OVERLAP, TOUCH_CLOSE};
use mainspring_contact::{ContactSolution, Mode};

impl Touch {
    /// What touches at the state of `kinematics` and neither comes closer nor moves apart.
    pub fn lasting_here(&self, bodies: &Multibody, time: f64) -> Vec<Site> {
        let sites =
            self.sites_here(bodies, &FiredGuards::default(), if time == 0.0 { START_OVERLAP } else { TOUCH_CLOSE });
        let stays =
            |s: &Site| self.contact_at(bodies, *s).is_some_and(|c| c.rate[0].abs() <= self.slow(bodies, c.scale));
        sites.into_iter().filter(stays).collect()
    }

    /// Between two that do not move a load stays what it was: the table holds them both, and nothing else tells how much they push.
    pub fn keep_locked(
        &self,
        bodies: &Multibody,
        lasting: &[Site],
        before: &[Touching],
        warm: &[Mode],
        held: &mut ContactSolution,
    ) {
        let (k, n) = (self.rows(), self.free.len());
        for (i, site) in lasting.iter().enumerate() {
            let rows = i * k..(i + 1) * k;
            let locked = rows.clone().all(|row| self.matrix[row * n + row] == 0.0);
            let by_table = self.contacts[i].bodies.iter().flatten().any(|&b| bodies.is_held(b));
            let parts = self.free[i * k] > AT_REST * bodies.length;
            if locked
                && by_table
                && !parts
                && let Some(was) = before.iter().find(|t| t.site == *site)
            {
                // two that the table holds do not slide on each other, whatever they did on the way there
                let c = &self.contacts[i];
                let slip = (c.rate[1] * c.rate[1] + c.rate[2] * c.rate[2]).sqrt();
                let holds = c.friction[1] > 0.0 && slip <= AT_REST * bodies.length;
                held.modes[i] = if holds { Mode::Stick } else { warm[i] };
                held.force[rows].copy_from_slice(&was.force[..k]);
            }
        }
    }
}
