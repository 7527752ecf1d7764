//! A value set from outside, checked against the one it replaces.

use crate::context::state::Context;
use crate::context::value::{Number, Scalar, Value};
use crate::results::swept::SweptNames;
use mainspring_definition::{Diagnostic, Span};

const ZERO: Scalar = Scalar::Known(0.0);

impl Context<'_> {
    /// The over-ridden value if it is the same kind of thing as the original.
    pub fn check_override(&mut self, key: &str, original: &Value, value: Value, span: Span) -> Value {
        let same = match (original, &value) {
            (Value::Poison, _) | (_, Value::Poison) => true,
            (Value::Number(a), Value::Number(b)) => a.dimension == b.dimension || b.scalar == ZERO,
            (Value::Tuple(a), Value::Tuple(b)) => {
                a.len() == b.len()
                    && a.iter().zip(b).all(|(a, b)| match (a, b) {
                        (Value::Number(a), Value::Number(b)) => a.dimension == b.dimension || b.scalar == ZERO,
                        _ => true,
                    })
            }
            (a, b) => std::mem::discriminant(a) == std::mem::discriminant(b),
        };
        if same {
            // a plain 0 takes the dimension of what it replaces
            return match (original, value) {
                (Value::Number(a), Value::Number(b)) => {
                    Value::Number(Number { dimension: a.dimension, angle: a.angle, ..b })
                }
                (_, value) => value,
            };
        }
        self.findings.report(
            Diagnostic::error(
                "E0301",
                span,
                format!("`{key}` is {}, the value set is {}", original.describe(), value.describe()),
            )
            .help("set a value of the same dimension"),
        );
        Value::Poison
    }

    /// Reports over-rides that met nothing.
    pub fn check_overrides(&mut self, swept: &SweptNames) {
        for (path, span) in self.overrides.unused() {
            if let Some(finding) = self.overrides.pair_finding(path, span) {
                self.findings.report(finding);
                continue;
            }
            let finding = Diagnostic::error("E0214", span, format!("nothing called `{path}` can be set"));
            let help = match self.overrides.near(path) {
                Some(s) => format!("did you mean `{s}`?"),
                None if self.input.sweep => settable_in_sweep(path, swept),
                None => "a `let`, a part's parameter (`p.thickness`), an option (`o.stiffness`), `gravity` or \
                         `run.duration` can be set"
                    .to_owned(),
            };
            self.findings.report(finding.help(help));
        }
    }
}

/// What can be set in a sweep, by the names it has.
fn settable_in_sweep(path: &str, swept: &SweptNames) -> String {
    if path.starts_with("run.") {
        return "a sweep is exact and has no steps: of a run `run.duration` and `run.every` can be set".to_owned();
    }
    if path == "gravity" {
        return "a sweep has no gravity: its pawls have no mass; `method event` has it".to_owned();
    }
    let (root, pawl) = swept.both();
    format!(
        "a `let`, `{root}.moves`, `{root}.from`, `{root}.until`, `{pawl}.at`, `{pawl}.stiffness`, `{pawl}.friction`, \
         `{pawl}.rest`, `{pawl}.start`, `at` and `turned` of an obstacle, `run.duration` or `run.every` can be set"
    )
}
