//! Getting back on track after a mistake, without hiding or inventing others.

use super::cursor::Parser;
use crate::limits;
use crate::suggestion::quoted;
use crate::syntax::SyntaxKind::{self, *};
use mainspring_definition::Diagnostic;

impl Parser<'_> {
    /// Reports what is wrong with single tokens: the parser then stays quiet about them.
    pub(super) fn stray_characters(&mut self) {
        for i in 0..self.lexed.lexemes.len() {
            let lexeme = self.lexed.lexemes[i];
            let text = &self.text[lexeme.start as usize..lexeme.end as usize];
            let span = self.span_of(&lexeme);
            let diagnostic = match lexeme.kind {
                Unknown => stray(text, span),
                UnclosedText => Diagnostic::error("E0108", span, "this text has no closing `\"` on its line")
                    .help("close it with `\"`; a quote inside is written `\\\"`"),
                UnclosedComment => {
                    Diagnostic::error("E0109", span, "this comment has no end").help("close it with `*/`")
                }
                _ => continue,
            };
            self.diagnostics.push(diagnostic);
        }
    }

    /// One level further in; false, with the rest of the group skipped, when that is too deep.
    pub(super) fn enter(&mut self) -> bool {
        if self.depth >= limits::NESTING {
            let message = format!("nested more than {} levels deep", limits::NESTING);
            self.report(
                Diagnostic::error("E0103", self.here(), message).help("name the inner parts with `let` or a composite"),
            );
            self.skip_group();
            return false;
        }
        self.depth += 1;
        true
    }

    pub(super) fn leave(&mut self) {
        self.depth -= 1;
    }

    /// Skips to the end of the statement: its line, `;` or the block's `}`; bracketed groups go whole.
    pub(super) fn skip_statement(&mut self) {
        self.start(Error);
        let mut open: Vec<SyntaxKind> = Vec::new();
        let (mut braces, mut taken) = (0usize, 0usize);
        loop {
            match self.kind() {
                End => break,
                _ if taken > 0 && self.first() && (open.is_empty() || braces == 0 && self.statement_ahead()) => break,
                Semicolon if open.is_empty() => break,
                CloseBrace if braces == 0 => break,
                kind @ (OpenParen | OpenBracket | OpenBrace) => {
                    braces += usize::from(kind == OpenBrace);
                    open.push(kind);
                }
                CloseBrace => {
                    while open.pop().is_some_and(|k| k != OpenBrace) {}
                    braces -= 1;
                }
                CloseParen | CloseBracket if open.last().is_some_and(|k| *k != OpenBrace) => {
                    open.pop();
                }
                _ => {}
            }
            self.bump();
            taken += 1;
        }
        self.finish();
    }

    /// Skips what is left of an operand: up to a comma, `;`, closing bracket or the end of the line.
    pub(super) fn skip_group(&mut self) {
        self.start(Error);
        let mut open = 0usize;
        loop {
            match self.kind() {
                End => break,
                _ if self.declaration_ahead() => break,
                _ if open == 0 && self.brackets == 0 && self.first() => break,
                OpenParen | OpenBracket | OpenBrace => open += 1,
                CloseParen | CloseBracket | CloseBrace if open == 0 => break,
                CloseParen | CloseBracket | CloseBrace => open -= 1,
                Comma | Semicolon if open == 0 => break,
                _ => {}
            }
            self.bump();
        }
        self.finish();
    }
}

fn stray(text: &str, span: mainspring_definition::Span) -> Diagnostic {
    let shown: String = text.chars().take(20).flat_map(char::escape_debug).collect();
    let diagnostic = Diagnostic::error("E0101", span, format!("{} has no meaning here", quoted(&shown)));
    let meant = match text.chars().next() {
        Some('…') => return diagnostic.help("write out what `…` stands for"),
        Some('≤') => "<=",
        Some('≥') => ">=",
        Some('≠' | '!') => "!=",
        Some('×' | '·' | '⋅') => "*",
        Some('÷') => "/",
        Some('−' | '–' | '—') => "-",
        Some('→') => "->",
        Some('“' | '”' | '„' | '«' | '»' | '\'') => "\"",
        Some('|') => "or",
        Some('#') => "//",
        Some('°') => "deg",
        Some('%') => "percent",
        Some('\0') => return diagnostic.help("this looks like a binary file; a scene is plain text"),
        _ => return diagnostic.help("remove it"),
    };
    diagnostic.help(format!("did you mean `{meant}`?"))
}
