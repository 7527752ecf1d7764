//! Attach and release.

use crate::build::Builder;
use crate::elaborate::value::{Entity, Scalar, ScopeId, Value};
use crate::functions::{BinaryFn, UnaryFn};
use crate::switch::{Switch, SwitchTarget, Trigger};
use mainspring_definition::{
    BinaryOp, Diagnostic, Dimension, Expr, ExprKind, Statement, StatementKind, Trigger as Said, UnaryOp,
};
use std::collections::BTreeSet;

impl<'a> Builder<'a> {
    /// `attach` and `release` lines.
    pub fn collect_switches(&mut self, deferred: &[(ScopeId, &'a Statement)]) {
        let mut seen: BTreeSet<(bool, usize)> = BTreeSet::new();
        for &(scope, statement) in deferred {
            let StatementKind::Switch { attach, targets, trigger } = &statement.kind else { continue };
            let mut found = Vec::new();
            for path in targets {
                match self.entity(path, scope, "a joint or spring") {
                    Some(Entity::Joint(j)) => found.push(SwitchTarget::Joint(j)),
                    Some(Entity::Spring(s)) => found.push(SwitchTarget::Spring(s)),
                    Some(other) => self.wrong_thing(other.word(), "a joint or spring", path.span),
                    None => {}
                }
            }
            for &target in &found {
                // what is attached first was not there before
                match target {
                    SwitchTarget::Joint(j) if seen.insert((true, j)) => self.joints[j].attached = !attach,
                    SwitchTarget::Spring(s) if seen.insert((false, s)) => self.springs[s].attached = !attach,
                    _ => {}
                }
            }
            let trigger = match trigger {
                Said::At(expr) => {
                    let value = self.eval(expr, scope);
                    self.not_negative(&value, Dimension::TIME, expr.span, "the time", "E0506").map(Trigger::At)
                }
                Said::When(expr) => self.margin(expr, scope).map(|m| Trigger::When(self.node(m))),
            };
            if let Some(trigger) = trigger
                && !found.is_empty()
            {
                self.switches.push(Switch { span: statement.span, attach: *attach, targets: found, trigger });
            }
        }
    }

    /// A condition as a number that is > 0 when it holds, so that the moment it comes true is a root.
    pub fn margin(&mut self, expr: &'a Expr, scope: ScopeId) -> Option<Scalar> {
        match &expr.kind {
            ExprKind::Binary(BinaryOp::And | BinaryOp::Or, a, b) => {
                let (x, y) = (self.margin(a, scope), self.margin(b, scope));
                let both = matches!(expr.kind, ExprKind::Binary(BinaryOp::And, ..));
                Some(self.binary(if both { BinaryFn::Min } else { BinaryFn::Max }, x?, y?))
            }
            ExprKind::Unary(UnaryOp::Not, a) => {
                let x = self.margin(a, scope)?;
                Some(self.unary(UnaryFn::Neg, x))
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
                        self.report(
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
                let (mut x, mut y) = (x, y);
                if !self.same_dimension(&mut x, &mut y, expr.span, "compare") {
                    return None;
                }
                let (high, low) = match op {
                    BinaryOp::Greater | BinaryOp::GreaterEqual => (x.scalar, y.scalar),
                    _ => (y.scalar, x.scalar),
                };
                Some(self.binary(BinaryFn::Sub, high, low))
            }
            ExprKind::Binary(BinaryOp::Equal | BinaryOp::NotEqual, ..) => {
                self.report(
                    Diagnostic::error(
                        "E0311",
                        expr.span,
                        "a condition in time cannot wait for two numbers to be equal",
                    )
                    .help("say from which side it is reached: `a > b` or `a < b`"),
                );
                None
            }
            ExprKind::Ask { of, question, arguments } if question.text != "overlap" => {
                self.asked(of, question, arguments, scope)
            }
            ExprKind::Bool(b) => Some(Scalar::Known(if *b { 1.0 } else { -1.0 })),
            _ => {
                let value = self.eval(expr, scope);
                if let Value::Flag(Scalar::Known(v)) = value {
                    return Some(Scalar::Known(if v == 0.0 { -1.0 } else { 1.0 }));
                }
                if !value.is_poison() {
                    self.report(
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
