//! What can be measured of contact: `contact(a, b).gap`, `a.touches(b)`, `a.contact_force`.

use crate::context::value::Value;
use crate::measure::measuring::Measuring;
use crate::options::Domain;
use mainspring_definition::{Diagnostic, Dimension, Name, SpaceKind, Span};
use mainspring_model::BodyId;
use mainspring_model::UnaryFn;
use mainspring_model::{ContactQuantity, Touched};
use mainspring_model::{Load, Probe};

/// Quantities of a pair.
const CONTACT: &[&str] = &[
    "gap",
    "normal_force",
    "least_force",
    "largest_force",
    "friction_force",
    "force",
    "impulse",
    "slip",
    "mode",
    "point",
    "points",
    "heat",
    "residual",
];

impl Measuring<'_, '_> {
    /// The pair of two, and whether it is kept in the other order; None if they cannot touch.
    pub fn pair_of(&self, x: Touched, y: Touched) -> Option<(usize, bool)> {
        let key = self.known.parts.key(x, y)?;
        let &index = self.known.pairs.index.get(&key)?;
        Some((index, x != Touched::Body(key.0)))
    }

    /// Whether the pairs are settled; reports if not.
    pub fn contacts_known(&mut self, span: Span) -> bool {
        if !self.known.pairs.known {
            self.cx.findings.report(
                Diagnostic::error("E0309", span, "contacts are known only once all parts and joints are there")
                    .help("record them, or use them in `when`; sizes and places cannot read them"),
            );
        }
        self.known.pairs.known
    }

    pub fn no_contact(&mut self, x: &[Touched], y: &[Touched], span: Span) {
        let name =
            |list: &[Touched]| list.first().map(|t| self.known.parts.touched_path(*t).to_owned()).unwrap_or_default();
        let (x, y) = (name(x), name(y));
        let finding = if x == y {
            Diagnostic::error("E0519", span, format!("`{x}` cannot touch itself"))
                .help("name two parts, or a part and an obstacle")
        } else {
            Diagnostic::error("E0519", span, format!("`{x}` and `{y}` cannot touch in this scene"))
                .help(format!("add `contact {x}, {y}`, or, where no joint joins the two, `contacts all`"))
        };
        self.cx.findings.report(finding);
    }

    /// A quantity of a pair; force is on the part named second.
    pub fn measure_contact(&mut self, pair: Option<usize>, turned: bool, name: &Name) -> Value {
        use ContactQuantity as Q;
        let word = name.text.as_str();
        let none = Dimension::NONE;
        let Some(pair) = pair else { return self.measure_nothing(name) };
        let (quantity, dimension) = match word {
            "gap" => (Q::Gap, Dimension::LENGTH),
            "normal_force" => (Q::NormalForce, Dimension::FORCE),
            "least_force" => (Q::LeastForce, Dimension::FORCE),
            "largest_force" => (Q::LargestForce, Dimension::FORCE),
            "friction_force" => (Q::FrictionForce, Dimension::FORCE),
            "impulse" => (Q::Impulse, Dimension::MOMENTUM),
            "slip" => (Q::Slip, Dimension::SPEED),
            "mode" => (Q::Mode, none),
            "points" => (Q::Points, none),
            "residual" => (Q::Residual, Dimension::FORCE),
            "heat" => return self.energy_through(&[Load::Contact(pair)], name),
            "point" => {
                let probe = |axis| Probe::Contact { pair, quantity: Q::Point(axis) };
                return self.cx.probe_vector(Dimension::LENGTH, false, probe);
            }
            "force" => {
                let probe = |axis| Probe::Contact { pair, quantity: Q::Force(axis) };
                let value = self.cx.probe_vector(Dimension::FORCE, false, probe);
                return if turned { self.opposite(value) } else { value };
            }
            _ => return self.cx.no_measure("a contact", name, CONTACT),
        };
        self.cx.probe_number(Probe::Contact { pair, quantity }, dimension, false)
    }

    fn opposite(&mut self, value: Value) -> Value {
        match value {
            Value::Number(mut n) => {
                n.scalar = self.cx.unary(UnaryFn::Neg, n.scalar);
                Value::Number(n)
            }
            Value::Tuple(items) => Value::Tuple(items.into_iter().map(|v| self.opposite(v)).collect()),
            other => other,
        }
    }

    /// In a run without contacts what contact makes is zero; where it would be is not measured.
    fn measure_nothing(&mut self, name: &Name) -> Value {
        let dimension = match name.text.as_str() {
            "normal_force" | "friction_force" | "residual" => Dimension::FORCE,
            "force" => return self.zero_vector(Dimension::FORCE),
            "impulse" => Dimension::MOMENTUM,
            "slip" => Dimension::SPEED,
            "mode" | "points" => Dimension::NONE,
            "heat" => Dimension::ENERGY,
            "gap" | "point" => {
                let message =
                    format!("`{}` is not measured in a run without contacts; what reads it is left out", name.text);
                self.cx.findings.warn_once("W0610", name.span, &message, "run with contacts to measure it");
                return Value::Poison;
            }
            _ => return self.cx.no_measure("a contact", name, CONTACT),
        };
        Value::known(0.0, dimension)
    }

    fn zero_vector(&self, dimension: Dimension) -> Value {
        Value::Tuple((0..self.cx.input.space.components()).map(|_| Value::known(0.0, dimension)).collect())
    }

    /// `a.contact_force`, `a.contact_torque`: of everything that touches a part.
    pub fn contact_load(&mut self, body: BodyId, word: &str, name: &Name) -> Value {
        let torque = word == "contact_torque";
        let dimension = if torque { Dimension::TORQUE } else { Dimension::FORCE };
        let one = torque && self.cx.input.space == SpaceKind::Planar;
        if !self.contacts_known(name.span) {
            return Value::Poison;
        }
        if self.cx.leaves_out(Domain::Contacts) {
            return if one { Value::known(0.0, dimension) } else { self.zero_vector(dimension) };
        }
        if !self.known.pairs.may_be_touched(body) {
            let path = self.known.parts.bodies[body].path.clone();
            self.cx.findings.report(
                Diagnostic::error("E0519", name.span, format!("nothing can touch `{path}` in this scene"))
                    .help(format!("add `contact {path}, …`, or `contacts all`")),
            );
            return Value::Poison;
        }
        if one {
            return self.cx.probe_number(Probe::ContactLoad { body, torque, axis: 2 }, dimension, false);
        }
        self.cx.probe_vector(dimension, false, |axis| Probe::ContactLoad { body, torque, axis })
    }
}
