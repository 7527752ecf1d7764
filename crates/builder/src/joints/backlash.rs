//! Backlash between the flanks of gears.

use crate::context::value::ScopeId;
use crate::evaluate::options::Options;
use crate::joints::phase::JointPhase;
use crate::options::Domain;
use mainspring_definition::{Diagnostic, Dimension};
use mainspring_model::{Backlash, Coordinate};

impl<'a> JointPhase<'_, 'a> {
    /// `backlash` and `restitution` of a gear or rack whose second coordinate is `second`.
    pub fn backlash(&mut self, options: &mut Options<'a>, scope: ScopeId, second: Coordinate) -> Option<Backlash> {
        let restitution = options.take("restitution");
        let Some(given) = options.take("backlash") else {
            if let Some(given) = restitution {
                self.cx.findings.report(
                    Diagnostic::error("E0517", given.span, "`restitution` without `backlash` says nothing")
                        .help("add `backlash = 0.5 deg`"),
                );
            }
            return None;
        };
        let turns = self.joints.list[second.joint].kind.coordinates()[second.index];
        let dimension = if turns { Dimension::NONE } else { Dimension::LENGTH };
        let value = self.at().eval(given.expr, scope);
        let width = self.cx.not_negative(&value, dimension, given.expr.span, "`backlash`", "E0506")?;
        let restitution = match restitution {
            None => 0.0,
            Some(given) => {
                let value = self.at().eval(given.expr, scope);
                let e = self.cx.constant(&value, Dimension::NONE, given.expr.span, "`restitution`")?;
                if !(0.0..=1.0).contains(&e) {
                    self.cx.findings.report(
                        Diagnostic::error(
                            "E0408",
                            given.expr.span,
                            format!("`restitution` is between 0 and 1, found {e}"),
                        )
                        .help("0 is a blow without rebound, 1 one without loss"),
                    );
                    return None;
                }
                e
            }
        };
        // flanks that never part are the gear without play
        (width > 0.0 && !self.cx.leaves_out(Domain::Contacts)).then_some(Backlash { width, restitution })
    }
}
