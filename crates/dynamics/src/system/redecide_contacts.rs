//! Contacts decided once more while the friction of parts on a table is being settled: each depends on the other.

use crate::laws::touch::due::FiredGuards;
use crate::laws::touch::state::{Site, Touching};
use crate::system::mechanism::Mechanism;

impl Mechanism {
    /// Sets what contacts do with friction of parts as the mode has it; false where no motion is consistent.
    pub fn decide_again(&mut self, time: f64, q: &[f64], v: &[f64], lasting: &[Site], warm: &[Touching]) -> bool {
        let due = self.laws.touch.with_earlier_strain(time, &FiredGuards::default());
        self.decide_contacts(time, q, v, lasting, warm, &due).is_ok()
    }
}
