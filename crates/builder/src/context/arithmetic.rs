//! `+ - * / ^` on numbers, vectors and shapes.

use crate::context::state::Context;
use crate::context::value::{Entity, Number, Scalar, Value};
use crate::shapes::words::combine_shapes;
use mainspring_definition::{BinaryOp, Diagnostic, Dimension, Span};
use mainspring_model::{BinaryFn, UnaryFn};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arithmetic {
    Add,
    Subtract,
    Multiply,
    Divide,
}

impl Arithmetic {
    fn verb(self) -> &'static str {
        match self {
            Self::Add => "add",
            Self::Subtract => "subtract",
            Self::Multiply => "multiply",
            Self::Divide => "divide",
        }
    }
}

impl Context<'_> {
    /// A point stands for its position wherever a vector is wanted.
    pub fn as_vector(&mut self, value: Value) -> Value {
        match value {
            Value::Entity(Entity::Point(marker)) => self.point_vector(marker.body, marker.frame.point, 0),
            other => other,
        }
    }

    /// a op b.
    pub fn arithmetic(&mut self, op: Arithmetic, a: Value, b: Value, span: Span) -> Value {
        if a.is_poison() || b.is_poison() {
            return Value::Poison;
        }
        let (a, b) = (self.as_vector(a), self.as_vector(b));
        match (op, a, b) {
            (_, Value::Number(x), Value::Number(y)) => self.numbers(op, x, y, span),
            (Arithmetic::Add | Arithmetic::Subtract, Value::Tuple(x), Value::Tuple(y)) => {
                if x.len() != y.len() {
                    self.findings.report(
                        Diagnostic::error(
                            "E0313",
                            span,
                            format!("cannot {} vectors of {} and {} components", op.verb(), x.len(), y.len()),
                        )
                        .help("both vectors need as many components as the space has"),
                    );
                    return Value::Poison;
                }
                Value::Tuple(x.into_iter().zip(y).map(|(x, y)| self.arithmetic(op, x, y, span)).collect())
            }
            (Arithmetic::Multiply | Arithmetic::Divide, Value::Tuple(x), y @ Value::Number(_)) => {
                Value::Tuple(x.into_iter().map(|x| self.arithmetic(op, x, y.clone(), span)).collect())
            }
            (Arithmetic::Multiply, x @ Value::Number(_), Value::Tuple(y)) => {
                Value::Tuple(y.into_iter().map(|y| self.arithmetic(op, x.clone(), y, span)).collect())
            }
            (Arithmetic::Add, a @ (Value::Region(_) | Value::Solid(_)), b) => {
                combine_shapes(self, BinaryOp::Add, &a, &b, span)
            }
            (Arithmetic::Subtract, a @ Value::Region(_), b) => combine_shapes(self, BinaryOp::Subtract, &a, &b, span),
            (_, a, b) => {
                let finding = Diagnostic::error(
                    "E0303",
                    span,
                    format!("cannot {} {} and {}", op.verb(), a.describe(), b.describe()),
                );
                self.findings.report(match (&a, &b) {
                    (Value::Tuple(_), Value::Tuple(_)) => finding.help("use `dot(a, b)` or `cross(a, b)`"),
                    (Value::Entity(_), _) | (_, Value::Entity(_)) => {
                        finding.help("measure something of it, such as `.position` or `.angle`")
                    }
                    _ => finding.help("numbers, vectors and shapes can be combined among themselves"),
                });
                Value::Poison
            }
        }
    }

    pub fn numbers(&mut self, op: Arithmetic, mut x: Number, mut y: Number, span: Span) -> Value {
        let too_large = "the result is too large";
        match op {
            Arithmetic::Add | Arithmetic::Subtract => {
                if !self.same_dimension(&mut x, &mut y, span, op.verb()) {
                    return Value::Poison;
                }
                let f = if op == Arithmetic::Add { BinaryFn::Add } else { BinaryFn::Sub };
                let scalar = self.binary(f, x.scalar, y.scalar);
                let angle = if x.angle == 0 { y.angle } else { x.angle };
                self.finite(Number { scalar, angle, bare: x.bare && y.bare, ..x }, span, too_large)
            }
            Arithmetic::Multiply | Arithmetic::Divide => {
                let divide = op == Arithmetic::Divide;
                if divide && y.scalar == Scalar::Known(0.0) {
                    self.findings.report(
                        Diagnostic::error("E0304", span, "division by zero")
                            .help("check the divisor; `if … then … else …` takes only the branch it needs"),
                    );
                    return Value::Poison;
                }
                let other = if divide { y.dimension.inverse() } else { y.dimension };
                let Some(dimension) = x.dimension.times(other) else {
                    return self.wild_dimension(span);
                };
                let scalar = self.binary(if divide { BinaryFn::Div } else { BinaryFn::Mul }, x.scalar, y.scalar);
                let angle = x.angle.saturating_add(if divide { y.angle.saturating_neg() } else { y.angle });
                self.finite(Number { scalar, dimension, angle, bare: x.bare && y.bare }, span, too_large)
            }
        }
    }

    fn wild_dimension(&mut self, span: Span) -> Value {
        self.findings.report(
            Diagnostic::error("E0306", span, "the powers of metre, kilogram or second leave ±100")
                .help("no physical quantity has such powers; check the expression"),
        );
        Value::Poison
    }

    /// −a.
    pub fn negate(&mut self, value: Value, span: Span) -> Value {
        match self.as_vector(value) {
            Value::Number(n) => {
                let scalar = match n.scalar {
                    // −0 and 0 are the same number for people
                    Scalar::Known(0.0) => Scalar::Known(0.0),
                    s => self.unary(UnaryFn::Neg, s),
                };
                Value::Number(Number { scalar, ..n })
            }
            Value::Tuple(items) => Value::Tuple(items.into_iter().map(|v| self.negate(v, span)).collect()),
            Value::Poison => Value::Poison,
            other => {
                self.findings.report(
                    Diagnostic::error("E0303", span, format!("cannot negate {}", other.describe()))
                        .help("`-` goes before numbers and vectors; `not` before true or false"),
                );
                Value::Poison
            }
        }
    }

    /// a ^ b; on regions the symmetric difference.
    pub fn power(&mut self, a: Value, b: Value, exponent_span: Span, span: Span) -> Value {
        match (a, b) {
            (a @ Value::Region(_), b) => combine_shapes(self, BinaryOp::Power, &a, &b, span),
            (Value::Number(x), Value::Number(y)) => {
                if y.dimension != Dimension::NONE {
                    self.findings.report(
                        Diagnostic::error(
                            "E0301",
                            exponent_span,
                            format!("an exponent is a plain number, found {}", y.dimension),
                        )
                        .help("divide it by a quantity of the same dimension"),
                    );
                    return Value::Poison;
                }
                let dimension = if x.dimension == Dimension::NONE {
                    Dimension::NONE
                } else {
                    let whole = match y.scalar {
                        Scalar::Known(v) if v == v.trunc() && v.abs() <= 100.0 => Some(v as i32),
                        _ => None,
                    };
                    let Some(n) = whole else {
                        self.findings.report(
                            Diagnostic::error(
                                "E0306",
                                exponent_span,
                                format!("{} can be raised only to a known whole power", x.dimension),
                            )
                            .help("use `sqrt` for square roots, or divide by a quantity of the same dimension first"),
                        );
                        return Value::Poison;
                    };
                    match x.dimension.power(n) {
                        Some(d) => d,
                        None => return self.wild_dimension(span),
                    }
                };
                let angle = match y.scalar {
                    Scalar::Known(v) if v.abs() <= 8.0 => (f64::from(x.angle) * v) as i8,
                    _ => 0,
                };
                if let (Scalar::Known(base), Scalar::Known(exponent)) = (x.scalar, y.scalar) {
                    if base == 0.0 && exponent < 0.0 {
                        let fix = "a negative power divides by the base; check that it is not zero";
                        return self.undefined(span, "division by zero: zero to a negative power", fix);
                    }
                    if base < 0.0 && exponent != exponent.trunc() {
                        let fix = "only whole powers of a negative number exist; check its sign";
                        return self.undefined(span, "a negative number to a power that is not whole", fix);
                    }
                }
                let scalar = self.binary(BinaryFn::Pow, x.scalar, y.scalar);
                let number = Number { scalar, dimension, angle, bare: x.bare && y.bare };
                self.finite(number, span, "this power is too large")
            }
            (Value::Poison, _) | (_, Value::Poison) => Value::Poison,
            (a, b) => {
                self.findings.report(
                    Diagnostic::error(
                        "E0303",
                        span,
                        format!("cannot raise {} to the power of {}", a.describe(), b.describe()),
                    )
                    .help("only numbers have powers; `dot(v, v)` is the square of a vector"),
                );
                Value::Poison
            }
        }
    }
}
