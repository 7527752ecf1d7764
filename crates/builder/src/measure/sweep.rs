//! What can be measured of a root and its pawls while they move.

use crate::context::value::{Entity, Swept, Value};
use crate::measure::before::no_place_in_sweep;
use crate::measure::measuring::Measuring;
use mainspring_definition::{Dimension, Name};
use mainspring_model::{Probe, SweptQuantity};

const ROOT: &[&str] = &["travel", "insertion_force"];

const PAWL: &[&str] = &["angle", "deflection", "rate", "force", "friction_force", "reaction"];

impl Measuring<'_, '_> {
    pub fn measure_swept(&mut self, swept: Swept, name: &Name) -> Value {
        use SweptQuantity as Q;
        let of = |quantity| Probe::Swept { pawl: if let Swept::Pawl(n) = swept { n } else { 0 }, quantity };
        match (swept, name.text.as_str()) {
            (Swept::Root, "travel") => self.cx.probe_number(of(Q::Travel), Dimension::LENGTH, false),
            (Swept::Root, "insertion_force") => self.cx.probe_number(of(Q::InsertionForce), Dimension::FORCE, false),
            (Swept::Pawl(_), "angle") => self.cx.probe_number(of(Q::Angle), Dimension::NONE, true),
            (Swept::Pawl(_), "deflection") => self.cx.probe_number(of(Q::Deflection), Dimension::NONE, true),
            (Swept::Pawl(_), "rate") => self.cx.probe_number(of(Q::Rate), Dimension::RATE, true),
            (Swept::Pawl(_), "force") => self.cx.probe_number(of(Q::Force), Dimension::FORCE, false),
            (Swept::Pawl(_), "friction_force") => self.cx.probe_number(of(Q::FrictionForce), Dimension::FORCE, false),
            (Swept::Pawl(_), "reaction") => self.cx.probe_vector(Dimension::FORCE, false, |axis| of(Q::Reaction(axis))),
            (Swept::Root, _) => self.cx.no_measure("the root of a sweep", name, ROOT),
            (Swept::Pawl(_), _) => self.cx.no_measure("a pawl", name, PAWL),
            (Swept::Obstacle, _) => self.cx.no_measure("an obstacle of a sweep", name, &[]),
        }
    }

    /// A quantity of a sweep with the name of whose it is, where it was asked for alone.
    pub fn of_what_in_sweep(&self, word: &str) -> Option<String> {
        let (root, pawl) = self.known.swept.both();
        let whose = match word {
            _ if !self.cx.input.sweep => return None,
            word if ROOT.contains(&word) => root,
            word if PAWL.contains(&word) => pawl,
            _ => return None,
        };
        Some(format!("{whose}.{word}"))
    }

    /// Whether something that only runs in time steps have is measured in a sweep; reports if so.
    pub fn unmeasured_in_sweep(&mut self, entity: Entity, name: &Name) -> bool {
        if !self.cx.input.sweep || matches!(entity, Entity::Swept(_) | Entity::Point(_)) {
            return false;
        }
        no_place_in_sweep(self.cx, name.span, entity.word());
        true
    }
}
