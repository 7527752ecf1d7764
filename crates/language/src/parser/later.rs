//! Statements that a later version carries out: devices, controllers, studies.
//!
//! They are read whole by one loose grammar (words, values, arrows, nested blocks), so that scenes that use them
//! can be formatted and edited today and are refused by name, not with a syntax error.

use super::cursor::Parser;
use crate::syntax::SyntaxKind::*;
use mainspring_definition::Diagnostic;
use mainspring_definition::words::RESERVED;

impl Parser<'_> {
    /// Words, values and blocks up to the end of the line or `;`.
    pub(super) fn loose_words(&mut self) {
        let outer = std::mem::replace(&mut self.later, true);
        let mut begun = false;
        loop {
            let ended = self.first() && !self.continued();
            match self.kind() {
                End | CloseBrace | Semicolon => break,
                OpenBrace => self.loose_block(),
                _ if ended && begun => break,
                _ if begun && self.after_block() && self.statement_ahead() => break,
                Equal | Comma | Colon | Arrow | Less | LessEqual | Greater | GreaterEqual | EqualEqual | NotEqual => {
                    self.bump();
                }
                Word if self.word().is_some_and(|w| RESERVED.contains(&w) && w != "true" && w != "false") => {
                    self.bump();
                }
                _ => {
                    let before = self.at;
                    self.expression();
                    if self.at == before {
                        self.skip_statement();
                        break;
                    }
                }
            }
            begun = true;
        }
        if begun && self.continued() {
            self.expected("E0106", "a value");
        }
        self.later = outer;
    }

    /// Whether the token before leaves the line open.
    fn continued(&self) -> bool {
        let previous = self.at.checked_sub(1).and_then(|i| self.lexed.lexemes.get(i));
        previous.is_some_and(|l| matches!(l.kind, Equal | Comma | Colon | Arrow))
    }

    fn after_block(&self) -> bool {
        let previous = self.at.checked_sub(1).and_then(|i| self.lexed.lexemes.get(i));
        previous.is_some_and(|l| l.kind == CloseBrace)
    }

    fn loose_block(&mut self) {
        if !self.enter() {
            return;
        }
        let opening = self.lexeme(0).map(|l| self.span_of(l));
        let brackets = std::mem::take(&mut self.brackets);
        self.start(LaterBlock);
        self.bump();
        loop {
            while self.eat(Semicolon) {}
            if self.eat(CloseBrace) {
                break;
            }
            if self.at(End) {
                if let Some(opening) = opening {
                    let diagnostic = Diagnostic::error("E0104", opening, "`{` is never closed");
                    self.report(diagnostic.help("add `}` where the block ends"));
                }
                break;
            }
            let before = self.at;
            let joins = self.at_word("and") || self.at_word("or");
            if joins || !matches!(self.kind(), Word | Number | Text | UnclosedText | OpenParen | OpenBracket) {
                // it would read as a part of the line before
                self.expected("E0100", "a word or a value");
                self.skip_statement();
            } else {
                self.start(LaterItem);
                self.loose_words();
                self.finish();
            }
            if self.at == before {
                self.bump();
            }
        }
        self.finish();
        self.brackets = brackets;
        self.leave();
    }
}
