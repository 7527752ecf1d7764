//! Questions about things: `contact(a, b)`, `a.touches(b)`, `part.overlap(window)`.

use crate::context::value::{Entity, Scalar, ScopeId, Value};
use crate::evaluate::evaluator::Evaluator;
use crate::evaluate::momentum::MOMENTUM_ABOUT;
use crate::options::Domain;
use mainspring_definition::{Argument, Diagnostic, Dimension, Name, Path, Span};
use mainspring_model::BinaryFn;
use mainspring_model::Probe;
use mainspring_model::{ContactQuantity, Touched};

/// Questions of a part or obstacle.
const QUESTIONS: &[&str] = &["touches", "overlap", MOMENTUM_ABOUT];
/// Those whose answer is a number.
pub const ASKS_NUMBERS: &[&str] = &["overlap", MOMENTUM_ABOUT];

impl<'a> Evaluator<'_, 'a> {
    /// `contact(a, b)`: the pair, measured by what follows a dot.
    pub fn contact_of(&mut self, arguments: &'a [Argument], scope: ScopeId, span: Span) -> Value {
        let mut found = Vec::new();
        for argument in arguments {
            match self.eval(&argument.value, scope) {
                Value::Poison => return Value::Poison,
                Value::Entity(Entity::Body(b)) => found.push(Touched::Body(b)),
                Value::Entity(Entity::Obstacle(o)) => found.push(Touched::Obstacle(o)),
                other => {
                    self.cx.wrong_thing(&other.describe(), "a part or obstacle", argument.value.span);
                    return Value::Poison;
                }
            }
        }
        let [x, y] = found.as_slice() else {
            self.cx.findings.report(
                Diagnostic::error("E0210", span, format!("`contact` takes 2 arguments, found {}", found.len()))
                    .help("write `contact(a, b).gap`"),
            );
            return Value::Poison;
        };
        if !self.measuring().contacts_known(span) {
            return Value::Poison;
        }
        match self.measuring().pair_of(*x, *y) {
            Some((pair, turned)) => Value::Entity(Entity::Contact { pair: Some(pair), turned }),
            None if self.cx.leaves_out(Domain::Contacts) => {
                Value::Entity(Entity::Contact { pair: None, turned: false })
            }
            None => {
                self.measuring().no_contact(&[*x], &[*y], span);
                Value::Poison
            }
        }
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
            self.cx.findings.report(
                match mainspring_definition::did_you_mean(&question.text, QUESTIONS.iter().copied()) {
                    Some(s) => finding.help(format!("did you mean `{s}`?")),
                    None => finding
                        .help("a part or obstacle can be asked `a.touches(b)`; functions are called by their own name"),
                },
            );
            return None;
        }
        let [Argument { name: None, value: other }] = arguments else {
            self.cx.findings.report(
                Diagnostic::error("E0210", question.span, "`touches` asks about one other part or obstacle")
                    .help("write `a.touches(b)`"),
            );
            return None;
        };
        let second = self.eval(other, scope);
        if second.is_poison() {
            return None;
        }
        let (x, y) = (self.cx.names.touched_in(&first), self.cx.names.touched_in(&second));
        for (found, value, span) in [(&x, &first, of.span), (&y, &second, other.span)] {
            if found.is_empty() {
                self.cx.wrong_thing(&value.describe(), "a part or obstacle", span);
                return None;
            }
        }
        let span = of.span.to(other.span);
        if !self.measuring().contacts_known(span) {
            return None;
        }
        if self.cx.leaves_out(Domain::Contacts) {
            return Some(Scalar::Known(-1.0));
        }
        let mut any: Option<Scalar> = None;
        for &a in &x {
            for &b in &y {
                let Some((pair, _)) = self.measuring().pair_of(a, b) else { continue };
                let one = Scalar::Node(self.cx.probe(Probe::Contact { pair, quantity: ContactQuantity::Touches }));
                any = Some(match any {
                    Some(before) => self.cx.binary(BinaryFn::Max, before, one),
                    None => one,
                });
            }
        }
        if any.is_none() {
            self.measuring().no_contact(&x, &y, span);
        }
        any
    }

    /// `part.overlap(window)`: the area of a part over a window; None if another question is asked.
    pub fn overlap(
        &mut self,
        of: &'a Path,
        question: &'a Name,
        arguments: &'a [Argument],
        scope: ScopeId,
    ) -> Option<Value> {
        if question.text != "overlap" {
            return None;
        }
        let body = match self.eval_path(of, scope) {
            Value::Poison => return Some(Value::Poison),
            Value::Entity(Entity::Body(b)) if self.known.parts.has_outline(b) => b,
            Value::Entity(Entity::Body(_)) => {
                self.cx.wrong_thing("a part without an outline", "a part with a shape", of.span);
                return Some(Value::Poison);
            }
            other => {
                self.cx.wrong_thing(&other.describe(), "a part", of.span);
                return Some(Value::Poison);
            }
        };
        let [Argument { name: None, value: other }] = arguments else {
            self.cx.findings.report(
                Diagnostic::error("E0210", question.span, "`overlap` asks about one window")
                    .help("write `part.overlap(window)`"),
            );
            return Some(Value::Poison);
        };
        Some(match self.eval(other, scope) {
            Value::Poison => Value::Poison,
            Value::Entity(Entity::Window(_)) if self.cx.leaves_out(Domain::Control) => {
                Value::known(0.0, Dimension::AREA)
            }
            Value::Entity(Entity::Window(window)) => {
                self.cx.probe_number(Probe::Overlap { body, window }, Dimension::AREA, false)
            }
            found => {
                self.cx.wrong_thing(&found.describe(), "a window", other.span);
                Value::Poison
            }
        })
    }
}
