//! What can be measured of contact: `contact(a, b).gap`, `a.touches(b)`, `a.contact_force`.

use crate::Domain;
use crate::build::Builder;
use crate::elaborate::value::{Entity, Scalar, ScopeId, Value};
use crate::functions::{BinaryFn, UnaryFn};
use crate::model::BodyId;
use crate::probe::{Load, Probe};
use crate::touch::{ContactQuantity, Touched};
use mainspring_definition::{Argument, Diagnostic, Dimension, Name, Path, SpaceKind, Span};

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
];
/// Questions of a part or obstacle.
const QUESTIONS: &[&str] = &["touches", "overlap"];

impl<'a> Builder<'a> {
    /// `contact(a, b)`: the pair, measured by what follows a dot.
    pub fn contact_of(&mut self, arguments: &'a [Argument], scope: ScopeId, span: Span) -> Value {
        let mut found = Vec::new();
        for argument in arguments {
            match self.eval(&argument.value, scope) {
                Value::Poison => return Value::Poison,
                Value::Entity(Entity::Body(b)) => found.push(Touched::Body(b)),
                Value::Entity(Entity::Obstacle(o)) => found.push(Touched::Obstacle(o)),
                other => {
                    self.wrong_thing(&other.describe(), "a part or obstacle", argument.value.span);
                    return Value::Poison;
                }
            }
        }
        let [x, y] = found.as_slice() else {
            self.report(
                Diagnostic::error("E0210", span, format!("`contact` takes 2 arguments, found {}", found.len()))
                    .help("write `contact(a, b).gap`"),
            );
            return Value::Poison;
        };
        if !self.contacts_known(span) {
            return Value::Poison;
        }
        match self.pair_of(*x, *y) {
            Some((pair, turned)) => Value::Entity(Entity::Contact { pair: Some(pair), turned }),
            None if self.leaves_out(Domain::Contacts) => Value::Entity(Entity::Contact { pair: None, turned: false }),
            None => {
                self.no_contact(&[*x], &[*y], span);
                Value::Poison
            }
        }
    }

    /// Whether the pairs are settled; reports if not.
    fn contacts_known(&mut self, span: Span) -> bool {
        if !self.touching.known {
            self.report(
                Diagnostic::error("E0309", span, "contacts are known only once all parts and joints are there")
                    .help("record them, or use them in `when`; sizes and places cannot read them"),
            );
        }
        self.touching.known
    }

    fn no_contact(&mut self, x: &[Touched], y: &[Touched], span: Span) {
        let name = |list: &[Touched]| list.first().map(|t| self.touched_path(*t).to_owned()).unwrap_or_default();
        let (x, y) = (name(x), name(y));
        self.report(
            Diagnostic::error("E0519", span, format!("`{x}` and `{y}` cannot touch in this scene"))
                .help(format!("add `contact {x}, {y}`, or `contacts all`")),
        );
    }

    /// `a.touches(b)` as +1 or −1; None after a report.
    pub fn asked(
        &mut self,
        of: &'a Path,
        question: &'a Name,
        arguments: &'a [Argument],
        scope: ScopeId,
    ) -> Option<Scalar> {
        let first = self.eval_path(of, scope);
        if first.is_poison() {
            return None;
        }
        if question.text != "touches" {
            let what = first.describe();
            let finding = Diagnostic::error("E0308", question.span, format!("{what} has no `{}(…)`", question.text));
            self.report(match mainspring_definition::did_you_mean(&question.text, QUESTIONS.iter().copied()) {
                Some(s) => finding.help(format!("did you mean `{s}`?")),
                None => finding
                    .help("a part or obstacle can be asked `a.touches(b)`; functions are called by their own name"),
            });
            return None;
        }
        let [Argument { name: None, value: other }] = arguments else {
            self.report(
                Diagnostic::error("E0210", question.span, "`touches` asks about one other part or obstacle")
                    .help("write `a.touches(b)`"),
            );
            return None;
        };
        let second = self.eval(other, scope);
        if second.is_poison() {
            return None;
        }
        let (x, y) = (self.touched_in(&first), self.touched_in(&second));
        for (found, value, span) in [(&x, &first, of.span), (&y, &second, other.span)] {
            if found.is_empty() {
                self.wrong_thing(&value.describe(), "a part or obstacle", span);
                return None;
            }
        }
        let span = of.span.to(other.span);
        if !self.contacts_known(span) {
            return None;
        }
        if self.leaves_out(Domain::Contacts) {
            return Some(Scalar::Known(-1.0));
        }
        let mut any: Option<Scalar> = None;
        for &a in &x {
            for &b in &y {
                let Some((pair, _)) = self.pair_of(a, b) else { continue };
                let one = Scalar::Node(self.probe(Probe::Contact { pair, quantity: ContactQuantity::Touches }));
                any = Some(match any {
                    Some(before) => self.binary(BinaryFn::Max, before, one),
                    None => one,
                });
            }
        }
        if any.is_none() {
            self.no_contact(&x, &y, span);
        }
        any
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
            "heat" => return self.energy_through(&[Load::Contact(pair)], name),
            "point" => {
                let probe = |axis| Probe::Contact { pair, quantity: Q::Point(axis) };
                return self.probe_vector(Dimension::LENGTH, false, probe);
            }
            "force" => {
                let probe = |axis| Probe::Contact { pair, quantity: Q::Force(axis) };
                let value = self.probe_vector(Dimension::FORCE, false, probe);
                return if turned { self.opposite(value) } else { value };
            }
            _ => return self.no_measure("a contact", name, CONTACT),
        };
        self.probe_number(Probe::Contact { pair, quantity }, dimension, false)
    }

    fn opposite(&mut self, value: Value) -> Value {
        match value {
            Value::Number(mut n) => {
                n.scalar = self.unary(UnaryFn::Neg, n.scalar);
                Value::Number(n)
            }
            Value::Tuple(items) => Value::Tuple(items.into_iter().map(|v| self.opposite(v)).collect()),
            other => other,
        }
    }

    /// In a run without contacts what contact makes is zero; where it would be is not measured.
    fn measure_nothing(&mut self, name: &Name) -> Value {
        let dimension = match name.text.as_str() {
            "normal_force" | "friction_force" => Dimension::FORCE,
            "force" => return self.zero_vector(Dimension::FORCE),
            "impulse" => Dimension::MOMENTUM,
            "slip" => Dimension::SPEED,
            "mode" | "points" => Dimension::NONE,
            "heat" => Dimension::ENERGY,
            "gap" | "point" => {
                let message =
                    format!("`{}` is not measured in a run without contacts; what reads it is left out", name.text);
                self.warn_once("W0610", name.span, &message, "run with contacts to measure it");
                return Value::Poison;
            }
            _ => return self.no_measure("a contact", name, CONTACT),
        };
        Value::known(0.0, dimension)
    }

    fn zero_vector(&self, dimension: Dimension) -> Value {
        Value::Tuple((0..self.space.components()).map(|_| Value::known(0.0, dimension)).collect())
    }

    /// `a.contact_force`, `a.contact_torque`: of everything that touches a part.
    pub fn contact_load(&mut self, body: BodyId, word: &str, name: &Name) -> Value {
        let torque = word == "contact_torque";
        let dimension = if torque { Dimension::TORQUE } else { Dimension::FORCE };
        let one = torque && self.space == SpaceKind::Planar;
        if !self.contacts_known(name.span) {
            return Value::Poison;
        }
        if self.leaves_out(Domain::Contacts) {
            return if one { Value::known(0.0, dimension) } else { self.zero_vector(dimension) };
        }
        if !self.may_be_touched(body) {
            let path = self.bodies[body].path.clone();
            self.report(
                Diagnostic::error("E0519", name.span, format!("nothing can touch `{path}` in this scene"))
                    .help(format!("add `contact {path}, …`, or `contacts all`")),
            );
            return Value::Poison;
        }
        if one {
            return self.probe_number(Probe::ContactLoad { body, torque, axis: 2 }, dimension, false);
        }
        self.probe_vector(dimension, false, |axis| Probe::ContactLoad { body, torque, axis })
    }
}
