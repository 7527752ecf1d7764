//! Resilient recursive descent: every text gives a lossless tree, and every mistake one error.

mod cursor;
mod expressions;
mod later;
mod lookahead;
mod options;
mod pieces;
mod recovery;
mod scripts;
mod statements;
mod sweep;
mod units;

use crate::diagnostics::Diagnostics;
use crate::lexer;
use crate::limits;
use crate::syntax::{Node, SyntaxKind};
use cursor::Parser;
use mainspring_definition::{Diagnostic, Span};
use rowan::GreenNodeBuilder;

/// A text's tree, complete to the byte, and what is wrong with it.
#[derive(Clone, Debug)]
pub struct Parse {
    /// the root of the lossless tree
    pub tree: Node,
    /// in the order of the text
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads a text as a scene; spans have source 0.
#[must_use]
pub fn parse(text: &str) -> Parse {
    let (tree, diagnostics) = parse_source(text, 0);
    Parse { tree, diagnostics: diagnostics.finish() }
}

/// What to do about a file that is too large.
const SHORTER: &str = "write what repeats with `for`, and take the rest from other files with `use`";

/// Reads the text whose spans shall say `source`.
pub(crate) fn parse_source(text: &str, source: u32) -> (Node, Diagnostics) {
    let mut diagnostics = Diagnostics::default();
    let whole = Span { source, start: 0, end: 0 };
    if text.len() > limits::FILE_BYTES {
        let message = format!("the file has {} bytes; at most {} are read", text.len(), limits::FILE_BYTES);
        diagnostics.push(Diagnostic::error("E0004", whole, message).help(SHORTER));
        return (flat(""), diagnostics);
    }
    let Some(lexed) = lexer::lex(text) else {
        let message = format!("the file has more than {} words and symbols", limits::TOKENS);
        diagnostics.push(Diagnostic::error("E0004", whole, message).help(SHORTER));
        return (flat(text), diagnostics);
    };
    let mut parser = Parser {
        text,
        lexed,
        source,
        at: 0,
        flushed: 0,
        builder: GreenNodeBuilder::new(),
        diagnostics,
        last_error: None,
        depth: 0,
        brackets: 0,
        later: false,
        equation: false,
        clause_words: &[],
    };
    parser.stray_characters();
    parser.builder.start_node(SyntaxKind::Root.into());
    parser.statements(None);
    parser.flush(parser.lexed.all.len());
    parser.finish();
    (Node::new_root(parser.builder.finish()), parser.diagnostics)
}

/// A tree that only keeps the text.
fn flat(text: &str) -> Node {
    let mut builder = GreenNodeBuilder::new();
    builder.start_node(SyntaxKind::Root.into());
    if !text.is_empty() {
        builder.token(SyntaxKind::Unknown.into(), text);
    }
    builder.finish_node();
    Node::new_root(builder.finish())
}
