//! What stands directly in a node of the tree.

use crate::syntax::{Node, SyntaxKind, Token};

/// The first token of a kind directly in the node.
pub(crate) fn token(node: &Node, kind: SyntaxKind) -> Option<Token> {
    node.children_with_tokens().filter_map(|e| e.into_token()).find(|t| t.kind() == kind)
}

/// The words directly in the node, the keyword included.
pub(crate) fn words(node: &Node) -> impl Iterator<Item = Token> {
    node.children_with_tokens().filter_map(|e| e.into_token()).filter(|t| t.kind() == SyntaxKind::Word)
}

/// The first child of a kind.
pub(crate) fn child(node: &Node, kind: SyntaxKind) -> Option<Node> {
    node.children().find(|n| n.kind() == kind)
}

/// The values directly in the node.
pub(crate) fn expressions(node: &Node) -> impl Iterator<Item = Node> {
    node.children().filter(|n| n.kind().is_expression())
}
