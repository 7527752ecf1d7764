//! How far apart two tokens of one line stand.

use crate::syntax::{Node, SyntaxKind as K, Token};
use mainspring_definition::StatementForm;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Gap {
    None,
    Space,
}

/// The gap between neighbours; depends on the tree only.
pub(crate) fn gap(left: &Token, right: &Token) -> Gap {
    let tight = match (left.kind(), right.kind()) {
        (_, K::Comma | K::Semicolon | K::CloseParen | K::CloseBracket | K::Colon) => true,
        (K::OpenParen | K::OpenBracket, _) => true,
        (K::Dot | K::DotDot | K::DotDotEqual, _) | (_, K::Dot | K::DotDot | K::DotDotEqual) => true,
        (K::OpenBrace, K::CloseBrace) => true,
        (_, K::OpenBracket) => parent_is(right, K::Index),
        (_, K::OpenParen) => opens_arguments(left, right),
        _ => tight_operator(left) || tight_operator(right) && !tight_prefix(right),
    };
    if tight { Gap::None } else { Gap::Space }
}

fn parent_is(token: &Token, kind: K) -> bool {
    token.parent().is_some_and(|p| p.kind() == kind)
}

/// The bracket of a call or of parameters; a place on the ground and words of later constructs keep a space.
fn opens_arguments(left: &Token, right: &Token) -> bool {
    if tight_operator(left) {
        return true;
    }
    let Some(parent) = right.parent() else { return false };
    match parent.kind() {
        K::Parameters => true,
        K::AskExpr => true,
        K::CallExpr if left.parent().as_ref() != Some(&parent) => false,
        K::CallExpr if left.text() == "ground" => false,
        K::CallExpr if in_later(&parent) => left.next_token().as_ref() == Some(right),
        K::CallExpr => true,
        _ => false,
    }
}

fn in_later(node: &Node) -> bool {
    node.ancestors().any(|n| n.kind() == K::Statement(StatementForm::Later))
}

fn tight_prefix(token: &Token) -> bool {
    parent_is(token, K::UnaryExpr)
}

/// `^`, minus as a sign, `*` and `/` in units and between simple values.
fn tight_operator(token: &Token) -> bool {
    let Some(parent) = token.parent() else { return false };
    match (token.kind(), parent.kind()) {
        (K::Minus, K::UnaryExpr) => true,
        (K::Caret | K::Star | K::Slash | K::Minus, K::Unit) => true,
        (K::Caret, K::BinaryExpr) => true,
        (K::Star | K::Slash, K::BinaryExpr) => !beside_unit(&parent),
        _ => false,
    }
}

/// `2 m * 3`, `2 * 3 m`: tight, the operator would seem to belong to the unit; `2*pi rad/s` reads well.
fn beside_unit(binary: &Node) -> bool {
    let mut sides = binary.children();
    let ends_in_unit = |n: Node| n.last_token().is_some_and(|t| parent_is(&t, K::Unit));
    let amount = |n: Node| n.kind() == K::UnitExpr && n.first_child().is_some_and(|c| c.kind() != K::PathExpr);
    sides.next().is_some_and(ends_in_unit) || sides.next().is_some_and(amount)
}
