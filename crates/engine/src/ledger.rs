//! The energy ledger: ΔK + ΔU − work + dissipated + lost − projected = 0, and what it is off by.

use crate::tolerances::ENERGY_FLOOR;
use mainspring_dynamics::{Energy, LedgerKind, RunValues, System};
use serde::{Deserialize, Serialize};

/// Energy balance of a run so far, J.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Ledger {
    /// at the start
    pub start: f64,
    /// now
    pub kinetic: f64,
    /// in gravity, now
    pub potential: f64,
    /// in springs, now
    pub spring: f64,
    /// done on the mechanism by forces, drives and actuators
    pub work: f64,
    /// work done, and heat, by loads that the mechanism no longer has
    pub gone: [f64; 2],
    /// lost in dampers
    pub dissipated: f64,
    /// lost when joints were attached or prescribed motions jumped
    pub lost: f64,
    /// released with springs that were taken away, less what attached ones brought
    pub switched: f64,
    /// put in by projection onto the constraints
    pub projected: f64,
    /// largest kinetic energy, or swing of potential and spring energy, so far
    pub scale: f64,
    /// what the balance is off by now
    pub residual: f64,
    /// largest |residual| so far
    pub worst: f64,
    /// largest |residual| so far over the scale so far
    pub relative: f64,
    /// energies below this do not count as motion: a millionth of what gravity and springs could do
    pub floor: f64,
    /// lowest and highest potential + spring energy so far
    pub potential_range: [f64; 2],
}

impl Ledger {
    /// At the start.
    pub(crate) fn new(system: &dyn System, energy: Energy) -> Self {
        let u = energy.potential + energy.spring;
        let floor = ENERGY_FLOOR * (system.weight() * system.length() + energy.spring);
        let mut ledger = Self { start: energy.total(), potential_range: [u, u], floor, ..Self::default() };
        ledger.set(energy);
        ledger
    }

    fn set(&mut self, energy: Energy) {
        (self.kinetic, self.potential, self.spring) = (energy.kinetic, energy.potential, energy.spring);
    }

    /// Brings the balance up to a state with these energies and integrals.
    pub(crate) fn update(&mut self, system: &dyn System, energy: Energy, integrals: &[f64]) {
        self.set(energy);
        [self.work, self.dissipated] = self.gone;
        for (entry, value) in system.ledger().iter().zip(integrals) {
            match entry.kind {
                LedgerKind::Work => self.work += value,
                LedgerKind::Dissipation => self.dissipated += value,
                LedgerKind::Meter => {}
            }
        }
        self.widen_range();
        self.rebalance();
    }

    /// Takes the potential and spring energy of now into their range.
    pub fn widen_range(&mut self) {
        let u = self.potential + self.spring;
        self.potential_range = [self.potential_range[0].min(u), self.potential_range[1].max(u)];
    }

    /// Brings scale and residual up to date with the energies, the work and the losses booked so far.
    pub fn rebalance(&mut self) {
        self.scale = self.scale.max(self.kinetic).max(self.potential_range[1] - self.potential_range[0]);
        self.residual =
            self.total() - self.start - self.work + self.dissipated + self.lost + self.switched - self.projected;
        self.worst = self.worst.max(self.residual.abs());
        let scale = self.scale.max(self.floor);
        self.relative = if scale > 0.0 { self.worst / scale } else { 0.0 };
    }

    /// Energy of the motion and of what is stored, J.
    pub fn total(&self) -> f64 {
        self.kinetic + self.potential + self.spring
    }

    /// In the order of [`mainspring_record::BALANCE`], J.
    #[must_use]
    pub fn balance(&self) -> [f64; 9] {
        [
            self.kinetic,
            self.potential,
            self.spring,
            self.work,
            self.dissipated,
            self.lost,
            self.switched,
            self.projected,
            self.residual,
        ]
    }

    /// For expressions.
    #[must_use]
    pub fn values(&self, doubtful: bool) -> RunValues {
        let Self { work, dissipated, lost, residual, .. } = *self;
        RunValues { work, dissipated, lost, residual, doubtful }
    }
}
