//! Rates at the end of a step, where parts are then.
//!
//! Impulses of a step are found with the rows of its beginning. At its end what had to be pushed apart must not go on into each other,
//! and a drive that is not at its limit moves its coordinate as it prescribes. Both are one problem once more, with the rows of the end:
//! efforts go on from what they exerted in the step, and no further than they may in all of it.

use crate::laws::touch::state::{Site, Touching};
use crate::multibody::multibody::Use;
use crate::system::mechanism::Mechanism;
use crate::system::stepping_rows::sides;
use crate::system::stepping_scratch::{Effort, Exerted, Near, Recall, SteppingScratch};
use crate::tolerances::{AT_REST, COLLAPSE, IMPULSES_EXACT, STEPPED_SLIP};
use mainspring_contact::CrowdLaw;
use mainspring_model::DriveKind;

/// Laws up to which what was pushed apart is settled to all digits; of more, the next step finishes what is left.
const FEW: usize = 64;

/// Sweeps at most for rates of drives.
const SWEEPS: usize = 200;

impl Mechanism {
    /// Whether a drive could hold the rate that it prescribes, and does not; at the state of `kinematics`.
    fn lags(&self, exerted: &Exerted) -> bool {
        let k = exerted.effort.place;
        let Some(d) = self.laws.friction.list[k].drive else { return false };
        self.bodies.model.drives[d].kind == DriveKind::Speed
            && exerted.impulse.abs() < exerted.bound * (1.0 - IMPULSES_EXACT)
            && self.bodies.drive_error(d)[1].abs() > AT_REST * self.laws.friction.joint_rate_scale(&self.bodies, k)
    }

    /// Takes away velocities with which what was pushed apart would go on into each other, no row had stopped it, and those by which drives
    /// lag; what that took is added to what was exerted and to the forces of contacts. Heat less work, J.
    pub fn settle_rates(
        &mut self,
        scratch: &mut SteppingScratch,
        time: f64,
        [q, v, w]: [&mut [f64]; 3],
        exerted: &mut [Exerted],
        touching: &mut Vec<Touching>,
        h: f64,
    ) -> f64 {
        let pushed = std::mem::take(&mut scratch.pushed);
        if !pushed && exerted.is_empty() {
            return 0.0;
        }
        self.bodies.kinematics(q, v);
        self.bodies.drive_motion(time);
        let lags = exerted.iter().any(|e| self.lags(e));
        if !pushed && !lags {
            return 0.0;
        }
        self.find_near(scratch, v, 0.0, Recall::Anew);
        scratch.near.retain(|n| n.contact.gap <= self.stepped_overlap() * n.contact.scale);
        for mut near in std::mem::take(&mut scratch.whole) {
            near.contact.rate[0] = (sides(&near.contact))
                .map(|(side, b)| {
                    let span = self.bodies.spans[b];
                    (0..span.v_len).map(|i| near.contact.rows[side][0][i] * v[span.v + i]).sum::<f64>()
                })
                .sum();
            scratch.near.push(near);
        }
        let speed = self.laws.touch.rest_speed;
        if !lags && scratch.near.iter().all(|n| n.contact.rate[0] >= -STEPPED_SLIP * speed) {
            return 0.0;
        }
        if scratch.closes {
            self.bodies.jacobians(time);
            self.bodies.factorise(Use::Velocity, COLLAPSE, |_| {});
        }
        self.invert_masses(scratch);
        let law = |n: &Near| (CrowdLaw::Contact { friction: n.contact.friction[0], target: 0.0 }, [0.0; 3]);
        let laws: Vec<_> = scratch.near.iter().map(law).collect();
        self.gather_rows(scratch, &laws, self.laws.touch.rows());
        for e in exerted.iter() {
            let Some((law, start)) = self.push_effort(scratch, e.effort.place, e.impulse) else { continue };
            scratch.crowd.set_bounded(law, e.bound, self.rate_at_end(&e.effort));
            scratch.efforts.push(Effort { law, start, ..e.effort });
        }
        let before = v.to_vec();
        let exact = IMPULSES_EXACT * speed;
        if scratch.crowd.len() <= FEW {
            scratch.crowd.solve(v, exact, speed);
        } else {
            scratch.crowd.solve_roughly(v, exact, speed);
        }
        // what is left of a rate that is prescribed nothing else finishes
        if lags && scratch.crowd.relax(v, SWEEPS, exact) > exact {
            scratch.crowd.solve_exactly(v);
        }
        // from here on what is exerted in addition
        let totals: Vec<f64> = self.exerted(scratch).iter().map(|e| e.impulse).collect();
        for effort in &scratch.efforts {
            let known = exerted.iter().find(|e| e.effort.place == effort.place).map_or(0.0, |e| e.impulse);
            let row = scratch.crowd.rows_of(effort.law).start;
            scratch.crowd.impulse[row] -= known;
        }
        if self.gains(scratch, &before, v) {
            v.copy_from_slice(&before);
            return 0.0;
        }
        for (effort, total) in scratch.efforts.iter().zip(totals) {
            exerted.iter_mut().filter(|e| e.effort.place == effort.place).for_each(|e| e.impulse = total);
        }
        let impulses = self.impulses_of(scratch);
        let by_parts = self.book_heat(scratch, &impulses, v, w) - self.book_drives(scratch, w);
        self.add_forces(scratch, &impulses, touching, h);
        by_parts + self.book_efforts(scratch, v, w)
    }

    /// The rate that an effort holds at the end of a step: that of a drive is prescribed, or what it comes back with.
    fn rate_at_end(&self, effort: &Effort) -> f64 {
        let drive = self.laws.friction.list[effort.place].drive;
        match drive.filter(|&d| self.bodies.model.drives[d].kind != DriveKind::Position) {
            Some(d) => self.bodies.motion[d].value,
            None => effort.target,
        }
    }

    /// Impulses of each contact.
    pub fn impulses_of(&self, scratch: &SteppingScratch) -> Vec<[f64; 3]> {
        let impulse_of = |i: usize| {
            let mut own = [0.0; 3];
            for (x, row) in own.iter_mut().zip(scratch.crowd.rows_of(i)) {
                *x = scratch.crowd.impulse[row];
            }
            own
        };
        (0..scratch.near.len()).map(impulse_of).collect()
    }

    /// Adds what contacts did at the end of a step to their forces.
    fn add_forces(&self, scratch: &SteppingScratch, impulses: &[[f64; 3]], touching: &mut Vec<Touching>, h: f64) {
        for more in self.with_force(scratch, impulses, h) {
            // a pair as a whole has no place
            if matches!(more.site, Site::Pair { a: u32::MAX, .. }) {
                continue;
            }
            match touching.binary_search_by_key(&more.site, |t| t.site) {
                Ok(at) => {
                    let known = &mut touching[at];
                    let along = if known.axis == more.axis { 3 } else { 1 };
                    (0..along).for_each(|i| known.force[i] += more.force[i]);
                }
                Err(at) => touching.insert(at, more),
            }
        }
    }
}
