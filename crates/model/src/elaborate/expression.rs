//! The worth of an expression, known now or measured later.

use super::arithmetic::Arithmetic;
use super::units::SiUnit;
use super::value::{Number, Scalar, ScopeId, Value};
use crate::build::Builder;
use crate::functions::{BinaryFn, UnaryFn};
use crate::limits;
use mainspring_definition::{BinaryOp, Diagnostic, Dimension, Expr, ExprKind, Span, UnaryOp, UnitExpr};
use std::rc::Rc;

impl<'a> Builder<'a> {
    /// What an expression is worth in a scope; `Poison` after a report.
    pub fn eval(&mut self, expr: &'a Expr, scope: ScopeId) -> Value {
        self.eval_under(expr, scope, None)
    }

    /// The same with a unit that goes to every bare number inside.
    pub fn eval_under(&mut self, expr: &'a Expr, scope: ScopeId, unit: Option<SiUnit>) -> Value {
        if self.stopped {
            return Value::Poison;
        }
        if self.depth >= limits::DEPTH {
            self.report_limit(expr.span, &format!("expressions or names nested more than {} deep", limits::DEPTH));
            return Value::Poison;
        }
        self.depth += 1;
        let value = self.eval_kind(expr, scope, unit);
        self.depth -= 1;
        value
    }

    fn eval_kind(&mut self, expr: &'a Expr, scope: ScopeId, unit: Option<SiUnit>) -> Value {
        let span = expr.span;
        match &expr.kind {
            ExprKind::Number(decimal) => {
                let number = match unit {
                    Some(u) => Number {
                        scalar: Scalar::Known(decimal.scaled(u.numerator, u.denominator)),
                        dimension: u.dimension,
                        angle: u.angle,
                        bare: false,
                    },
                    None => Number::bare(decimal.to_f64()),
                };
                self.finite(number, span, "this number is too large")
            }
            ExprKind::Text(text) => Value::Text(Rc::from(text.as_str())),
            ExprKind::Bool(b) => Value::Flag(Scalar::Known(f64::from(u8::from(*b)))),
            ExprKind::WithUnit(inner, written) => self.eval_with_unit(inner, written, scope),
            ExprKind::Path(path) => {
                let value = self.eval_path(path, scope);
                self.give_unit(value, unit, span)
            }
            ExprKind::Tuple(items) => {
                if !(2..=3).contains(&items.len()) {
                    self.report(
                        Diagnostic::error("E0303", span, format!("a tuple has 2 or 3 elements, found {}", items.len()))
                            .help("write `[a, b, …]` for a list"),
                    );
                    return Value::Poison;
                }
                Value::Tuple(items.iter().map(|i| self.eval_under(i, scope, unit)).collect())
            }
            ExprKind::List(items) => {
                Value::List(Rc::new(items.iter().map(|i| self.eval_under(i, scope, unit)).collect()))
            }
            ExprKind::Call { function, arguments } => self.call(function, arguments, scope, span, unit),
            ExprKind::Member(of, segments) => {
                let value = self.eval(of, scope);
                self.walk(value, segments, scope)
            }
            ExprKind::Ask { of, question, arguments } => {
                if let Some(area) = self.overlap(of, question, arguments, scope) {
                    return area;
                }
                // +1 or −1 as a truth
                match self.asked(of, question, arguments, scope) {
                    Some(margin) => Value::Flag(self.binary(BinaryFn::Less, Scalar::Known(0.0), margin)),
                    None => Value::Poison,
                }
            }
            ExprKind::Unary(op, inner) => {
                let value = self.eval_under(inner, scope, unit);
                match op {
                    UnaryOp::Minus => self.negate(value, span),
                    UnaryOp::Not => match self.flag(&value, inner.span) {
                        Some(f) => Value::Flag(self.unary(UnaryFn::Not, f)),
                        None => Value::Poison,
                    },
                }
            }
            ExprKind::Binary(op, left, right) => {
                let value = self.eval_binary(*op, left, right, scope, span);
                self.give_unit(value, unit, span)
            }
            ExprKind::If(condition, then, otherwise) => {
                let asked = self.eval(condition, scope);
                let Some(flag) = self.flag(&asked, condition.span) else { return Value::Poison };
                if let Scalar::Known(c) = flag {
                    // only the branch taken: `if n == 0 then 0 else 1/n`
                    return self.eval_under(if c == 0.0 { otherwise } else { then }, scope, unit);
                }
                let (a, b) = (self.eval_under(then, scope, unit), self.eval_under(otherwise, scope, unit));
                self.choose(flag, a, b, span)
            }
            ExprKind::Range(from, to, inclusive) => {
                let (a, b) = (self.eval(from, scope), self.eval(to, scope));
                let (Some(a), Some(b)) = (self.whole(&a, from.span, "a range"), self.whole(&b, to.span, "a range"))
                else {
                    return Value::Poison;
                };
                Value::Range(a, if *inclusive { b.saturating_add(1) } else { b })
            }
        }
    }

    fn eval_with_unit(&mut self, inner: &'a Expr, written: &'a UnitExpr, scope: ScopeId) -> Value {
        let Some(unit) = self.unit(written) else { return Value::Poison };
        let span = inner.span.to(written.span);
        match &inner.kind {
            // after a name the unit multiplies: `pi rad/s`
            ExprKind::Path(_) => {
                let value = self.eval(inner, scope);
                let factor = Number {
                    scalar: Scalar::Known(unit.numerator / unit.denominator),
                    dimension: unit.dimension,
                    angle: unit.angle,
                    bare: false,
                };
                self.arithmetic(Arithmetic::Multiply, value, Value::Number(factor), span)
            }
            ExprKind::WithUnit(..) => {
                self.report(
                    Diagnostic::error("E0302", written.span, "a second unit after a unit")
                        .help("join them with `*` or `/`, as in `N*m`"),
                );
                Value::Poison
            }
            _ => self.eval_under(inner, scope, Some(unit)),
        }
    }

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

    fn eval_binary(&mut self, op: BinaryOp, left: &'a Expr, right: &'a Expr, scope: ScopeId, span: Span) -> Value {
        let a = self.eval(left, scope);
        // a known left side settles `and` and `or`, so that the right may rely on it
        if let (BinaryOp::And | BinaryOp::Or, Value::Flag(Scalar::Known(f))) = (op, &a)
            && (*f != 0.0) == (op == BinaryOp::Or)
        {
            return a;
        }
        let b = self.eval(right, scope);
        if a.is_poison() || b.is_poison() {
            return Value::Poison;
        }
        match op {
            BinaryOp::Add => self.arithmetic(Arithmetic::Add, a, b, span),
            BinaryOp::Subtract => self.arithmetic(Arithmetic::Subtract, a, b, span),
            BinaryOp::Multiply => self.arithmetic(Arithmetic::Multiply, a, b, span),
            BinaryOp::Divide => self.arithmetic(Arithmetic::Divide, a, b, span),
            BinaryOp::Power => self.power(a, b, right.span, span),
            BinaryOp::Intersect => self.combine_shapes(op, &a, &b, span),
            BinaryOp::And | BinaryOp::Or => {
                let (Some(x), Some(y)) = (self.flag(&a, left.span), self.flag(&b, right.span)) else {
                    return Value::Poison;
                };
                Value::Flag(self.binary(if op == BinaryOp::And { BinaryFn::And } else { BinaryFn::Or }, x, y))
            }
            _ => self.comparison(op, a, b, span),
        }
    }

    fn comparison(&mut self, op: BinaryOp, a: Value, b: Value, span: Span) -> Value {
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
            self.report(
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
    fn choose(&mut self, flag: Scalar, a: Value, b: Value, span: Span) -> Value {
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
                self.report(
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
        self.report(Diagnostic::error("E0304", span, why).help(fix));
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
        self.report(if plain {
            finding.help(format!("give the plain number a unit, such as `{unit}`"))
        } else {
            finding.help("both sides must have the same dimension")
        });
        false
    }
}
