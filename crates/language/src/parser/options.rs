//! Option blocks: `{ stiffness = 400 N/m; compliant { damping = 2 N*s/m; adapt } }`.

use super::cursor::Parser;
use crate::syntax::SyntaxKind::*;
use mainspring_definition::Diagnostic;

impl Parser<'_> {
    /// A block that must be there.
    pub(super) fn needed_options(&mut self, what: &str) {
        if self.at(OpenBrace) {
            self.options();
        } else {
            self.expected("E0115", &format!("`{{` and {what}"));
        }
    }

    /// A block that may be there.
    pub(super) fn offered_options(&mut self) {
        if self.at(OpenBrace) {
            self.options();
        }
    }

    /// Fields, flags and nested blocks, separated by `;`, `,`, line ends or just by white space.
    pub(super) fn options(&mut self) {
        if !self.enter() {
            return;
        }
        let opening = self.lexeme(0).map(|l| self.span_of(l));
        self.start(Options);
        self.bump();
        loop {
            while matches!(self.kind(), Semicolon | Comma) {
                self.bump();
            }
            match self.kind() {
                CloseBrace => {
                    self.bump();
                    break;
                }
                Word if !self.declaration_ahead() => self.option(),
                End | Word => {
                    if let Some(opening) = opening {
                        let diagnostic = Diagnostic::error("E0104", opening, "`{` is never closed");
                        self.report(diagnostic.help("add `}` where the options end"));
                    }
                    break;
                }
                _ => {
                    self.expected("E0100", "an option such as `stiffness = 400 N/m`");
                    let before = self.at;
                    self.skip_statement();
                    if self.at == before {
                        break;
                    }
                }
            }
        }
        self.finish();
        self.leave();
    }

    fn option(&mut self) {
        if self.field_ahead() {
            return self.field();
        }
        let from = self.checkpoint();
        self.bump();
        match self.kind() {
            OpenBrace => {
                self.wrap(from, Nested);
                self.options();
            }
            Number | Text | OpenParen | OpenBracket | Minus if !self.first() => {
                self.wrap(from, Field);
                self.value();
            }
            _ => self.wrap(from, Flag),
        }
        self.finish();
    }

    /// `name = value`, the name dotted for nested blocks.
    pub(super) fn field(&mut self) {
        self.start(Field);
        self.bump();
        while self.eat(Dot) {
            self.bump();
        }
        self.value();
        self.finish();
    }
}
