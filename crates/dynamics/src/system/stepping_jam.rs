//! Steps that a prescribed motion jams: contacts that no impulse keeps from closing.
//!
//! A contact between parts that are both moved exactly gives way to nothing. Parts between such ones give way each by itself, and
//! yet not together: impulses λ then grow without changing velocities any more,
//!
//! ```text
//! λᵀ W λ  ≪  Σ Wᵢᵢ λᵢ²,   W = J K⁻¹ Jᵀ
//! ```
//!
//! while the contacts go on closing. n parts that rest on each other come to some 1/n² of it.

use crate::laws::touch::state::Site;
use crate::system::failure::Failure;
use crate::system::jam::driving;
use crate::system::mechanism::Mechanism;
use crate::system::stepping_rows::sides;
use crate::system::stepping_scratch::{Near, SteppingScratch};
use crate::tolerances::REDUNDANT;
use mainspring_model::DriveKind;

/// Sweeps after which impulses that grow in vain have grown enough.
const SWEEPS: usize = 2000;
/// Share of what parts that rest on each other come to at least.
const IN_VAIN: f64 = 0.05;

impl Mechanism {
    /// Whether any motion is prescribed exactly.
    fn prescribes(&self) -> bool {
        let model = &self.bodies.model;
        let exact = |d: &&mainspring_model::Drive| d.kind != DriveKind::Effort && d.limit.is_none();
        model.drives.iter().filter(exact).any(|d| self.bodies.joint_acts(d.coordinate.joint))
    }

    /// How far inside its part a contact would be at the end of a step with velocities v, beyond what is allowed.
    fn closes_too_far(&self, scratch: &SteppingScratch, i: usize, v: &[f64], h: f64) -> bool {
        let contact = &scratch.near[i].contact;
        let rate = scratch.crowd.rate(scratch.crowd.rows_of(i).start, v);
        contact.gap + h * rate < -self.stepped_overlap() * contact.scale
    }

    /// Takes contacts out that give way to nothing, whose impulses would be without bound; an error if one of them closes.
    pub fn take_out_immovable(
        &self,
        scratch: &mut SteppingScratch,
        smooth_v: &[f64],
        h: f64,
    ) -> Result<Vec<Site>, Failure> {
        if !self.prescribes() {
            return Ok(Vec::new());
        }
        let immovable = |i: &usize| {
            let contact = &scratch.near[*i].contact;
            let alone: f64 =
                sides(contact).map(|(side, b)| self.bodies.mobility_alone(b, &contact.rows[side][0])).sum();
            scratch.crowd.mobility(scratch.crowd.rows_of(*i).start) <= REDUNDANT * alone
        };
        let found: Vec<usize> = (0..scratch.near.len()).filter(immovable).collect();
        let closing: Vec<usize> =
            found.iter().copied().filter(|&i| self.closes_too_far(scratch, i, smooth_v, h)).collect();
        if let Some(jam) = self.jam_between(scratch, &closing) {
            return Err(jam);
        }
        let sites: Vec<Site> = found.iter().map(|&i| scratch.near[i].site).collect();
        scratch.near.retain(|n: &Near| !sites.contains(&n.site));
        Ok(sites)
    }

    /// Contacts that go on closing under impulses that grow in vain, between parts that a prescribed motion moves.
    pub fn pinched(&self, scratch: &mut SteppingScratch, smooth_v: &[f64], v: &[f64], h: f64) -> Option<Failure> {
        let closing = |scratch: &SteppingScratch, v: &[f64]| -> Vec<usize> {
            (0..scratch.near.len()).filter(|&i| self.closes_too_far(scratch, i, v, h)).collect()
        };
        if !self.prescribes() || closing(scratch, v).is_empty() {
            return None;
        }
        let known = scratch.crowd.impulse.clone();
        let mut swept = smooth_v.to_vec();
        scratch.crowd.impulse.fill(0.0);
        scratch.crowd.relax(&mut swept, SWEEPS, 0.0);
        let found = closing(scratch, &swept);
        let pushing = |i: &usize| scratch.crowd.impulse[scratch.crowd.rows_of(*i).start] > 0.0;
        let count = (0..scratch.near.len()).filter(pushing).count() as f64;
        let each = |i: usize| {
            let row = scratch.crowd.rows_of(i).start;
            scratch.crowd.mobility(row) * scratch.crowd.impulse[row] * scratch.crowd.impulse[row]
        };
        let by_itself: f64 = (0..scratch.near.len()).map(each).sum();
        let change: Vec<f64> = swept.iter().zip(smooth_v).map(|(v, smooth)| v - smooth).collect();
        let in_vain = 2.0 * self.kinetic(scratch, &change) * count * count < IN_VAIN * by_itself;
        scratch.crowd.impulse = known;
        if in_vain { self.jam_between(scratch, &found) } else { None }
    }

    /// The error that names contacts and the prescribed motions that close them; none where no motion does.
    fn jam_between(&self, scratch: &SteppingScratch, closing: &[usize]) -> Option<Failure> {
        let sites: Vec<Site> = closing.iter().map(|&i| scratch.near[i].site).collect();
        let held: Vec<_> = sites.iter().flat_map(|site| self.laws.touch.site_bodies(&self.bodies, *site)).collect();
        let drives = driving(&self.bodies.model, &held, |joint| self.bodies.state.joints[joint]);
        let mut contacts: Vec<Vec<String>> = Vec::new();
        for site in sites {
            let names = self.laws.touch.site_names(&self.bodies, site);
            if !contacts.contains(&names) {
                contacts.push(names);
            }
        }
        (!drives.is_empty() && !contacts.is_empty()).then_some(Failure::Driven { drives, contacts })
    }
}
