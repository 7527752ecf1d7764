//! Energy of a step: heat, and the work of motions and loads.

use crate::laws::touch::touch::Touch;
use crate::multibody::results::{LedgerEntry, LedgerKind};
use crate::system::mechanism::Mechanism;
use crate::system::stepping_scratch::{Effort, SteppingScratch};
use crate::tolerances::STEPPED_GAIN;
use mainspring_model::{DriveKind, Load};

impl Mechanism {
    /// Kinetic energy of velocities v, J.
    pub fn kinetic(&self, scratch: &SteppingScratch, v: &[f64]) -> f64 {
        let mut sum = 0.0;
        let here = |b: &usize| !self.bodies.aside.bodies[*b];
        for (b, span) in self.bodies.spans.iter().enumerate().filter(|(b, _)| here(b)) {
            let (n, mass) = (span.v_len, &scratch.masses[scratch.places[b]..]);
            for i in 0..n {
                for j in 0..n {
                    sum += 0.5 * v[span.v + i] * mass[i * n + j] * v[span.v + j];
                }
            }
        }
        sum
    }

    /// Whether impulses give more energy than drives do, or more than numbers hold: an answer that has not converged.
    pub fn gains(&self, scratch: &mut SteppingScratch, smooth_v: &[f64], v: &[f64]) -> bool {
        let driven = scratch.efforts.iter().filter(|e| self.laws.friction.list[e.place].drive.is_some());
        // along the mean of both rates, but for what contacts keep from moving along that of the end
        let work = |e: &Effort| {
            let row = scratch.crowd.rows_of(e.law).start;
            let [from, to] = [smooth_v, v].map(|v| scratch.crowd.impulse[row] * scratch.crowd.rate(row, v));
            [0.5 * (from + to), to]
        };
        let given = driven.map(work).fold([0.0; 2], |sum, work| [sum[0] + work[0], sum[1] + work[1]]);
        let given = given[0].max(given[1]);
        let now = self.kinetic(scratch, v);
        let before = self.kinetic(scratch, smooth_v) + given.max(0.0);
        if now.is_nan() || now <= before * (1.0 + STEPPED_GAIN) {
            return now.is_nan();
        }
        // what a prescribed motion pushes through a contact is its work
        let prescribed: f64 = self.prescribed_work(scratch).iter().map(|(_, work)| work).sum();
        now > (before + prescribed.max(0.0)) * (1.0 + STEPPED_GAIN)
    }

    /// Heat of friction of each pair along the mean of the slips before and after, into the ledger; all of it, J.
    pub fn book_heat(&self, scratch: &SteppingScratch, impulses: &[[f64; 3]], v: &[f64], w: &mut [f64]) -> f64 {
        let mut all = 0.0;
        for (i, (near, impulse)) in scratch.near.iter().zip(impulses).enumerate() {
            let Some((pair, _)) = Touch::features(near.site) else { continue };
            let rows = scratch.crowd.rows_of(i);
            // M (v − v₀) = h F + Jᵀλ, and so ½vᵀMv − ½v₀ᵀMv₀ = (h F + Jᵀλ)·(v + v₀)/2: the mean of the slips before and after
            let slip = |row: usize, before: f64| 0.5 * (before + scratch.crowd.rate(row, v));
            let tangents = rows.skip(1).zip(&impulse[1..]).zip(&near.contact.rate[1..]);
            let heat: f64 = tangents.map(|((row, x), before)| -x * slip(row, *before)).sum::<f64>().max(0.0);
            w[self.bodies.places.heat(pair)] += heat;
            all += heat;
        }
        all
    }

    /// Work and heat of loads along the way that was gone instead of the smooth one, into the ledger; by how much less heat
    /// and more work there is than along the smooth one, J, and whether some load acted along a way of its own.
    ///
    /// What a damper takes from a part that is held by a contact is nothing, though the smooth motion would have it move.
    pub fn book_loads(
        &mut self,
        scratch: &SteppingScratch,
        time: f64,
        [start_q, start_v, end_v]: [&[f64]; 3],
        w: &mut [f64],
        h: f64,
    ) -> (f64, bool) {
        let own = |load: Load| !matches!(load, Load::Contact(_) | Load::OtherContacts | Load::Friction(_));
        if !self.bodies.places.ledger.iter().any(|load| own(*load)) {
            return (0.0, false);
        }
        let middle: Vec<f64> = start_v.iter().zip(end_v).map(|(a, b)| 0.5 * (a + b)).collect();
        let mut q = start_q.to_vec();
        self.move_by(&mut q, &middle, 0.5 * h, |_| true);
        self.solve(time + 0.5 * h, &q, &middle);
        self.powers(&middle, time + 0.5 * h);
        let (mut more, mut apart) = (0.0, false);
        for (at, entry) in self.bodies.ledger.iter().enumerate().filter(|(_, e)| own(e.load)) {
            if self.bodies.aside.loads[at] {
                continue;
            }
            let (gone, smooth) = (self.bodies.power[at], scratch.smooth_power[at]);
            // along a way that hardly differs, the smooth one's work is known better than from its middle
            let differs = (gone - smooth).abs() > 0.01 * smooth.abs();
            let by = if differs { h * gone - scratch.smooth_work[at] } else { h * (gone - smooth) };
            apart |= differs;
            w[at] += by;
            more += match entry.kind {
                LedgerKind::Work => by,
                LedgerKind::Dissipation => -by,
                LedgerKind::Meter => 0.0,
            };
        }
        (more, apart)
    }

    /// Energy at the start of a step and what loads bring along its smooth motion, J: what that ends with but for its own error.
    pub fn energy_by_loads(&mut self, scratch: &SteppingScratch, q: &[f64], v: &[f64]) -> f64 {
        self.bodies.kinematics(q, v);
        let by = |(entry, work): (&LedgerEntry, &f64)| match entry.kind {
            LedgerKind::Work => *work,
            LedgerKind::Dissipation => -work,
            LedgerKind::Meter => 0.0,
        };
        self.energies().total() + self.bodies.ledger.iter().zip(&scratch.smooth_work).map(by).sum::<f64>()
    }

    /// Work that prescribed motions do against contacts, into the ledger; all of it, J.
    pub fn book_drives(&self, scratch: &mut SteppingScratch, w: &mut [f64]) -> f64 {
        let works = self.prescribed_work(scratch);
        works.iter().for_each(|&(at, work)| w[at] += work);
        works.iter().map(|(_, work)| work).sum()
    }

    /// Of each prescribed motion its place in the ledger and the work it does against contacts, J: its impulse times the rate it
    /// holds.
    fn prescribed_work(&self, scratch: &mut SteppingScratch) -> Vec<(usize, f64)> {
        let bodies = &self.bodies;
        let drives = (0..bodies.model.drives.len()).filter(|&d| bodies.model.drives[d].kind != DriveKind::Effort);
        let of_drives = drives.filter_map(|d| Some((bodies.drive_row(d)?, bodies.places.load(Load::Drive(d))?)));
        let constraints = 0..bodies.model.constraints.len();
        let of_constraints =
            constraints.filter_map(|c| Some((bodies.places.constraint[c], bodies.places.load(Load::Constraint(c))?)));
        let rows: Vec<(usize, usize)> = of_drives.chain(of_constraints).collect();
        if rows.is_empty() || scratch.together.is_empty() {
            return Vec::new();
        }
        scratch.unit.clear();
        scratch.unit.resize(bodies.pattern.unknowns, 0.0);
        scratch.crowd.add_forces(&mut scratch.unit);
        bodies.factor.solve(&bodies.pattern, &mut scratch.unit);
        let acting = rows.into_iter().filter(|(row, _)| bodies.masks.velocity[bodies.nv + row]);
        acting.map(|(row, at)| (at, -scratch.unit[bodies.nv + row] * bodies.target[row])).collect()
    }
}
