//! Statements, piece by piece as the table of statements says.

use super::cursor::Parser;
use crate::suggestion::{clip, quoted, suggest};
use crate::syntax::SyntaxKind::*;
use mainspring_definition::grammar::Piece;
use mainspring_definition::{Diagnostic, Span, StatementForm, find_unit, units::unit_names};

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
            } else if let Some(near) = suggest(word, words.chain(unit_names())) {
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
        if let Some(form) = StatementForm::of_word(word) {
            return self.statement_of(form);
        }
        let diagnostic = Diagnostic::error("E0102", self.this(), format!("no statement begins with {}", quoted(word)));
        if word == "import" {
            self.report(diagnostic.help(
                "`use \"file.mech\"` takes primitives, composites, materials and `let` from another file; meshes are not read",
            ));
            return self.skip_statement();
        }
        let near = suggest(word, StatementForm::words());
        let form = near.and_then(|near| Some((near, StatementForm::of_word(near)?)));
        match form.filter(|(_, form)| self.reads_as(*form)) {
            // a misspelt keyword is read as the one that was meant, so that what it declares is known
            Some((near, form)) => {
                self.report(diagnostic.help(format!("did you mean `{near}`?")));
                self.statement_of(form);
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

    fn expected_statement(&mut self) {
        let text = self.lexeme(0).map(|l| quoted(&self.text[l.start as usize..l.end as usize]));
        let message = format!("expected a statement, found {}", text.unwrap_or_default());
        self.report(Diagnostic::error("E0100", self.this(), message));
    }

    fn statement_of(&mut self, form: StatementForm) {
        self.start(Statement(form));
        let keyword = self.word().unwrap_or_default().to_owned();
        self.bump();
        for piece in form.entry().syntax {
            self.piece(*piece, &keyword);
        }
        self.finish();
        if form == StatementForm::Joint && !self.first() && matches!(self.word(), Some("at" | "turned")) {
            let message = "a joint has no place of its own: it is where the points are that it joins";
            self.report(
                Diagnostic::error("E0100", self.here(), message).help(
                    "name the points: `joint j = weld(a.p, b.q)`, or a place in the world, `weld(ground (…), b.q)`",
                ),
            );
            self.skip_statement();
        }
    }

    fn piece(&mut self, piece: Piece, keyword: &str) {
        match piece {
            Piece::Text(what) => self.text(what),
            Piece::Word(what) => self.name(what),
            Piece::Name => self.name(&format!("a name after `{keyword}`")),
            Piece::Declarator => self.declarator(keyword),
            Piece::Declarators => self.declarators(keyword),
            Piece::Target => self.target(),
            Piece::Paths => self.paths(),
            Piece::Operand => self.operand(),
            Piece::Operands => self.expressions(),
            Piece::Value => self.value(),
            Piece::OptionalValue if self.at(Equal) => self.value(),
            Piece::OptionalValue => {}
            Piece::Clauses(words) => self.clauses(words),
            Piece::ClausesBeforeValue(words) => {
                // `at (0, 3) mm = …` ends in a unit
                self.equation = true;
                self.clauses(words);
                self.equation = false;
            }
            Piece::PathClause(word) => self.path_clause(word),
            Piece::OptionalPathClause(words) => self.optional_path_clause(words),
            Piece::Options => self.offered_options(),
            Piece::RequiredOptions(what) => self.needed_options(what),
            Piece::Parameters if self.at(OpenParen) => self.parameters(),
            Piece::Parameters => {}
            Piece::Block => self.block(),
            Piece::Members => self.members(),
            Piece::Steps => self.script(),
            Piece::In if self.at_word("in") => self.bump(),
            Piece::In => self.expected("E0100", "`in` (`for i in 0..4 { … }`)"),
            Piece::Equation => self.equation_sides(),
            Piece::Branches => self.branches(),
            Piece::RootMotion => self.root_motion(),
            Piece::Loose => self.loose_words(),
        }
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

    fn branches(&mut self) {
        self.operand();
        self.block();
        if self.at_word("else") {
            self.bump();
            if !self.at_word("if") {
                self.block();
            } else if self.enter() {
                self.statement_of(StatementForm::If);
                self.leave();
            }
        }
    }
}
