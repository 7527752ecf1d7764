//! `--set path=value`: another value for a `let`, a parameter, a field, an option, gravity or a run setting.

use crate::build::Builder;
use crate::elaborate::value::{Number, Scalar, Value};
use mainspring_definition::{Diagnostic, Expr, Span, did_you_mean};
use std::collections::BTreeSet;

const ZERO: Scalar = Scalar::Known(0.0);

/// What is over-ridden, and what could have been.
pub struct Overrides<'a> {
    given: Vec<(&'a str, &'a Expr, bool)>,
    known: BTreeSet<String>,
}

impl<'a> Overrides<'a> {
    pub fn new(given: &'a [(String, Expr)]) -> Self {
        Self { given: given.iter().map(|(p, e)| (p.as_str(), e, false)).collect(), known: BTreeSet::new() }
    }
}

impl<'a> Builder<'a> {
    /// The expression to use for what is called `key`.
    pub fn overriding(&mut self, key: &str, original: &'a Expr) -> &'a Expr {
        self.override_of(key).unwrap_or(original)
    }

    /// The over-riding expression for what is called `key`, if there is one.
    pub fn override_of(&mut self, key: &str) -> Option<&'a Expr> {
        if self.overrides.given.is_empty() {
            return None;
        }
        self.overrides.known.insert(key.to_owned());
        // given twice, the last one counts
        let mut found = None;
        for (path, expr, used) in &mut self.overrides.given {
            if *path == key {
                *used = true;
                found = Some(*expr);
            }
        }
        found
    }

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
        self.report(
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
    pub fn check_overrides(&mut self) {
        let unused: Vec<(&str, Span)> = self.overrides.given.iter().filter(|o| !o.2).map(|o| (o.0, o.1.span)).collect();
        for (path, span) in unused {
            let finding = Diagnostic::error("E0214", span, format!("nothing called `{path}` can be set"));
            let near = did_you_mean(path, self.overrides.known.iter().map(String::as_str));
            let help = match near {
                Some(s) => format!("did you mean `{s}`?"),
                None => "a `let`, a part's parameter (`p.thickness`), an option (`o.stiffness`), `gravity` or \
                         `run.duration` can be set"
                    .to_owned(),
            };
            self.report(finding.help(help));
        }
    }
}
