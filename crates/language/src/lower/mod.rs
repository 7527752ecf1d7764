//! Tree to definition. What the parser has reported is passed over in silence here.

mod expressions;
mod pieces;
mod scripts;
mod statements;
mod sweep;

use crate::findings::Findings;
use crate::syntax::{Node, SyntaxKind, Token};
use mainspring_definition::{Diagnostic, Name, Span, Statement};
use rowan::TextRange;

/// What stands at the top of a file.
pub(crate) enum Item {
    /// anything but an import
    Statement(Box<Statement>),
    /// `use "path"`
    Use { path: String, span: Span },
}

/// Lowers a whole file.
pub(crate) fn lower(root: &Node, source: u32, findings: &mut Findings) -> Vec<Item> {
    let mut lowering = Lowering { source, findings };
    let mut items = Vec::new();
    for node in root.children() {
        if node.kind() == SyntaxKind::Use {
            if let Some(token) = token(&node, SyntaxKind::Text) {
                let path = lowering.text(&token);
                items.push(Item::Use { path, span: lowering.span(token.text_range()) });
            }
        } else if let Some(statement) = lowering.statement(&node) {
            items.push(Item::Statement(Box::new(statement)));
        }
    }
    items
}

struct Lowering<'f> {
    source: u32,
    findings: &'f mut Findings,
}

impl Lowering<'_> {
    fn span(&self, range: TextRange) -> Span {
        Span { source: self.source, start: range.start().into(), end: range.end().into() }
    }

    fn error(&mut self, code: &str, range: TextRange, message: impl Into<String>) {
        let span = self.span(range);
        self.findings.push(Diagnostic::error(code, span, message));
    }

    fn name(&self, token: &Token) -> Name {
        Name { text: token.text().to_owned(), span: self.span(token.text_range()) }
    }
}

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
