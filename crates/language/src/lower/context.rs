//! What lowering carries along.

use crate::diagnostics::Diagnostics;
use crate::syntax::Token;
use mainspring_definition::{Diagnostic, Name, Span};
use rowan::TextRange;

/// A tree on its way to a definition: which text it is of, and what is wrong with it.
pub(super) struct Lowering<'f> {
    pub(super) source: u32,
    pub(super) diagnostics: &'f mut Diagnostics,
}

impl Lowering<'_> {
    pub(super) fn span(&self, range: TextRange) -> Span {
        Span { source: self.source, start: range.start().into(), end: range.end().into() }
    }

    pub(super) fn error(&mut self, code: &str, range: TextRange, message: impl Into<String>) {
        let span = self.span(range);
        self.diagnostics.push(Diagnostic::error(code, span, message));
    }

    pub(super) fn name(&self, token: &Token) -> Name {
        Name { text: token.text().to_owned(), span: self.span(token.text_range()) }
    }
}
