//! Names of channels: the text of the expression as written.

use crate::context::names::Binding;
use crate::context::names::Names;
use crate::context::value::{Scalar, ScopeId, Value};
use mainspring_definition::Definition;
use mainspring_definition::{Argument, BinaryOp, Expr, ExprKind, Path, Segment, Span, UnaryOp, UnitExpr};

/// Spells expressions as a scene's author would.
pub struct Speller<'s, 'a> {
    pub definition: &'a Definition,
    pub names: &'s Names<'a>,
}

impl Speller<'_, '_> {
    /// The text of an expression, white space collapsed; in a `for` with its variable's value filled in.
    pub fn channel_name(&self, expr: &Expr, scope: ScopeId) -> String {
        if !self.names.scopes[scope].repeated
            && let Some(text) = self.source_text(expr.span)
        {
            return text;
        }
        self.spell(expr, scope)
    }

    fn source_text(&self, span: Span) -> Option<String> {
        let source = self.definition.sources.get(usize::try_from(span.source).ok()?)?;
        let text = source.text.get(span.start as usize..span.end as usize)?;
        let words: Vec<&str> = text.split_whitespace().collect();
        if words.is_empty() { None } else { Some(words.join(" ")) }
    }

    fn spell(&self, expr: &Expr, scope: ScopeId) -> String {
        let list = |items: &[Expr]| items.iter().map(|i| self.spell(i, scope)).collect::<Vec<_>>().join(", ");
        match &expr.kind {
            ExprKind::Number(d) => format!("{}", d.to_f64()),
            ExprKind::Text(t) => format!("\"{t}\""),
            ExprKind::Bool(b) => b.to_string(),
            ExprKind::WithUnit(e, u) => format!("{} {}", self.spell(e, scope), spell_unit(u)),
            ExprKind::Path(p) => self.spell_path(p, scope),
            ExprKind::Tuple(items) => format!("({})", list(items)),
            ExprKind::List(items) => format!("[{}]", list(items)),
            ExprKind::Call { function, arguments } => {
                format!("{}({})", function.text, self.spell_arguments(arguments, scope))
            }
            ExprKind::Member(of, segments) => {
                format!("{}.{}", self.spell(of, scope), self.spell_segments(segments, scope))
            }
            ExprKind::Ask { of, question, arguments } => {
                let of = self.spell_segments(&of.segments, scope);
                format!("{of}.{}({})", question.text, self.spell_arguments(arguments, scope))
            }
            ExprKind::Unary(UnaryOp::Minus, e) => format!("-{}", self.spell_inner(e, scope)),
            ExprKind::Unary(UnaryOp::Not, e) => format!("not {}", self.spell_inner(e, scope)),
            ExprKind::Binary(op, a, b) => {
                format!("{} {} {}", self.spell_inner(a, scope), sign(*op), self.spell_inner(b, scope))
            }
            ExprKind::If(c, a, b) => {
                format!("if {} then {} else {}", self.spell(c, scope), self.spell(a, scope), self.spell(b, scope))
            }
            ExprKind::Range(a, b, inclusive) => {
                let dots = if *inclusive { "..=" } else { ".." };
                format!("{}{dots}{}", self.spell_inner(a, scope), self.spell_inner(b, scope))
            }
        }
    }

    fn spell_inner(&self, expr: &Expr, scope: ScopeId) -> String {
        let text = self.spell(expr, scope);
        if matches!(expr.kind, ExprKind::Binary(..) | ExprKind::If(..)) { format!("({text})") } else { text }
    }

    fn spell_path(&self, path: &Path, scope: ScopeId) -> String {
        if let Some(name) = path.as_name()
            && let Some(v) = self.loop_value(name, scope)
        {
            return v;
        }
        self.spell_segments(&path.segments, scope)
    }

    fn spell_segments(&self, segments: &[Segment], scope: ScopeId) -> String {
        let segments: Vec<String> = segments
            .iter()
            .map(|s| match &s.index {
                Some(i) => format!("{}[{}]", s.name.text, self.spell_index(i, scope)),
                None => s.name.text.clone(),
            })
            .collect();
        segments.join(".")
    }

    fn spell_arguments(&self, arguments: &[Argument], scope: ScopeId) -> String {
        let arguments: Vec<String> = arguments
            .iter()
            .map(|a| match &a.name {
                Some(n) => format!("{} = {}", n.text, self.spell(&a.value, scope)),
                None => self.spell(&a.value, scope),
            })
            .collect();
        arguments.join(", ")
    }

    /// `i + 1` as the number it is, where it is that simple.
    fn spell_index(&self, expr: &Expr, scope: ScopeId) -> String {
        if let ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Subtract), a, b) = &expr.kind {
            let (a, b) = (self.spell_index(a, scope).parse::<i64>(), self.spell_index(b, scope).parse::<i64>());
            if let (Ok(a), Ok(b)) = (a, b) {
                let sum = if *op == BinaryOp::Add { a.checked_add(b) } else { a.checked_sub(b) };
                if let Some(sum) = sum {
                    return sum.to_string();
                }
            }
        }
        self.spell(expr, scope)
    }

    fn loop_value(&self, name: &str, scope: ScopeId) -> Option<String> {
        match self.names.lookup(scope, name)? {
            Binding::Value(Value::Number(n)) if n.bare => match n.scalar {
                Scalar::Known(v) => Some(format!("{v}")),
                Scalar::Node(_) => None,
            },
            _ => None,
        }
    }
}

fn spell_unit(unit: &UnitExpr) -> String {
    let mut text = String::new();
    for (i, f) in unit.factors.iter().enumerate() {
        let sign = match (i, f.power < 0) {
            (0, true) => "1/",
            (0, false) => "",
            (_, true) => "/",
            (_, false) => "*",
        };
        text.push_str(sign);
        text.push_str(&f.name.text);
        if f.power.abs() != 1 {
            text.push_str(&format!("^{}", f.power.abs()));
        }
    }
    text
}

fn sign(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "+",
        BinaryOp::Subtract => "-",
        BinaryOp::Multiply => "*",
        BinaryOp::Divide => "/",
        BinaryOp::Power => "^",
        BinaryOp::Intersect => "&",
        BinaryOp::Less => "<",
        BinaryOp::LessEqual => "<=",
        BinaryOp::Greater => ">",
        BinaryOp::GreaterEqual => ">=",
        BinaryOp::Equal => "==",
        BinaryOp::NotEqual => "!=",
        BinaryOp::And => "and",
        BinaryOp::Or => "or",
    }
}
