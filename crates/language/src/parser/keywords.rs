//! The words that begin statements. They are ordinary names everywhere else.

use super::Parser;
use crate::syntax::SyntaxKind::{self, *};

/// Words that cannot be names.
pub(crate) const RESERVED: &[&str] = &["if", "then", "else", "and", "or", "not", "true", "false"];

/// Words that begin statements, with what they begin.
pub(super) const KEYWORDS: &[(&str, SyntaxKind)] = &[
    ("use", Use),
    ("space", Space),
    ("gravity", Gravity),
    ("method", Method),
    ("impact", Impact),
    ("material", Material),
    ("materials", Materials),
    ("primitive", Primitive),
    ("composite", Composite),
    ("part", Part),
    ("mass", Mass),
    ("fix", Fix),
    ("base", Base),
    ("obstacle", Obstacle),
    ("joint", Joint),
    ("start", Start),
    ("guess", Start),
    ("drive", Drive),
    ("spring", Spring),
    ("force", Force),
    ("torque", Torque),
    ("let", Let),
    ("quantity", Quantity),
    ("constraint", Constraint),
    ("release", Switch),
    ("attach", Switch),
    ("for", For),
    ("if", If),
    ("point", Point),
    ("contact", Contact),
    ("contacts", Contacts),
    ("run", Run),
    ("record", Record),
    ("plot", Plot),
    ("surface", Surface),
    ("window", Window),
    ("array", Array),
    ("group", Group),
    ("frame", Frame),
    ("script", Script),
    ("bin", Bin),
    ("root", SweepRoot),
    ("pawl", Pawl),
    ("report", Report),
    // their physics comes with later versions; the grammar already knows their shape
    ("controller", Later),
    ("hand", Later),
    ("knob", Later),
    ("realtime", Later),
    ("room", Later),
    ("solve", Later),
    ("string", Later),
    ("study", Later),
];

/// What the word begins, if it begins a statement.
pub(super) fn statement_kind(word: &str) -> Option<SyntaxKind> {
    KEYWORDS.iter().find(|(w, _)| *w == word).map(|(_, k)| *k)
}

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
        let Some(kind) = self.word().and_then(statement_kind) else { return self.field_ahead() };
        if self.field_ahead() || self.nth_first(1) {
            return self.field_ahead();
        }
        match kind {
            Use | Plot => self.nth(1) == Text,
            Impact | Surface => self.nth(1) == OpenBrace,
            Gravity | Run | Record | If => matches!(self.nth(1), Number | Word | OpenParen | OpenBracket | Minus),
            Later => matches!(self.nth(1), Number | Word | OpenBrace),
            _ => self.nth(1) == Word,
        }
    }

    /// Whether a declaration surely begins here on a new line, even with brackets still open.
    pub(super) fn declaration_ahead(&self) -> bool {
        self.first()
            && self.nth(1) == Word
            && !self.nth_first(1)
            && self
                .word()
                .and_then(statement_kind)
                .is_some_and(|k| !matches!(k, Gravity | Run | Record | If | Later | For | Use | Plot))
    }
}
