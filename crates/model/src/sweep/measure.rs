//! What can be measured of a root and its pawls while they move.

use super::Swept;
use crate::build::Builder;
use crate::elaborate::value::{Entity, Value};
use crate::probe::{Probe, SweptQuantity};
use mainspring_definition::{Diagnostic, Dimension, Name, Span, StatementKind};
use mainspring_definition::{Expr, Statement};

const ROOT: &[&str] = &["travel", "insertion_force"];
const PAWL: &[&str] = &["angle", "deflection", "rate", "force", "friction_force", "reaction"];

impl<'a> Builder<'a> {
    pub(crate) fn measure_swept(&mut self, swept: Swept, name: &Name) -> Value {
        use SweptQuantity as Q;
        let of = |quantity| Probe::Swept { pawl: if let Swept::Pawl(n) = swept { n } else { 0 }, quantity };
        match (swept, name.text.as_str()) {
            (Swept::Root, "travel") => self.probe_number(of(Q::Travel), Dimension::LENGTH, false),
            (Swept::Root, "insertion_force") => self.probe_number(of(Q::InsertionForce), Dimension::FORCE, false),
            (Swept::Pawl(_), "angle") => self.probe_number(of(Q::Angle), Dimension::NONE, true),
            (Swept::Pawl(_), "deflection") => self.probe_number(of(Q::Deflection), Dimension::NONE, true),
            (Swept::Pawl(_), "rate") => self.probe_number(of(Q::Rate), Dimension::RATE, true),
            (Swept::Pawl(_), "force") => self.probe_number(of(Q::Force), Dimension::FORCE, false),
            (Swept::Pawl(_), "friction_force") => self.probe_number(of(Q::FrictionForce), Dimension::FORCE, false),
            (Swept::Pawl(_), "reaction") => self.probe_vector(Dimension::FORCE, false, |axis| of(Q::Reaction(axis))),
            (Swept::Root, _) => self.no_measure("the root of a sweep", name, ROOT),
            (Swept::Pawl(_), _) => self.no_measure("a pawl", name, PAWL),
            (Swept::Obstacle, _) => self.no_measure("an obstacle of a sweep", name, &[]),
        }
    }

    /// A quantity of a sweep with the name of whose it is, where it was asked for alone.
    pub(crate) fn of_what_in_sweep(&self, word: &str) -> Option<String> {
        let (root, pawl) = self.sweep_names();
        let whose = match word {
            _ if !self.sweep.on => return None,
            word if ROOT.contains(&word) => root,
            word if PAWL.contains(&word) => pawl,
            _ => return None,
        };
        Some(format!("{whose}.{word}"))
    }

    /// Whether something that only runs in time steps have is measured in a sweep; reports if so.
    pub(crate) fn unmeasured_in_sweep(&mut self, entity: Entity, name: &Name) -> bool {
        if !self.sweep.on || matches!(entity, Entity::Swept(_) | Entity::Point(_)) {
            return false;
        }
        self.no_place_in_sweep(name.span, entity.word());
        true
    }

    /// Refuses what a sweep cannot be asked.
    pub(crate) fn no_place_in_sweep(&mut self, span: Span, what: &str) {
        self.report(
            Diagnostic::error("E0531", span, format!("a sweep cannot be asked for {what}")).help(
                "it has `travel` and `insertion_force` of its root, `angle`, `deflection`, `rate`, `force`, `friction_force` \
                 and `reaction` of each pawl; `method event` measures the rest",
            ),
        );
    }

    /// Everything recorded, plotted and probed.
    pub(super) fn sweep_channels(
        &mut self,
        deferred: &[(crate::elaborate::value::ScopeId, &'a Statement)],
        scene: usize,
    ) {
        self.collect_channels(deferred, scene);
        let strange = self.programs.probes.iter().any(|p| !matches!(p, Probe::Swept { .. }));
        if strange && !self.findings.failed() {
            let asked = deferred.iter().find_map(|(_, s)| match &s.kind {
                StatementKind::Record(_) | StatementKind::Plot { .. } => Some(s.span),
                _ => None,
            });
            let probed = self.options.probes.first().map(|(_, expr): &(String, Expr)| expr.span);
            self.no_place_in_sweep(asked.or(probed).unwrap_or(Span::NOWHERE), "something in these expressions");
        }
    }
}
