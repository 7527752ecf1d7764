//! `bin scrap = rect(…) at …`: where parts leave.

use crate::actuators::phase::TablePhase;
use crate::evaluate::windows::{known_place, standing};
use crate::results::drafts::BinDraft;
use mainspring_definition::Diagnostic;
use mainspring_model::Bin;
use std::rc::Rc;

impl TablePhase<'_, '_> {
    /// Works all bins out.
    pub fn collect_bins(&mut self) {
        for id in 0..self.ev.known.table.bins.len() {
            let BinDraft { path, span, region, placement, scope } = &self.ev.known.table.bins[id];
            let (path, span, region, placement, scope) = (path.clone(), *span, Rc::clone(region), *placement, *scope);
            let Some(place) = self.actuator_place(placement, scope, &path, span, "a bin") else { continue };
            let Some(known) = known_place(place) else {
                self.ev.cx.findings.report(
                    Diagnostic::error("E0305", span, "a bin stays where it is; its place must be known now")
                        .help("use numbers, `let` and parameters; `leaving when …` follows what moves"),
                );
                continue;
            };
            match standing(&region, known) {
                Some(region) => self.fields.bins.push(Bin { path, span, region }),
                None => {
                    self.ev.cx.undefined(span, "the bin lies too far out", "check its place");
                }
            }
        }
    }
}
