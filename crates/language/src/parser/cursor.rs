//! Where the parser is in the text, what it sees, and the tree it builds.

use crate::diagnostics::Diagnostics;
use crate::lexer::{Lexed, Lexeme};
use crate::suggestion::quoted;
use crate::syntax::SyntaxKind;
use mainspring_definition::{Diagnostic, Span};
use rowan::{Checkpoint, GreenNodeBuilder};

/// The tokens still to be read and the tree made so far.
pub(super) struct Parser<'t> {
    pub(super) text: &'t str,
    pub(super) lexed: Lexed,
    pub(super) source: u32,
    /// next significant token
    pub(super) at: usize,
    /// tokens, trivia included, that are in the builder
    pub(super) flushed: usize,
    pub(super) builder: GreenNodeBuilder<'static>,
    pub(super) diagnostics: Diagnostics,
    /// where the last error was reported: a second one at the same token is an echo
    pub(super) last_error: Option<usize>,
    pub(super) depth: u32,
    /// open parentheses and brackets: inside them a line end means nothing
    pub(super) brackets: u32,
    /// inside a construct of a later version, where words may follow one another freely
    pub(super) later: bool,
    /// left of a constraint's `=`, where `2 m = …` ends in a unit
    pub(super) equation: bool,
    /// words that could have continued the current statement
    pub(super) clause_words: &'static [&'static str],
}

impl<'t> Parser<'t> {
    // looking

    pub(super) fn lexeme(&self, ahead: usize) -> Option<&Lexeme> {
        self.lexed.lexemes.get(self.at + ahead)
    }

    pub(super) fn nth(&self, ahead: usize) -> SyntaxKind {
        self.lexeme(ahead).map_or(SyntaxKind::End, |l| l.kind)
    }

    pub(super) fn kind(&self) -> SyntaxKind {
        self.nth(0)
    }

    pub(super) fn at(&self, kind: SyntaxKind) -> bool {
        self.kind() == kind
    }

    /// The word `ahead` tokens from here; None for anything but a word.
    pub(super) fn nth_word(&self, ahead: usize) -> Option<&'t str> {
        let lexeme = self.lexeme(ahead)?;
        (lexeme.kind == SyntaxKind::Word).then(|| &self.text[lexeme.start as usize..lexeme.end as usize])
    }

    pub(super) fn word(&self) -> Option<&'t str> {
        self.nth_word(0)
    }

    pub(super) fn at_word(&self, word: &str) -> bool {
        self.word() == Some(word)
    }

    /// Whether the token `ahead` is the first of its line (the end of the text counts).
    pub(super) fn nth_first(&self, ahead: usize) -> bool {
        self.lexeme(ahead).is_none_or(|l| l.first)
    }

    pub(super) fn first(&self) -> bool {
        self.nth_first(0)
    }

    // building

    /// Moves tokens up to `end` into the tree.
    pub(super) fn flush(&mut self, end: usize) {
        while self.flushed < end {
            let (kind, stop) = self.lexed.all[self.flushed];
            let start = if self.flushed == 0 { 0 } else { self.lexed.all[self.flushed - 1].1 };
            self.builder.token(kind.into(), &self.text[start as usize..stop as usize]);
            self.flushed += 1;
        }
    }

    /// Puts the trivia before the next token in the current node, so that nodes begin and end with tokens.
    pub(super) fn flush_trivia(&mut self) {
        if let Some(at) = self.lexeme(0).map(|l| l.at as usize) {
            self.flush(at);
        }
    }

    pub(super) fn bump(&mut self) {
        if let Some(at) = self.lexeme(0).map(|l| l.at as usize) {
            self.flush(at + 1);
            self.at += 1;
        }
    }

    pub(super) fn eat(&mut self, kind: SyntaxKind) -> bool {
        let here = self.at(kind);
        if here {
            self.bump();
        }
        here
    }

    pub(super) fn start(&mut self, kind: SyntaxKind) {
        self.flush_trivia();
        self.builder.start_node(kind.into());
    }

    pub(super) fn finish(&mut self) {
        self.builder.finish_node();
    }

    pub(super) fn checkpoint(&mut self) -> Checkpoint {
        self.flush_trivia();
        self.builder.checkpoint()
    }

    pub(super) fn wrap(&mut self, from: Checkpoint, kind: SyntaxKind) {
        self.builder.start_node_at(from, kind.into());
    }

    // places

    pub(super) fn span_of(&self, lexeme: &Lexeme) -> Span {
        Span { source: self.source, start: lexeme.start, end: lexeme.end }
    }

    /// The next token, or the end of the line before it if it begins a new one.
    pub(super) fn here(&self) -> Span {
        match (self.lexeme(0), self.at.checked_sub(1).and_then(|i| self.lexed.lexemes.get(i))) {
            (Some(next), previous) if !next.first || previous.is_none() => self.span_of(next),
            (_, Some(previous)) => Span { source: self.source, start: previous.end, end: previous.end },
            _ => Span { source: self.source, start: 0, end: 0 },
        }
    }

    /// What stands at `here`, for messages.
    pub(super) fn found(&self) -> String {
        match self.lexeme(0) {
            None => "the end of the file".to_owned(),
            Some(next) if next.first && self.at > 0 => "the end of the line".to_owned(),
            Some(next) => quoted(&self.text[next.start as usize..next.end as usize]),
        }
    }

    /// The next token itself.
    pub(super) fn this(&self) -> Span {
        self.lexeme(0).map_or_else(|| self.here(), |l| self.span_of(l))
    }

    // errors

    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        let previous = self.at.checked_sub(1).map(|i| self.lexed.lexemes[i].kind);
        let echo = self.last_error == Some(self.at)
            || matches!(self.kind(), SyntaxKind::Unknown | SyntaxKind::UnclosedComment)
            || previous == Some(SyntaxKind::UnclosedText);
        self.last_error = Some(self.at);
        if !echo {
            self.diagnostics.push(diagnostic);
        }
    }

    pub(super) fn expected(&mut self, code: &str, what: &str) {
        let message = format!("expected {what}, found {}", self.found());
        self.report(Diagnostic::error(code, self.here(), message));
    }
}
