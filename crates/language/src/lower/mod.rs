//! Tree to definition. What the parser has reported is passed over in silence here.

mod context;
mod expressions;
mod pieces;
mod scripts;
mod statements;
mod sweep;

use crate::diagnostics::Diagnostics;
use crate::syntax::{Node, SyntaxKind};
use crate::tree::token;
use context::Lowering;
use mainspring_definition::{Span, Statement, StatementForm};

/// What stands at the top of a file.
pub(crate) enum Item {
    /// anything but an import
    Statement(Box<Statement>),
    /// `use "path"`
    Use { path: String, span: Span },
}

/// Lowers a whole file.
pub(crate) fn lower(root: &Node, source: u32, diagnostics: &mut Diagnostics) -> Vec<Item> {
    let mut lowering = Lowering { source, diagnostics };
    let mut items = Vec::new();
    for node in root.children() {
        if node.kind() == SyntaxKind::Statement(StatementForm::Use) {
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
