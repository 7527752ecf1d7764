//! The ledger of a run: work of the root = Δ(κθ²/2) + heat + lost in snaps.
//!
//! Where sliding runs into sticking, work and heat grow without bound; the balance is then that of the moments before.

use mainspring_engine::Ledger;

/// The ledger of a run that has just begun with `spring` joules in its springs.
pub fn begin(spring: f64) -> Ledger {
    Ledger { start: spring, spring, potential_range: [spring; 2], ..Ledger::default() }
}

/// Brings the balance up to date with what is stored now, J.
pub fn balance(ledger: &mut Ledger, spring: f64) {
    ledger.spring = spring;
    ledger.potential_range = [ledger.potential_range[0].min(spring), ledger.potential_range[1].max(spring)];
    if !ledger.work.is_finite() {
        return;
    }
    ledger.scale = ledger
        .scale
        .max(ledger.potential_range[1] - ledger.potential_range[0])
        .max(ledger.work.abs())
        .max(ledger.lost.abs());
    ledger.residual = spring - ledger.start - ledger.work + ledger.dissipated + ledger.lost;
    ledger.worst = ledger.worst.max(ledger.residual.abs());
    ledger.relative = if ledger.scale > 0.0 { ledger.worst / ledger.scale } else { 0.0 };
}
