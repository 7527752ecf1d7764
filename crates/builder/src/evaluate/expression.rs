//! The worth of an expression, known now or measured later.

use crate::context::arithmetic::Arithmetic;
use crate::context::units::SiUnit;
use crate::context::value::{List, Number, Scalar, ScopeId, Value};
use crate::evaluate::evaluator::Evaluator;
use crate::limits;
use crate::shapes::words::combine_shapes;
use mainspring_definition::{BinaryOp, Diagnostic, Expr, ExprKind, Span, UnaryOp, UnitExpr};
use mainspring_model::{BinaryFn, UnaryFn};
use std::rc::Rc;

impl<'a> Evaluator<'_, 'a> {
    /// What an expression is worth in a scope; `Poison` after a report.
    pub fn eval(&mut self, expr: &'a Expr, scope: ScopeId) -> Value {
        self.eval_under(expr, scope, None)
    }

    /// The same with a unit that goes to every bare number inside.
    pub fn eval_under(&mut self, expr: &'a Expr, scope: ScopeId, unit: Option<SiUnit>) -> Value {
        if self.cx.findings.stopped {
            return Value::Poison;
        }
        if self.cx.depth >= limits::DEPTH {
            self.cx
                .findings
                .report_limit(expr.span, &format!("expressions or names nested more than {} deep", limits::DEPTH));
            return Value::Poison;
        }
        self.cx.depth += 1;
        let value = self.eval_kind(expr, scope, unit);
        self.cx.depth -= 1;
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
                self.cx.finite(number, span, "this number is too large")
            }
            ExprKind::Text(text) => Value::Text(Rc::from(text.as_str())),
            ExprKind::Bool(b) => Value::Flag(Scalar::Known(f64::from(u8::from(*b)))),
            ExprKind::WithUnit(inner, written) => self.eval_with_unit(inner, written, scope),
            ExprKind::Path(path) => {
                let value = self.eval_path(path, scope);
                self.cx.give_unit(value, unit, span)
            }
            ExprKind::Tuple(items) => {
                if !(2..=3).contains(&items.len()) {
                    self.cx.findings.report(
                        Diagnostic::error("E0303", span, format!("a tuple has 2 or 3 elements, found {}", items.len()))
                            .help("write `[a, b, …]` for a list"),
                    );
                    return Value::Poison;
                }
                let items: Vec<Value> = items.iter().map(|i| self.eval_under(i, scope, unit)).collect();
                let rows =
                    |v: &Value| matches!(v, Value::Tuple(row) if row.iter().any(|x| matches!(x, Value::Tuple(_))));
                if items.iter().any(rows) {
                    self.cx.findings.report(
                        Diagnostic::error("E0303", span, "tuples of tuples of tuples have no meaning")
                            .help("a tuple is a vector, a tuple of tuples a matrix; write `[a, b, …]` for a list"),
                    );
                    return Value::Poison;
                }
                Value::Tuple(items)
            }
            ExprKind::List(items) => {
                let list = Value::List(List::new(items.iter().map(|i| self.eval_under(i, scope, unit)).collect()));
                if list.size() > limits::LIST_OF_LISTS {
                    let most = limits::LIST_OF_LISTS;
                    self.cx.findings.report_limit(
                        span,
                        &format!("a list of more than {most} values, those of lists in it counted"),
                    );
                    return Value::Poison;
                }
                list
            }
            ExprKind::Call { function, arguments } => self.call(function, arguments, scope, span, unit),
            ExprKind::Member(of, segments) => {
                let value = self.eval(of, scope);
                self.walk(value, segments, scope)
            }
            ExprKind::Ask { of, question, arguments } => {
                let area = self.overlap(of, question, arguments, scope);
                if let Some(number) = area.or_else(|| self.momentum_about(of, question, arguments, scope)) {
                    return number;
                }
                // +1 or −1 as a truth
                match self.asked(of, question, arguments, scope) {
                    Some(margin) => Value::Flag(self.cx.binary(BinaryFn::Less, Scalar::Known(0.0), margin)),
                    None => Value::Poison,
                }
            }
            ExprKind::Unary(op, inner) => {
                let value = self.eval_under(inner, scope, unit);
                match op {
                    UnaryOp::Minus => self.cx.negate(value, span),
                    UnaryOp::Not => match self.cx.flag(&value, inner.span) {
                        Some(f) => Value::Flag(self.cx.unary(UnaryFn::Not, f)),
                        None => Value::Poison,
                    },
                }
            }
            ExprKind::Binary(op, left, right) => {
                let value = self.eval_binary(*op, left, right, scope, span);
                self.cx.give_unit(value, unit, span)
            }
            ExprKind::If(condition, then, otherwise) => {
                let asked = self.eval(condition, scope);
                let Some(flag) = self.cx.flag(&asked, condition.span) else { return Value::Poison };
                if let Scalar::Known(c) = flag {
                    // only the branch taken: `if n == 0 then 0 else 1/n`
                    return self.eval_under(if c == 0.0 { otherwise } else { then }, scope, unit);
                }
                let (a, b) = (self.eval_under(then, scope, unit), self.eval_under(otherwise, scope, unit));
                self.cx.choose(flag, a, b, span)
            }
            ExprKind::Range(from, to, inclusive) => {
                let (a, b) = (self.eval(from, scope), self.eval(to, scope));
                let (Some(a), Some(b)) =
                    (self.cx.whole(&a, from.span, "a range"), self.cx.whole(&b, to.span, "a range"))
                else {
                    return Value::Poison;
                };
                Value::Range(a, if *inclusive { b.saturating_add(1) } else { b })
            }
        }
    }

    fn eval_with_unit(&mut self, inner: &'a Expr, written: &'a UnitExpr, scope: ScopeId) -> Value {
        let Some(unit) = self.cx.unit(written) else { return Value::Poison };
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
                self.cx.arithmetic(Arithmetic::Multiply, value, Value::Number(factor), span)
            }
            ExprKind::WithUnit(..) => {
                self.cx.findings.report(
                    Diagnostic::error("E0302", written.span, "a second unit after a unit")
                        .help("join them with `*` or `/`, as in `N*m`"),
                );
                Value::Poison
            }
            _ => self.eval_under(inner, scope, Some(unit)),
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
            BinaryOp::Add => self.cx.arithmetic(Arithmetic::Add, a, b, span),
            BinaryOp::Subtract => self.cx.arithmetic(Arithmetic::Subtract, a, b, span),
            BinaryOp::Multiply => self.cx.arithmetic(Arithmetic::Multiply, a, b, span),
            BinaryOp::Divide => self.cx.arithmetic(Arithmetic::Divide, a, b, span),
            BinaryOp::Power => self.cx.power(a, b, right.span, span),
            BinaryOp::Intersect => combine_shapes(self.cx, op, &a, &b, span),
            BinaryOp::And | BinaryOp::Or => {
                let (Some(x), Some(y)) = (self.cx.flag(&a, left.span), self.cx.flag(&b, right.span)) else {
                    return Value::Poison;
                };
                Value::Flag(self.cx.binary(if op == BinaryOp::And { BinaryFn::And } else { BinaryFn::Or }, x, y))
            }
            _ => self.cx.comparison(op, a, b, span),
        }
    }
}
