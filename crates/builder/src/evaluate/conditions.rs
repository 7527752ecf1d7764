//! Conditions in time as margins: > 0 once they hold.

use crate::context::value::{Scalar, ScopeId, Value};
use crate::evaluate::evaluator::Evaluator;
use crate::evaluate::questions::ASKS_NUMBERS;
use mainspring_definition::{BinaryOp, Diagnostic, Expr, ExprKind, UnaryOp};
use mainspring_model::{BinaryFn, UnaryFn};

impl<'a> Evaluator<'_, 'a> {
    /// A condition as a number that is > 0 when it holds, so that the moment it comes true is a root.
    pub fn margin(&mut self, expr: &'a Expr, scope: ScopeId) -> Option<Scalar> {
        match &expr.kind {
            ExprKind::Binary(BinaryOp::And | BinaryOp::Or, a, b) => {
                let (x, y) = (self.margin(a, scope), self.margin(b, scope));
                let both = matches!(expr.kind, ExprKind::Binary(BinaryOp::And, ..));
                Some(self.cx.binary(if both { BinaryFn::Min } else { BinaryFn::Max }, x?, y?))
            }
            ExprKind::Unary(UnaryOp::Not, a) => {
                let x = self.margin(a, scope)?;
                Some(self.cx.unary(UnaryFn::Neg, x))
            }
            ExprKind::Binary(
                op @ (BinaryOp::Less | BinaryOp::LessEqual | BinaryOp::Greater | BinaryOp::GreaterEqual),
                a,
                b,
            ) => {
                let (x, y) = (self.eval(a, scope), self.eval(b, scope));
                let (x, y) = match (x, y) {
                    (Value::Poison, _) | (_, Value::Poison) => return None,
                    (Value::Number(x), Value::Number(y)) => (x, y),
                    (x, y) => {
                        self.cx.findings.report(
                            Diagnostic::error(
                                "E0303",
                                expr.span,
                                format!("only numbers can be compared, found {} and {}", x.describe(), y.describe()),
                            )
                            .help("compare a component (`.x`, `.y`) or `norm(…)`"),
                        );
                        return None;
                    }
                };
                self.cx.note_bare_beside_angle(x, y, expr.span);
                let (mut x, mut y) = (x, y);
                if !self.cx.same_dimension(&mut x, &mut y, expr.span, "compare") {
                    return None;
                }
                let (high, low) = match op {
                    BinaryOp::Greater | BinaryOp::GreaterEqual => (x.scalar, y.scalar),
                    _ => (y.scalar, x.scalar),
                };
                let apart = self.cx.binary(BinaryFn::Sub, high, low);
                // too little to move the moment at which it comes true, but a sign where both are equal
                let strict = matches!(op, BinaryOp::Greater | BinaryOp::Less);
                let towards = if strict { BinaryFn::Sub } else { BinaryFn::Add };
                Some(self.cx.binary(towards, apart, Scalar::Known(f64::MIN_POSITIVE)))
            }
            ExprKind::Binary(BinaryOp::Equal | BinaryOp::NotEqual, ..) => {
                self.cx.findings.report(
                    Diagnostic::error(
                        "E0311",
                        expr.span,
                        "a condition in time cannot wait for two numbers to be equal",
                    )
                    .help("say from which side it is reached: `a > b` or `a < b`"),
                );
                None
            }
            ExprKind::Ask { of, question, arguments } if !ASKS_NUMBERS.contains(&question.text.as_str()) => {
                self.asked(of, question, arguments, scope)
            }
            ExprKind::Bool(b) => Some(Scalar::Known(if *b { 1.0 } else { -1.0 })),
            _ => {
                let value = self.eval(expr, scope);
                if let Value::Flag(Scalar::Known(v)) = value {
                    return Some(Scalar::Known(if v == 0.0 { -1.0 } else { 1.0 }));
                }
                if !value.is_poison() {
                    self.cx.findings.report(
                        Diagnostic::error(
                            "E0311",
                            expr.span,
                            format!("a condition is a comparison, found {}", value.describe()),
                        )
                        .help("write `a > b`, joined with `and`, `or`, `not`"),
                    );
                }
                None
            }
        }
    }
}
