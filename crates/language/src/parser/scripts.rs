//! Frames and scripts: `frame gather { left, right }`, `script sort { again: gather for 3 s; repeat 4 }`.
//!
//! A step is a frame with `for` and `until` and any number of `when … -> label` after it, or begins with `loop`,
//! `repeat` or `jump`. Steps stand on lines of their own or are separated by `;`.

use super::cursor::Parser;
use crate::suggestion::suggest;
use crate::syntax::SyntaxKind::*;
use mainspring_definition::Diagnostic;
use mainspring_definition::grammar::STEP_CLAUSES;
use mainspring_definition::words::RESERVED;

impl Parser<'_> {
    /// `{ left, right }`; may be empty as far as the grammar goes.
    pub(super) fn members(&mut self) {
        if !self.at(OpenBrace) {
            return self.expected("E0115", "`{` and what is on together (`frame gather { left, right }`)");
        }
        let opening = self.this();
        self.bump();
        loop {
            while matches!(self.kind(), Comma | Semicolon) {
                self.bump();
            }
            match self.kind() {
                CloseBrace => return self.bump(),
                Word if !self.declaration_ahead() && !self.word().is_some_and(|w| RESERVED.contains(&w)) => {
                    self.path();
                    if !matches!(self.kind(), Comma | Semicolon | CloseBrace | Word | End) {
                        self.expected("E0100", "`,` or `}`");
                        self.skip_member();
                    }
                }
                End => break,
                Word if self.declaration_ahead() => break,
                _ => {
                    self.expected("E0107", "the name of a window, array or group");
                    self.skip_member();
                }
            }
        }
        self.unclosed_block(opening, "the frame");
    }

    /// Skips what stands in a member's place, so that at least one token is gone.
    fn skip_member(&mut self) {
        let before = self.at;
        self.skip_group();
        if self.at == before && !matches!(self.kind(), CloseBrace | Comma | Semicolon | End) {
            self.bump();
        }
    }

    fn unclosed_block(&mut self, opening: mainspring_definition::Span, what: &str) {
        let diagnostic = Diagnostic::error("E0104", opening, "`{` is never closed");
        self.report(diagnostic.help(format!("add `}}` where {what} ends")));
    }

    /// The block of a script.
    pub(super) fn script(&mut self) {
        if self.at(OpenBrace) {
            self.steps_block();
        } else {
            self.expected("E0115", "`{` and the steps of the script");
        }
    }

    fn steps_block(&mut self) {
        if !self.enter() {
            return;
        }
        let opening = self.this();
        let brackets = std::mem::take(&mut self.brackets);
        self.start(Steps);
        self.bump();
        loop {
            while self.eat(Semicolon) {}
            match self.kind() {
                CloseBrace => {
                    self.bump();
                    break;
                }
                End => {
                    self.unclosed_block(opening, "the script");
                    break;
                }
                Word if self.declaration_ahead() && !self.labelled() && !self.step_clause(1) => {
                    self.unclosed_block(opening, "the script");
                    break;
                }
                _ => {
                    let before = self.at;
                    self.step();
                    self.end_of_step();
                    if self.at == before {
                        self.bump();
                    }
                }
            }
        }
        self.finish();
        self.brackets = brackets;
        self.leave();
    }

    fn labelled(&self) -> bool {
        self.at(Word) && self.nth(1) == Colon
    }

    fn step_clause(&self, ahead: usize) -> bool {
        self.nth_word(ahead).is_some_and(|w| STEP_CLAUSES.contains(&w))
    }

    fn end_of_step(&mut self) {
        if matches!(self.kind(), End | CloseBrace | Semicolon) || self.first() {
            return;
        }
        let message = format!("expected `;` or a new line after the step, found {}", self.found());
        let mut diagnostic = Diagnostic::error("E0100", self.here(), message);
        diagnostic = match self.word().and_then(|word| suggest(word, STEP_CLAUSES.iter().copied())) {
            Some(near) => diagnostic.help(format!("did you mean `{near}`?")),
            None => diagnostic.help("`for` and a time, `until` and a condition, `when … -> label` may follow a frame"),
        };
        self.report(diagnostic);
        self.skip_statement();
    }

    fn step(&mut self) {
        match self.word() {
            Some(word) if !RESERVED.contains(&word) => {}
            _ => {
                self.expected("E0100", "a step such as `gather for 3 s`, `loop 3 { … }`, `repeat 4` or `jump again`");
                return self.skip_statement();
            }
        }
        self.start(Step);
        if self.labelled() {
            self.start(Label);
            self.bump();
            self.bump();
            self.finish();
        }
        // a frame may have the name of such a step
        let plain = !self.step_clause(1) && self.nth(1) != Dot;
        match self.word() {
            Some("loop") if plain => {
                self.bump();
                if !self.at(OpenBrace) {
                    self.operand();
                }
                self.script_loop();
            }
            Some("repeat") if plain => {
                self.bump();
                if !self.first() && !matches!(self.kind(), End | CloseBrace | Semicolon) {
                    self.expression();
                }
            }
            Some("jump") if plain => {
                self.bump();
                self.name("the label of a step");
            }
            Some(word) if !RESERVED.contains(&word) => {
                self.path();
                self.step_clauses();
            }
            _ => self.expected("E0107", "the name of a frame"),
        }
        self.finish();
    }

    fn script_loop(&mut self) {
        if self.at(OpenBrace) {
            self.steps_block();
        } else {
            self.expected("E0100", "`{` and the steps to go round");
        }
    }

    fn step_clauses(&mut self) {
        let ended = self.first() || matches!(self.kind(), End | CloseBrace | Semicolon);
        if ended && !self.step_clause(0) {
            let message = "this step says neither how long nor until when";
            let diagnostic = Diagnostic::error("E0115", self.here(), message);
            return self.report(diagnostic.help("add `for 3 s`, `until a > b` or `when a > b -> label`"));
        }
        while matches!(self.word(), Some("for" | "until")) && self.nth(1) != Colon {
            self.start(Clause);
            self.bump();
            self.operand();
            self.finish();
        }
        while self.at_word("when") && self.nth(1) != Colon {
            self.start(Exit);
            self.bump();
            self.operand();
            if self.eat(Arrow) {
                self.name("the label of a step, or `end`");
            } else {
                self.expected("E0100", "`->` and the label of a step, or `end` (`when a > b -> again`)");
            }
            self.finish();
        }
    }
}
