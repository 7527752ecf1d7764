//! What begins here, judged by the next few tokens.
//!
//! The words that begin statements are ordinary names everywhere else.

use super::cursor::Parser;
use crate::syntax::SyntaxKind::*;
use mainspring_definition::StatementForm;
use mainspring_definition::grammar::{Beginning, Piece};

impl Parser<'_> {
    /// `name =` or `name.name =`: a field, whatever the name.
    pub(super) fn field_ahead(&self) -> bool {
        let mut ahead = 1;
        while self.nth(ahead) == Dot && self.nth(ahead + 1) == Word {
            ahead += 2;
        }
        self.at(Word) && self.nth(ahead) == Equal
    }

    /// Whether a statement could begin here, judged by its first two tokens.
    pub(super) fn statement_ahead(&self) -> bool {
        let Some(form) = self.word().and_then(StatementForm::of_word) else { return self.field_ahead() };
        if self.field_ahead() || self.nth_first(1) {
            return self.field_ahead();
        }
        match form.entry().beginning() {
            Beginning::Text => self.nth(1) == Text,
            Beginning::Brace => self.nth(1) == OpenBrace,
            Beginning::Value => matches!(self.nth(1), Number | Word | OpenParen | OpenBracket | Minus),
            Beginning::Loose => matches!(self.nth(1), Number | Word | OpenBrace),
            Beginning::Name => self.nth(1) == Word,
        }
    }

    /// Whether what follows the word here fits a statement of that form.
    pub(super) fn reads_as(&self, form: StatementForm) -> bool {
        match form.entry().beginning() {
            Beginning::Text => self.nth(1) == Text,
            Beginning::Brace => self.nth(1) == OpenBrace,
            Beginning::Value => self.nth(1) == Word || self.begins_value(1),
            Beginning::Loose => matches!(self.nth(1), Word | Number | OpenBrace),
            Beginning::Name => self.nth(1) == Word && (self.nth(2) != OpenParen || form.entry().has(Piece::Parameters)),
        }
    }

    pub(super) fn begins_value(&self, ahead: usize) -> bool {
        matches!(self.nth(ahead), Number | Text | OpenParen | OpenBracket | Minus)
    }

    /// Whether a declaration surely begins here on a new line, even with brackets still open.
    pub(super) fn declaration_ahead(&self) -> bool {
        self.first()
            && self.nth(1) == Word
            && !self.nth_first(1)
            && self.word().and_then(StatementForm::of_word).is_some_and(|form| match form.entry().beginning() {
                Beginning::Value | Beginning::Loose | Beginning::Text => false,
                // `for` also continues a step of a script
                Beginning::Name | Beginning::Brace => form != StatementForm::For,
            })
    }
}
