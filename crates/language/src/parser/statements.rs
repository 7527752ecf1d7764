//! Statements: one function for each way they are spelt.

use super::keywords::{KEYWORDS, statement_kind};
use super::{Parser, clip, meant, quoted};
use crate::syntax::SyntaxKind::{self, *};
use mainspring_definition::{Diagnostic, Span, find_unit, units::unit_names};

/// Words of a placement.
const PLACEMENT: &[&str] = &["at", "turned", "about", "moving", "spinning", "arriving", "leaving"];
/// A point mass may also follow a prescribed motion, in a later version.
const MASS_PLACEMENT: &[&str] = &["at", "turned", "about", "moving", "spinning", "arriving", "leaving", "on"];

impl Parser<'_> {
    /// Statements up to the end of the text, or of the block that `opening` began.
    pub(super) fn statements(&mut self, opening: Option<Span>) {
        loop {
            while self.eat(Semicolon) {}
            match self.kind() {
                End => {
                    if let Some(opening) = opening {
                        let diagnostic = Diagnostic::error("E0104", opening, "`{` is never closed");
                        self.report(diagnostic.help("add `}` where the block ends"));
                    }
                    break;
                }
                CloseBrace if opening.is_some() => break,
                CloseBrace => {
                    self.report(Diagnostic::error("E0105", self.this(), "`}` closes nothing").help("remove it"));
                    self.start(Error);
                    self.bump();
                    self.finish();
                }
                _ => {
                    let before = self.at;
                    self.clause_words = &[];
                    self.statement();
                    self.end_of_statement();
                    if self.at == before {
                        self.bump();
                    }
                }
            }
        }
    }

    fn end_of_statement(&mut self) {
        if matches!(self.kind(), End | CloseBrace | Semicolon) || self.first() || self.statement_ahead() {
            return;
        }
        let message = format!("expected the end of the statement, found {}", self.found());
        let mut diagnostic = Diagnostic::error("E0100", self.here(), message);
        if let Some(word) = self.word() {
            let words = self.clause_words.iter().copied();
            if find_unit(word).is_some() {
                diagnostic = diagnostic.help("units are multiplied with `*`: `N*m`");
            } else if let Some(near) = meant(word, words.chain(unit_names())) {
                diagnostic = diagnostic.help(format!("did you mean `{near}`?"));
            } else if !self.clause_words.is_empty() {
                diagnostic = diagnostic.help(format!("`{}` may follow here", self.clause_words.join("`, `")));
            }
        }
        self.report(diagnostic);
        self.skip_statement();
    }

    fn statement(&mut self) {
        if self.field_ahead() {
            return self.field();
        }
        let Some(word) = self.word() else {
            self.expected_statement();
            return self.skip_statement();
        };
        if let Some(kind) = statement_kind(word) {
            return self.statement_of(kind);
        }
        let diagnostic = Diagnostic::error("E0102", self.this(), format!("no statement begins with {}", quoted(word)));
        let near = meant(word, KEYWORDS.iter().map(|(w, _)| *w));
        match near.and_then(|near| Some((near, statement_kind(near)?))).filter(|(_, kind)| self.reads_as(*kind)) {
            // a misspelt keyword is read as the one that was meant, so that what it declares is known
            Some((near, kind)) => {
                self.report(diagnostic.help(format!("did you mean `{near}`?")));
                self.statement_of(kind);
            }
            None => {
                let value = self.nth(1) == Word || self.begins_value(1);
                let help = match self.nth_first(1) || !value {
                    true => "statements begin with a word such as `part`, `joint`, `let`, `run`".to_owned(),
                    false => {
                        format!("a field is written `{} = …`; `part`, `joint`, `let` … begin statements", clip(word))
                    }
                };
                self.report(diagnostic.help(help));
                self.skip_statement();
            }
        }
    }

    /// Whether what follows the word here fits a statement of that kind.
    fn reads_as(&self, kind: SyntaxKind) -> bool {
        let named = self.nth(1) == Word && (self.nth(2) != OpenParen || matches!(kind, Primitive | Composite));
        match kind {
            Use | Plot => self.nth(1) == Text,
            Impact | Surface => self.nth(1) == OpenBrace,
            Gravity | Run | Record | If => self.nth(1) == Word || self.begins_value(1),
            Later => matches!(self.nth(1), Word | Number | OpenBrace),
            _ => named,
        }
    }

    pub(super) fn begins_value(&self, ahead: usize) -> bool {
        matches!(self.nth(ahead), Number | Text | OpenParen | OpenBracket | Minus)
    }

    fn expected_statement(&mut self) {
        let text = self.lexeme(0).map(|l| quoted(&self.text[l.start as usize..l.end as usize]));
        let message = format!("expected a statement, found {}", text.unwrap_or_default());
        self.report(Diagnostic::error("E0100", self.this(), message));
    }

    fn statement_of(&mut self, kind: SyntaxKind) {
        if kind == Later {
            return self.later_statement();
        }
        self.start(kind);
        let keyword = self.word().unwrap_or_default().to_owned();
        self.bump();
        match kind {
            Use => self.text("the file to import, in quotes"),
            Space => self.name("`planar` or `spatial`"),
            Method => {
                self.name("a method's name");
                self.offered_options();
            }
            Impact => self.needed_options("what a blow does"),
            Gravity => self.operand(),
            Material => {
                self.name("a name after `material`");
                self.needed_options("the material's fields");
            }
            Primitive | Composite => {
                self.name(&format!("a name after `{keyword}`"));
                if self.at(OpenParen) {
                    self.parameters();
                }
                self.block();
            }
            Part | Mass => {
                self.declarators(&keyword);
                self.value();
                self.clauses(if kind == Mass { MASS_PLACEMENT } else { PLACEMENT });
                self.offered_options();
            }
            Materials => {
                self.paths();
                self.needed_options("how the two behave together");
            }
            Contact => {
                self.paths();
                self.offered_options();
            }
            Fix | Contacts => self.paths(),
            Base => self.target(),
            Obstacle | Window | Array => {
                self.declarator(&keyword);
                self.value();
                self.clauses(PLACEMENT);
                self.offered_options();
            }
            Bin => {
                self.declarator(&keyword);
                self.value();
                self.clauses(PLACEMENT);
            }
            SweepRoot => self.sweep_root(&keyword),
            Pawl => self.pawl(&keyword),
            Report => self.paths(),
            Surface => self.needed_options("what parts lie on"),
            Group => {
                self.name("a name after `group`");
                self.block();
            }
            Frame => {
                self.declarator(&keyword);
                self.members();
            }
            Script => {
                self.name("a name after `script`");
                self.script();
            }
            Joint | Spring => {
                self.declarator(&keyword);
                self.value();
                self.offered_options();
            }
            Start => {
                self.target();
                if self.at(Equal) {
                    self.value();
                }
                self.clauses(&["rate"]);
            }
            Drive => {
                self.target();
                self.name("what is driven: `angle`, `travel`, `position`, `speed`, `rate`, `acceleration`, `torque`, `force` or `effort`");
                self.value();
            }
            Force | Torque => {
                self.declarator(&keyword);
                self.path_clause("on", true);
                self.value();
                self.path_clause("along", false);
            }
            Let | Quantity => {
                self.declarator(&keyword);
                self.value();
            }
            Constraint => self.constraint(&keyword),
            Switch => {
                self.paths();
                self.clauses(&["when", "at"]);
            }
            For => {
                self.name("the name that runs through the values");
                if self.at_word("in") {
                    self.bump();
                } else {
                    self.expected("E0100", "`in` (`for i in 0..4 { … }`)");
                }
                self.operand();
                self.block();
            }
            If => self.if_statement(),
            Point => {
                self.declarator(&keyword);
                self.value();
                self.clauses(&["axis", "zero", "turned"]);
            }
            Run => {
                self.operand();
                self.clauses(&["every"]);
                self.offered_options();
            }
            Record => self.expressions(),
            Plot => {
                self.text("the plot's title, in quotes");
                self.expressions();
                self.clauses(&["against"]);
            }
            _ => {}
        }
        self.finish();
    }

    /// `{ statements }`
    fn block(&mut self) {
        if !self.at(OpenBrace) {
            return self.expected("E0100", "`{`");
        }
        if !self.enter() {
            return;
        }
        let opening = self.lexeme(0).map(|l| self.span_of(l));
        // a block inside brackets cannot be: what brackets are open was a mistake, and is reported
        let brackets = std::mem::take(&mut self.brackets);
        self.start(Block);
        self.bump();
        self.statements(opening);
        self.eat(CloseBrace);
        self.finish();
        self.brackets = brackets;
        self.leave();
    }

    fn if_statement(&mut self) {
        self.operand();
        self.block();
        if self.at_word("else") {
            self.bump();
            if !self.at_word("if") {
                self.block();
            } else if self.enter() {
                self.statement_of(If);
                self.leave();
            }
        }
    }
}
