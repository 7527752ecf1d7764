//! From a value to what a place needs: a number of a dimension, a vector, a whole number, a truth value.

use crate::context::state::Context;
use crate::context::value::{Number, Scalar, Value};
use mainspring_definition::{Diagnostic, Dimension, Span};

impl Context<'_> {
    /// A number of dimension `want`, known or measured.
    pub fn number(&mut self, value: &Value, want: Dimension, span: Span, what: &str) -> Option<Number> {
        match value {
            Value::Poison => None,
            Value::Number(n) if n.dimension == want => Some(*n),
            Value::Number(n) if n.is_open_zero() => Some(Number { dimension: want, bare: false, ..*n }),
            other => {
                let is_number = matches!(other, Value::Number(_));
                let finding = Diagnostic::error(
                    if is_number { "E0301" } else { "E0303" },
                    span,
                    format!("{what} is {}, found {}", article(want), other.describe()),
                );
                let unit = want.si_unit();
                self.findings.report(match other {
                    Value::Number(n) if n.dimension == Dimension::NONE => {
                        finding.help(format!("give the number a unit, such as `{unit}`"))
                    }
                    Value::Number(_) if want == Dimension::NONE => {
                        finding.help("write a plain number, or an angle such as `30 deg`")
                    }
                    Value::Number(_) => finding.help(format!("expected a quantity in units such as `{unit}`")),
                    Value::Tuple(_) => {
                        finding.help("a single number is wanted; `.x` or `norm(…)` gives one of a vector")
                    }
                    _ => finding.help("write a number with its unit"),
                });
                None
            }
        }
    }

    /// A number known when the scene is built.
    pub fn constant(&mut self, value: &Value, want: Dimension, span: Span, what: &str) -> Option<f64> {
        let number = self.number(value, want, span, what)?;
        self.known(number.scalar, span, what)
    }

    /// A scalar that must be known when the scene is built.
    pub fn known(&mut self, scalar: Scalar, span: Span, what: &str) -> Option<f64> {
        match scalar {
            Scalar::Known(v) => Some(v),
            Scalar::Node(_) => {
                self.findings.report(
                    Diagnostic::error(
                        "E0305",
                        span,
                        format!("{what} must be known when the scene is built; this is measured during the run"),
                    )
                    .help("use numbers, `let` and parameters here"),
                );
                None
            }
        }
    }

    /// A known number > 0.
    pub fn positive(&mut self, value: &Value, want: Dimension, span: Span, what: &str, code: &str) -> Option<f64> {
        let v = self.constant(value, want, span, what)?;
        if v > 0.0 {
            return Some(v);
        }
        self.findings.report(
            Diagnostic::error(code, span, format!("{what} must be positive, found {}", show(v, want)))
                .help("check its sign and the parameters it is made of"),
        );
        None
    }

    /// A known number ≥ 0.
    pub fn not_negative(&mut self, value: &Value, want: Dimension, span: Span, what: &str, code: &str) -> Option<f64> {
        let v = self.constant(value, want, span, what)?;
        if v >= 0.0 {
            return Some(v);
        }
        self.findings.report(
            Diagnostic::error(code, span, format!("{what} must not be negative, found {}", show(v, want)))
                .help("check its sign and the parameters it is made of"),
        );
        None
    }

    /// The components of a vector; `want` None takes any dimension they share (a direction).
    pub fn vector(&mut self, value: &Value, want: Option<Dimension>, span: Span, what: &str) -> Option<[Scalar; 3]> {
        let components = self.input.space.components();
        let value = self.as_vector(value.clone());
        match &value {
            Value::Poison => None,
            Value::Tuple(items) if items.len() == components => {
                if value.is_poison() {
                    return None;
                }
                let shared = items.iter().find_map(|v| match v {
                    Value::Number(n) if !n.is_open_zero() => Some(n.dimension),
                    _ => None,
                });
                let want = want.or(shared).unwrap_or(Dimension::NONE);
                let mut out = [Scalar::Known(0.0); 3];
                let mut complete = true;
                for (slot, item) in out.iter_mut().zip(items) {
                    match self.number(item, want, span, &format!("each component of {what}")) {
                        Some(n) => *slot = n.scalar,
                        None => complete = false,
                    }
                }
                complete.then_some(out)
            }
            Value::Tuple(items) => {
                let space = if components == 2 { "planar" } else { "spatial" };
                self.findings.report(
                    Diagnostic::error(
                        "E0313",
                        span,
                        format!("{what} has {components} components in a {space} scene, found {}", items.len()),
                    )
                    .help(if components == 2 { "write `(x, y)`" } else { "write `(x, y, z)`" }),
                );
                None
            }
            other => {
                self.findings.report(
                    Diagnostic::error("E0303", span, format!("{what} is a vector, found {}", other.describe()))
                        .help(if components == 2 { "write `(x, y)`" } else { "write `(x, y, z)`" }),
                );
                None
            }
        }
    }

    /// A vector known when the scene is built.
    pub fn known_vector(&mut self, value: &Value, want: Option<Dimension>, span: Span, what: &str) -> Option<[f64; 3]> {
        let scalars = self.vector(value, want, span, what)?;
        let mut out = [0.0; 3];
        for (slot, s) in out.iter_mut().zip(scalars) {
            *slot = self.known(s, span, what)?;
        }
        Some(out)
    }

    /// A truth value.
    pub fn flag(&mut self, value: &Value, span: Span) -> Option<Scalar> {
        match value {
            Value::Flag(s) => Some(*s),
            Value::Poison => None,
            other => {
                self.findings.report(
                    Diagnostic::error("E0303", span, format!("expected true or false, found {}", other.describe()))
                        .help("write a comparison such as `a > b`"),
                );
                None
            }
        }
    }

    /// A truth value known when the scene is built.
    pub fn known_flag(&mut self, value: &Value, span: Span, what: &str) -> Option<bool> {
        let scalar = self.flag(value, span)?;
        self.known(scalar, span, what).map(|v| v != 0.0)
    }

    /// A whole number known when the scene is built.
    pub fn whole(&mut self, value: &Value, span: Span, what: &str) -> Option<i64> {
        let v = self.constant(value, Dimension::NONE, span, what)?;
        if v == v.trunc() && v.abs() <= 1e15 {
            return Some(v as i64);
        }
        self.findings.report(
            Diagnostic::error("E0310", span, format!("{what} takes whole numbers, found {v}"))
                .help("round it with `floor(…)`"),
        );
        None
    }
}

/// "a length (m)", "an angle or plain number".
pub fn article(dimension: Dimension) -> String {
    if dimension == Dimension::NONE {
        return "a plain number or angle".to_owned();
    }
    let text = dimension.to_string();
    let vowel = text.starts_with(['a', 'e', 'i', 'o', 'u']);
    if dimension.name().is_some() { format!("{} {text}", if vowel { "an" } else { "a" }) } else { format!("in {text}") }
}

/// A number with its SI unit.
pub fn show(value: f64, dimension: Dimension) -> String {
    let unit = dimension.si_unit();
    if unit.is_empty() { format!("{value}") } else { format!("{value} {unit}") }
}
