//! Comparing and choosing between values; units given to bare numbers.

use crate::context::state::Context;
use crate::context::units::SiUnit;
use crate::context::value::{Number, Scalar, Value};
use mainspring_definition::{BinaryOp, Diagnostic, Dimension, Span};
use mainspring_model::{BinaryFn, UnaryFn};

impl Context<'_> {
    /// Gives the unit to a number made of bare literals alone; everything else has said what it is.
    pub fn give_unit(&mut self, value: Value, unit: Option<SiUnit>, span: Span) -> Value {
        match (value, unit) {
            (Value::Number(n), Some(u)) if n.bare => {
                let scalar = match n.scalar {
                    Scalar::Known(v) => Scalar::Known(v * u.numerator / u.denominator),
                    Scalar::Node(_) => self.binary(BinaryFn::Mul, n.scalar, Scalar::Known(u.numerator / u.denominator)),
                };
                let number = Number { scalar, dimension: u.dimension, angle: u.angle, bare: false };
                self.finite(number, span, "this number is too large")
            }
            (Value::Tuple(items), Some(_)) => {
                Value::Tuple(items.into_iter().map(|v| self.give_unit(v, unit, span)).collect())
            }
            (value, _) => value,
        }
    }

    pub fn comparison(&mut self, op: BinaryOp, a: Value, b: Value, span: Span) -> Value {
        let equality = matches!(op, BinaryOp::Equal | BinaryOp::NotEqual);
        let known = |x: bool| Value::Flag(Scalar::Known(f64::from(u8::from(x))));
        match (&a, &b) {
            (Value::Text(x), Value::Text(y)) if equality => return known((x == y) == (op == BinaryOp::Equal)),
            (Value::Flag(x), Value::Flag(y)) if equality => {
                let same = self.binary(BinaryFn::Equal, *x, *y);
                return Value::Flag(if op == BinaryOp::Equal { same } else { self.unary(UnaryFn::Not, same) });
            }
            _ => {}
        }
        let (Value::Number(mut x), Value::Number(mut y)) = (a, b.clone()) else {
            self.findings.report(
                Diagnostic::error("E0303", span, "only numbers can be compared like this")
                    .help("compare a component (`.x`, `.y`) or `norm(…)` of a vector"),
            );
            return Value::Poison;
        };
        if !self.same_dimension(&mut x, &mut y, span, "compare") {
            return Value::Poison;
        }
        let (x, y) = (x.scalar, y.scalar);
        Value::Flag(match op {
            BinaryOp::Less => self.compare(BinaryFn::Less, x, y),
            BinaryOp::LessEqual => self.compare(BinaryFn::LessEqual, x, y),
            BinaryOp::Greater => self.compare(BinaryFn::Less, y, x),
            BinaryOp::GreaterEqual => self.compare(BinaryFn::LessEqual, y, x),
            BinaryOp::Equal => self.compare(BinaryFn::Equal, x, y),
            _ => {
                let same = self.compare(BinaryFn::Equal, x, y);
                self.unary(UnaryFn::Not, same)
            }
        })
    }

    /// The value of `if` whose condition is known only during the run.
    pub fn choose(&mut self, flag: Scalar, a: Value, b: Value, span: Span) -> Value {
        let (a, b) = (self.as_vector(a), self.as_vector(b));
        match (a, b) {
            (Value::Poison, _) | (_, Value::Poison) => Value::Poison,
            (Value::Number(mut x), Value::Number(mut y)) => {
                if !self.same_dimension(&mut x, &mut y, span, "choose between") {
                    return Value::Poison;
                }
                let scalar = self.select(flag, x.scalar, y.scalar);
                Value::Number(Number { scalar, bare: x.bare && y.bare, ..x })
            }
            (Value::Flag(x), Value::Flag(y)) => Value::Flag(self.select(flag, x, y)),
            (Value::Tuple(x), Value::Tuple(y)) if x.len() == y.len() => {
                Value::Tuple(x.into_iter().zip(y).map(|(x, y)| self.choose(flag, x, y, span)).collect())
            }
            (a, b) => {
                self.findings.report(
                    Diagnostic::error(
                        "E0303",
                        span,
                        format!("`then` gives {}, `else` gives {}", a.describe(), b.describe()),
                    )
                    .help("both branches must be the same kind of value"),
                );
                Value::Poison
            }
        }
    }

    /// A number that must be finite if it is known.
    pub fn finite(&mut self, number: Number, span: Span, why: &str) -> Value {
        match number.scalar {
            Scalar::Known(v) if !v.is_finite() => {
                let fix = if v.is_nan() {
                    "check the numbers it is made of"
                } else {
                    "numbers stay below about 1e308 in size"
                };
                self.undefined(span, why, fix)
            }
            _ => Value::Number(number),
        }
    }

    /// Reports what has no value.
    pub fn undefined(&mut self, span: Span, why: &str, fix: &str) -> Value {
        self.findings.report(Diagnostic::error("E0304", span, why).help(fix));
        Value::Poison
    }

    /// Brings two numbers to one dimension (a literal 0 fits any); reports if they differ.
    pub fn same_dimension(&mut self, x: &mut Number, y: &mut Number, span: Span, verb: &str) -> bool {
        if x.dimension == y.dimension {
            return true;
        }
        if x.is_open_zero() {
            x.dimension = y.dimension;
            return true;
        }
        if y.is_open_zero() {
            y.dimension = x.dimension;
            return true;
        }
        let finding = Diagnostic::error("E0301", span, format!("cannot {verb} {} and {}", x.dimension, y.dimension));
        let plain = x.dimension == Dimension::NONE || y.dimension == Dimension::NONE;
        let unit = if x.dimension == Dimension::NONE { y.dimension } else { x.dimension }.si_unit();
        self.findings.report(if plain {
            finding.help(format!("give the plain number a unit, such as `{unit}`"))
        } else {
            finding.help("both sides must have the same dimension")
        });
        false
    }
}
