//! Expressions: exact numbers, units, paths, calls, operators.

use super::context::Lowering;
use crate::suggestion::quoted;
use crate::syntax::{Node, SyntaxKind, Token};
use crate::tree::{child, expressions, token, words};
use mainspring_definition::{
    Argument, BinaryOp, Decimal, Expr, ExprKind, Path, Segment, UnaryOp, UnitExpr, UnitFactor, find_unit,
};

impl Lowering<'_> {
    /// The value a node says; None where the text has no reading (and the parser has said so).
    pub(super) fn expression(&mut self, node: &Node) -> Option<Expr> {
        let kind = match node.kind() {
            SyntaxKind::NumberExpr => ExprKind::Number(self.number(&token(node, SyntaxKind::Number)?)?),
            SyntaxKind::TextExpr => ExprKind::Text(self.text(&token(node, SyntaxKind::Text)?)),
            SyntaxKind::BoolExpr => ExprKind::Bool(words(node).next()?.text() == "true"),
            SyntaxKind::PathExpr => ExprKind::Path(self.path(node)?),
            // parentheses only group
            SyntaxKind::ParenExpr => self.first_expression(node)?.kind,
            SyntaxKind::TupleExpr => ExprKind::Tuple(self.expressions(node)),
            SyntaxKind::ListExpr => ExprKind::List(self.expressions(node)),
            SyntaxKind::CallExpr => {
                let function = self.name(&words(node).next()?);
                let arguments = node.children().filter_map(|n| self.argument(&n)).collect();
                ExprKind::Call { function, arguments }
            }
            SyntaxKind::MemberExpr => {
                let of = self.first_expression(node)?;
                ExprKind::Member(Box::new(of), self.segments(node)?)
            }
            SyntaxKind::AskExpr => {
                let mut of = self.path(&child(node, SyntaxKind::PathExpr)?)?;
                let question = of.segments.pop()?.name;
                let end = of.segments.last()?;
                of.span.end = end.index.as_ref().map_or(end.name.span.end, |i| i.span.end + 1);
                let arguments = node.children().filter_map(|n| self.argument(&n)).collect();
                ExprKind::Ask { of, question, arguments }
            }
            SyntaxKind::UnaryExpr => {
                let minus = token(node, SyntaxKind::Minus).is_some();
                let operand = Box::new(self.first_expression(node)?);
                ExprKind::Unary(if minus { UnaryOp::Minus } else { UnaryOp::Not }, operand)
            }
            SyntaxKind::BinaryExpr => {
                let operator = node.children_with_tokens().filter_map(|e| e.into_token()).find_map(|t| binary(&t))?;
                let (left, right) = self.two(node)?;
                ExprKind::Binary(operator, left, right)
            }
            SyntaxKind::RangeExpr => {
                let inclusive = token(node, SyntaxKind::DotDotEqual).is_some();
                let (from, to) = self.two(node)?;
                ExprKind::Range(from, to, inclusive)
            }
            SyntaxKind::IfExpr => {
                let mut parts = self.expressions(node).into_iter().map(Box::new);
                ExprKind::If(parts.next()?, parts.next()?, parts.next()?)
            }
            SyntaxKind::UnitExpr => {
                let inner = self.first_expression(node)?;
                match self.unit(&child(node, SyntaxKind::Unit)?) {
                    Some(unit) => ExprKind::WithUnit(Box::new(inner), unit),
                    None => return Some(inner),
                }
            }
            _ => return None,
        };
        Some(Expr { kind, span: self.span(node.text_range()) })
    }

    pub(super) fn first_expression(&mut self, node: &Node) -> Option<Expr> {
        let inner = expressions(node).next()?;
        self.expression(&inner)
    }

    pub(super) fn expressions(&mut self, node: &Node) -> Vec<Expr> {
        expressions(node).filter_map(|n| self.expression(&n)).collect()
    }

    fn two(&mut self, node: &Node) -> Option<(Box<Expr>, Box<Expr>)> {
        let mut sides = expressions(node);
        let (left, right) = (sides.next()?, sides.next()?);
        Some((Box::new(self.expression(&left)?), Box::new(self.expression(&right)?)))
    }

    fn argument(&mut self, node: &Node) -> Option<Argument> {
        if node.kind() != SyntaxKind::Argument {
            return None;
        }
        let name = words(node).next().map(|t| self.name(&t));
        Some(Argument { name, value: self.first_expression(node)? })
    }

    fn number(&mut self, token: &Token) -> Option<Decimal> {
        let number = Decimal::parse(token.text());
        let value = number.as_ref().map_or(f64::NAN, Decimal::to_f64);
        let zero = number.as_ref().is_some_and(|d| d.digits == "0");
        if !value.is_finite() || value == 0.0 && !zero {
            let what = if value == 0.0 { "small" } else { "large" };
            let message = format!("the number {} is too {what} to compute with", quoted(token.text()));
            self.error("E0111", token.text_range(), message);
            return None;
        }
        number
    }

    /// The contents of a quoted text.
    pub(super) fn text(&mut self, token: &Token) -> String {
        let raw = token.text();
        let inner = raw.strip_prefix('"').and_then(|r| r.strip_suffix('"')).unwrap_or(raw);
        let mut text = String::with_capacity(inner.len());
        let mut characters = inner.chars();
        while let Some(c) = characters.next() {
            if c != '\\' {
                text.push(c);
                continue;
            }
            match characters.next() {
                Some('n') => text.push('\n'),
                Some('t') => text.push('\t'),
                Some(c @ ('"' | '\\')) => text.push(c),
                other => {
                    let shown = other.map(|c| c.escape_debug().to_string()).unwrap_or_default();
                    let message = format!("`\\{shown}` is not known in a text; there are `\\\"`, `\\\\`, `\\n`, `\\t`");
                    self.error("E0119", token.text_range(), message);
                }
            }
        }
        text
    }

    pub(super) fn path(&mut self, node: &Node) -> Option<Path> {
        let segments = self.segments(node)?;
        Some(Path { segments, span: self.span(node.text_range()) })
    }

    /// The names directly in the node, each with its index.
    fn segments(&mut self, node: &Node) -> Option<Vec<Segment>> {
        let mut segments: Vec<Segment> = Vec::new();
        for element in node.children_with_tokens() {
            match element {
                rowan::NodeOrToken::Token(t) if t.kind() == SyntaxKind::Word => {
                    segments.push(Segment { name: self.name(&t), index: None });
                }
                rowan::NodeOrToken::Node(n) if n.kind() == SyntaxKind::Index => {
                    segments.last_mut()?.index = Some(Box::new(self.index(&n)?));
                }
                _ => {}
            }
        }
        if segments.is_empty() { None } else { Some(segments) }
    }

    /// The one value between `[` and `]`.
    pub(super) fn index(&mut self, node: &Node) -> Option<Expr> {
        if expressions(node).count() != 1 {
            self.error("E0115", node.text_range(), "an index is one value, as in `finger[2]`");
            return None;
        }
        self.first_expression(node)
    }

    fn unit(&mut self, node: &Node) -> Option<UnitExpr> {
        let mut factors: Vec<UnitFactor> = Vec::new();
        let (mut sign, mut power_next, mut negative) = (1, false, false);
        let tokens = node.children_with_tokens().filter_map(|e| e.into_token()).filter(|t| !t.kind().is_trivia());
        for t in tokens {
            match t.kind() {
                SyntaxKind::Star => sign = 1,
                SyntaxKind::Slash => sign = -1,
                SyntaxKind::Caret => (power_next, negative) = (true, false),
                SyntaxKind::Minus => negative = true,
                SyntaxKind::Number if power_next => {
                    power_next = false;
                    let power = t.text().parse::<i32>().ok().filter(|p| (1..=20).contains(p));
                    let Some(power) = power else {
                        self.error("E0116", t.text_range(), "the power of a unit is a whole number from 1 to 20");
                        return None;
                    };
                    let factor = factors.last_mut()?;
                    factor.power *= if negative { -power } else { power };
                }
                SyntaxKind::Number | SyntaxKind::Word => {
                    if t.kind() == SyntaxKind::Word && find_unit(t.text()).is_none() {
                        return None;
                    }
                    factors.push(UnitFactor { name: self.name(&t), power: sign });
                }
                _ => {}
            }
        }
        Some(UnitExpr { factors, span: self.span(node.text_range()) })
    }
}

fn binary(token: &Token) -> Option<BinaryOp> {
    Some(match token.kind() {
        SyntaxKind::Plus => BinaryOp::Add,
        SyntaxKind::Minus => BinaryOp::Subtract,
        SyntaxKind::Star => BinaryOp::Multiply,
        SyntaxKind::Slash => BinaryOp::Divide,
        SyntaxKind::Caret => BinaryOp::Power,
        SyntaxKind::Ampersand => BinaryOp::Intersect,
        SyntaxKind::Less => BinaryOp::Less,
        SyntaxKind::LessEqual => BinaryOp::LessEqual,
        SyntaxKind::Greater => BinaryOp::Greater,
        SyntaxKind::GreaterEqual => BinaryOp::GreaterEqual,
        SyntaxKind::EqualEqual => BinaryOp::Equal,
        SyntaxKind::NotEqual => BinaryOp::NotEqual,
        SyntaxKind::Word if token.text() == "and" => BinaryOp::And,
        SyntaxKind::Word if token.text() == "or" => BinaryOp::Or,
        _ => return None,
    })
}
