//! Coefficients of friction and restitution in their ranges.

use crate::context::state::Context;
use crate::context::value::{ContactCoefficients, Material, Placed, Value};
use mainspring_definition::{Diagnostic, Dimension, Span};
use std::rc::Rc;

impl Context<'_> {
    /// A coefficient in its range; None after a report.
    pub fn coefficient(&mut self, value: &Placed, word: &str) -> Option<f64> {
        let v = self.constant(&value.value, Dimension::NONE, value.span, &format!("`{word}`"))?;
        let fine = v >= 0.0 && (word != "restitution" || v <= 1.0);
        if !fine {
            let range = if word == "restitution" { "between 0 and 1" } else { "0 or more" };
            self.findings.report(
                Diagnostic::error("E0408", value.span, format!("`{word}` is {range}, found {v}"))
                    .help("check its sign and size"),
            );
        }
        fine.then_some(v)
    }

    /// Friction at rest is not less than in motion, and is not said alone.
    pub fn check_coefficients(&mut self, coefficients: &ContactCoefficients, span: Option<Span>) {
        let (Some(resting), Some(span)) = (coefficients.static_friction, span) else { return };
        let finding = match coefficients.friction {
            None => Diagnostic::error("E0408", span, "`static_friction` without `friction` says nothing")
                .help("add `friction = …`"),
            Some(moving) if resting < moving => {
                let message = format!("`static_friction` {resting} is less than `friction` {moving}");
                Diagnostic::error("E0408", span, message)
                    .help("friction at rest is at least as large as in motion; leave it out if they are the same")
            }
            Some(_) => return,
        };
        self.findings.report(finding);
    }

    /// One of the two materials of a `materials` line; None after a report.
    pub fn named_material(&mut self, value: &Value, span: Span) -> Option<Rc<Material>> {
        match value {
            Value::Material(found) => Some(Rc::clone(found)),
            Value::Poison => None,
            other => {
                let what = other.describe();
                self.wrong_thing(&what, "a material", span);
                None
            }
        }
    }
}
