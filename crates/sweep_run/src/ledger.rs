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
    ledger.widen_range();
    if !ledger.work.is_finite() {
        return;
    }
    // nothing moves fast: what counts is the work done
    ledger.scale = ledger.scale.max(ledger.work.abs()).max(ledger.lost.abs());
    ledger.rebalance();
}
