//! Steps under the penalty method that are off their energy balance are taken again, shorter.
//!
//! Work and heat are integrated beside the motion, without error control of their own. They are smooth where the motion is, with an
//! exception: a contact that has let go holds its spring's energy until its parts have come apart, and turns it into heat as fast as
//! they do. Where the corner that has let go passes to the next side, that rate jumps, and no force tells.

use crate::engine::Engine;
use crate::stepper::Control;
use crate::tolerances::{STEP_IMBALANCE, STEP_IMBALANCE_SHORTER};
use mainspring_dynamics::LedgerKind;
use mainspring_model::ContactMethod;

/// Times that one step is made shorter for its balance: where energy itself jumps no step is short enough.
const MOST: u32 = 8;

/// Smallest steps that one is at least.
const LEAST: f64 = 1e6;

impl Engine {
    /// Whether the step just attempted is off its energy balance and is to be taken again; the next one is shorter then.
    pub(crate) fn is_off_balance(&mut self, h: f64) -> bool {
        let penalty = matches!(self.system.model().contacts.method, ContactMethod::Penalty(_));
        if !penalty || self.stepper.control() == Control::Fixed {
            return false;
        }
        if self.shortened.0 != self.time {
            self.shortened = (self.time, 0);
        }
        if self.shortened.1 >= MOST || h < LEAST * self.smallest_step() {
            return false;
        }
        let end = self.stepper.proposal();
        let [nq, nv, _] = self.system.sizes();
        let mut off = self.system.energy(end).total() - self.ledger.total();
        for (k, entry) in self.system.ledger().iter().enumerate() {
            let by = end[nq + nv + k] - self.y[nq + nv + k];
            match entry.kind {
                LedgerKind::Work => off -= by,
                LedgerKind::Dissipation => off += by,
                LedgerKind::Meter => {}
            }
        }
        let allowed = STEP_IMBALANCE * self.settings.rtol * self.ledger.scale.max(self.ledger.floor);
        let error = off.abs() / allowed;
        if error <= 1.0 || error.is_nan() {
            return false;
        }
        self.shortened.1 += 1;
        // what a jump of a rate makes is in proportion to the step
        self.controller.next = h * (0.5 / error).max(STEP_IMBALANCE_SHORTER);
        true
    }
}
