//! The energy ledger: it balances, friction takes and never gives, projection hardly moves anything.

use crate::doubts::{Excess, Measure, exceeds, note};
use crate::look::Look;
use crate::tolerances::{
    CORRECTION, CORRECTION_PER_RTOL, DISSIPATION_BACK, ENERGY_JUMP, ENERGY_OFF, JUMP_PER_RTOL, STEPPED_BACK,
};
use mainspring_model::{Load, Model};
use mainspring_record::Doubt;
use serde::{Deserialize, Serialize};

/// Records there is room for from the start; each is at least twice the one before.
const RECORDS: usize = 64;

/// What is remembered of the ledger.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct EnergyNotes {
    /// largest energy exchanged so far, J
    exchanged: f64,
    /// energies below this do not count as motion, J
    floor: f64,
    /// largest sum of all loads so far, N
    load: f64,
    /// lowest and highest stored energy so far, J
    stored: Option<[f64; 2]>,
    /// what the balance was off by at the last look, J
    residual: f64,
    /// moments at which it was off by more than ever before, or jumped by more: s, J
    off: Vec<[f64; 2]>,
    jumps: Vec<[f64; 2]>,
    /// largest heat of each load so far, J
    heat: Vec<f64>,
    /// most that stepped contacts had taken since they are stepped, J; none while they are not
    taken: Option<f64>,
    /// moments at which they had given more of it back than ever before: s, J
    gains: Vec<[f64; 2]>,
    /// of each load, moments at which it had given more of its heat back than ever before: s, J
    back: Vec<Vec<[f64; 2]>>,
}

/// Looks at the ledger.
pub struct EnergyWatch {
    pub notes: EnergyNotes,
    /// largest jump in one step, over the energy exchanged; infinite where steps have no error control
    jump: f64,
    /// how far loads may seem to move what stands still, m
    give: f64,
    /// largest correction by projection, over the size of an entry
    correction: f64,
}

impl EnergyWatch {
    pub fn new(rtol: f64, length: f64, controlled: bool) -> Self {
        let limit = |least: f64, factor: f64, most: f64| (factor * rtol).clamp(least, most);
        Self {
            // room for records, so that looks do not allocate
            notes: EnergyNotes {
                off: Vec::with_capacity(RECORDS),
                jumps: Vec::with_capacity(RECORDS),
                ..EnergyNotes::default()
            },
            give: rtol * length,
            jump: if controlled { limit(ENERGY_JUMP, JUMP_PER_RTOL, ENERGY_OFF) } else { f64::INFINITY },
            correction: if controlled { limit(CORRECTION, CORRECTION_PER_RTOL, 1.0) } else { f64::INFINITY },
        }
    }

    pub fn look(&mut self, model: &Model, look: &Look<'_>, doubts: &mut Vec<Doubt>) {
        let balance = &look.balance;
        let notes = &mut self.notes;
        let [low, high] = notes.stored.unwrap_or([balance.stored; 2]);
        let stored = [low.min(balance.stored), high.max(balance.stored)];
        notes.stored = Some(stored);
        let done: f64 = balance.loads.iter().filter(|(load, _)| *load != Load::Drawn).map(|(_, w)| w.abs()).sum();
        let terms = [balance.kinetic, stored[1] - stored[0], done, balance.lost.abs(), balance.floor];
        notes.exchanged = terms.into_iter().fold(notes.exchanged, f64::max);
        // steps that take contacts together have no error control, and what they miss of the energy counts as taken by contacts
        let jump = if look.stepped { 0.0 } else { (balance.residual - notes.residual).abs() };
        let taken = balance.lost - balance.residual;
        let most = notes.taken.map_or(taken, |most| most.max(taken));
        notes.taken = look.stepped.then_some(most);
        let gain = if look.stepped { most - taken } else { 0.0 };
        notes.residual = balance.residual;
        notes.floor = balance.floor;
        notes.heat.resize(balance.loads.len(), 0.0);
        notes.back.resize(balance.loads.len(), Vec::new());
        let mut given_back = 0.0f64;
        for (most, &(load, heat)) in notes.heat.iter_mut().zip(balance.loads) {
            if only_takes(model, load) {
                *most = most.max(heat);
                given_back = given_back.max(*most - heat);
            }
        }
        // mostly all is well, and loads need not be asked for
        let limit = |share: f64| share * notes.exchanged;
        let jumps = self.jump.is_finite() && exceeds(jump, limit(self.jump));
        if jumps || exceeds(balance.residual.abs(), limit(ENERGY_OFF)) || given_back > limit(DISSIPATION_BACK) {
            notes.load = notes.load.max((balance.load)());
        }
        let limit = |share: f64| share * notes.exchanged + self.give * notes.load;
        record(&mut notes.off, look.time, balance.residual.abs(), limit(ENERGY_OFF));
        record(&mut notes.gains, look.time, gain, limit(STEPPED_BACK) + notes.floor);
        if self.jump.is_finite() {
            record(&mut notes.jumps, look.time, jump, limit(self.jump));
        }
        for ((back, most), &(load, heat)) in notes.back.iter_mut().zip(&notes.heat).zip(balance.loads) {
            if only_takes(model, load) {
                record(back, look.time, *most - heat, limit(DISSIPATION_BACK));
            }
        }
        if exceeds(balance.correction, self.correction) {
            let (amount, allowed) = (balance.correction, self.correction);
            note(doubts, look.time, &Excess { measure: Measure::Projection, who: &[], amount, allowed, unit: "" });
        }
    }

    /// What is still too much for all the energy that was exchanged by now.
    pub fn conclude(&self, model: &Model, loads: &[(Load, f64)], doubts: &mut Vec<Doubt>) {
        let notes = &self.notes;
        let mut tell = |measure: Measure, who: &[&str], records: &[[f64; 2]], allowed: f64| {
            for [time, amount] in records.iter().filter(|[_, amount]| exceeds(*amount, allowed)) {
                note(doubts, *time, &Excess { measure, who, amount: *amount, allowed, unit: "J" });
            }
        };
        let limit = |share: f64| share * notes.exchanged + self.give * notes.load;
        if self.jump.is_finite() {
            tell(Measure::Energy, &[], &notes.jumps, limit(self.jump));
        }
        for off in &notes.off {
            let diverged = !self.jump.is_finite() && off[1] > notes.exchanged;
            let measure = if diverged { Measure::Divergence } else { Measure::Energy };
            tell(measure, &[], std::slice::from_ref(off), limit(ENERGY_OFF));
        }
        tell(Measure::Gain, &[], &notes.gains, limit(STEPPED_BACK) + notes.floor);
        for ((load, _), back) in loads.iter().zip(&notes.back) {
            let path = path_of(model, *load);
            tell(Measure::Dissipation, &[path.as_str()], back, limit(DISSIPATION_BACK));
        }
    }
}

/// Keeps an amount that is more than all before it and more than is allowed so far: as more energy is exchanged, earlier
/// ones may turn out to be none.
fn record(records: &mut Vec<[f64; 2]>, time: f64, amount: f64, allowed: f64) {
    records.retain(|[_, earlier]| exceeds(*earlier, allowed));
    if exceeds(amount, allowed) && records.last().is_none_or(|[_, largest]| amount > *largest || amount.is_nan()) {
        // more than twice the last record, so that few are kept; the last one follows the worst
        match records.last_mut() {
            Some(last) if records_are_close(last[1], amount) => last[1] = amount,
            _ => records.push([time, amount]),
        }
    }
}

fn records_are_close(before: f64, now: f64) -> bool {
    now <= 2.0 * before
}

/// Loads that can only take energy: a surface that moves carries parts along, and so may give.
fn only_takes(model: &Model, load: Load) -> bool {
    match load {
        Load::Damper(_) | Load::Compliant(_) | Load::Friction(_) | Load::Contact(_) | Load::OtherContacts => true,
        Load::Surface(_) => model.fields.windows.is_empty() && model.fields.arrays.is_empty(),
        Load::Force(_) | Load::Drive(_) | Load::Actuator(_) | Load::Constraint(_) | Load::Field(_) | Load::Drawn => {
            false
        }
    }
}

fn path_of(model: &Model, load: Load) -> String {
    match load {
        Load::Damper(spring) | Load::Actuator(spring) => model.springs[spring].path.clone(),
        Load::Compliant(joint) | Load::Friction(joint) => model.joints[joint].path.clone(),
        Load::Contact(pair) => model.contact_path(pair),
        Load::Surface(body) | Load::Field(body) => model.bodies[body].path.clone(),
        Load::Force(force) => model.forces[force].path.clone(),
        Load::Drive(drive) => model.drives[drive].path.clone(),
        Load::Constraint(row) => model.constraints[row].path.clone(),
        Load::OtherContacts => "contacts".to_owned(),
        Load::Drawn => "surface".to_owned(),
    }
}
