//! Pieces that statements share: names, values, paths, clauses, parameters.

use super::cursor::Parser;
use crate::syntax::SyntaxKind::*;
use mainspring_definition::Diagnostic;
use mainspring_definition::words::RESERVED;

impl Parser<'_> {
    /// A value that must be there, on the same line.
    pub(super) fn operand(&mut self) {
        if self.first() {
            self.expected("E0106", "a value");
        } else {
            self.expression();
        }
    }

    /// `= value`; a forgotten `=` is reported and the value still read.
    pub(super) fn value(&mut self) {
        self.start(Value);
        if !self.eat(Equal) {
            let starts = self.at(Word) || self.begins_value(0);
            self.expected("E0100", "`=` and a value");
            if self.first() || !starts {
                return self.finish();
            }
        }
        self.expression();
        self.finish();
    }

    pub(super) fn name(&mut self, what: &str) {
        match self.word() {
            Some(word) if !self.first() && RESERVED.contains(&word) => {
                let message = format!("expected {what}, found `{word}`");
                let diagnostic = Diagnostic::error("E0107", self.here(), message);
                self.report(diagnostic.help(format!("`{word}` cannot be a name")));
                self.start(Error);
                self.bump();
                self.finish();
            }
            Some(_) if !self.first() => self.bump(),
            _ => self.expected("E0107", what),
        }
    }

    pub(super) fn text(&mut self, what: &str) {
        if matches!(self.kind(), Text | UnclosedText) && !self.first() {
            self.bump();
        } else {
            self.expected("E0115", what);
        }
    }

    pub(super) fn declarator(&mut self, keyword: &str) {
        self.start(Declarator);
        self.name(&format!("a name after `{keyword}`"));
        if self.at(OpenBracket) && !self.first() {
            self.start(Index);
            self.bracketed(CloseBracket, Self::expression);
            self.finish();
        }
        self.finish();
    }

    pub(super) fn declarators(&mut self, keyword: &str) {
        self.declarator(keyword);
        while self.eat(Comma) {
            self.declarator(keyword);
        }
    }

    /// A path that must be there.
    pub(super) fn target(&mut self) {
        match self.word() {
            Some(word) if !RESERVED.contains(&word) && !self.first() => {
                self.path();
            }
            _ => self.expected("E0107", "a name such as `crank` or `arm.elbow`"),
        }
    }

    pub(super) fn paths(&mut self) {
        self.target();
        while self.eat(Comma) {
            if self.at(Word) && !(self.first() && self.statement_ahead()) {
                self.path();
            } else {
                self.expected("E0107", "another name after `,`");
            }
        }
    }

    pub(super) fn expressions(&mut self) {
        self.operand();
        while self.eat(Comma) {
            self.expression();
        }
    }

    /// Clauses `word value` in any order, also on the following lines.
    pub(super) fn clauses(&mut self, words: &'static [&'static str]) {
        self.clause_words = words;
        while let Some(word) = self.word()
            && words.contains(&word)
            && self.nth(1) != Equal
        {
            self.start(Clause);
            self.bump();
            // `leaving when …`
            if word == "leaving" {
                if self.at_word("when") {
                    self.bump();
                } else {
                    self.expected("E0100", "`when` and a condition (`leaving when a.position.y > 2 cm`)");
                }
            }
            self.operand();
            self.finish();
        }
    }

    /// `word path`, which must be there.
    pub(super) fn path_clause(&mut self, word: &str) {
        if !self.optional_path(word) {
            self.expected("E0115", &format!("`{word}` and the point or part it acts on"));
        }
    }

    /// `word path`, which may be left out.
    pub(super) fn optional_path_clause(&mut self, words: &'static [&'static str]) {
        if !words.iter().any(|word| self.optional_path(word)) {
            self.clause_words = words;
        }
    }

    fn optional_path(&mut self, word: &str) -> bool {
        let here = self.at_word(word);
        if here {
            self.start(Clause);
            self.bump();
            self.target();
            self.finish();
        }
        here
    }

    /// `: left = right`
    pub(super) fn equation_sides(&mut self) {
        if !self.eat(Colon) {
            self.expected("E0100", "`:` and an equation (`constraint level: a.position.y = 0 m`)");
        }
        self.equation = true;
        self.operand();
        self.equation = false;
        self.value();
    }

    pub(super) fn parameters(&mut self) {
        self.start(Parameters);
        self.bracketed(CloseParen, |p| {
            p.start(Parameter);
            match p.word() {
                Some(word) if !RESERVED.contains(&word) => p.bump(),
                _ => p.expected("E0107", "a parameter's name"),
            }
            if p.eat(Colon) {
                match p.word() {
                    Some(_) => p.bump(),
                    None => p.expected("E0107", "what the parameter is: `length`, `angle`, `count`, `region` …"),
                }
            } else {
                p.expected("E0100", "`:` and what the parameter is (`l: length = 10 cm`)");
            }
            if p.at(Equal) {
                p.start(Value);
                p.bump();
                p.expression();
                p.finish();
            }
            p.finish();
            1
        });
        self.finish();
    }
}
