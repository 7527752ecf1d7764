//! Units after values: `2 cm`, `(0, 1) m`, `2*pi rad/s`, `5 1/s`.

use super::cursor::Parser;
use super::expressions::Class;
use crate::suggestion::{quoted, suggest};
use crate::syntax::SyntaxKind::*;
use mainspring_definition::units::{unit_alias, unit_names};
use mainspring_definition::words::FOLLOWERS;
use mainspring_definition::{Diagnostic, find_unit};
use rowan::Checkpoint;

impl Parser<'_> {
    /// Takes a unit that follows on the same line; true if there was one.
    pub(super) fn unit_after(&mut self, from: Checkpoint, class: Class) -> bool {
        if class == Class::Plain || self.first() {
            return false;
        }
        if self.unit_ahead(class) || self.reciprocal_ahead() {
            self.wrap(from, UnitExpr);
            self.unit();
            self.finish();
            return true;
        }
        self.unknown_unit(from, class)
    }

    fn unit_ahead(&self, class: Class) -> bool {
        let Some(word) = self.word() else { return false };
        if find_unit(word).is_none() || class == Class::Path && word == "in" {
            return false;
        }
        match self.nth(1) {
            OpenParen | Dot | OpenBracket => self.nth_first(1),
            // `a = 5  m = 3`: m is the next field
            Equal => self.equation || self.later && class != Class::Path,
            _ => true,
        }
    }

    /// `1/s` after a number.
    fn reciprocal_ahead(&self) -> bool {
        let one = |l: &crate::lexer::Lexeme| &self.text[l.start as usize..l.end as usize] == "1";
        self.at(Number)
            && self.lexeme(0).is_some_and(one)
            && self.nth(1) == Slash
            && self.nth_word(2).is_some_and(|w| find_unit(w).is_some())
    }

    fn unit(&mut self) {
        self.start(Unit);
        self.bump();
        self.unit_power();
        while matches!(self.kind(), Star | Slash)
            && self.nth_word(1).is_some_and(|w| find_unit(w).is_some())
            && (!matches!(self.nth(2), OpenParen | Dot | OpenBracket) || self.nth_first(2))
        {
            self.bump();
            self.bump();
            self.unit_power();
        }
        self.finish();
    }

    fn unit_power(&mut self) {
        let signed = self.nth(1) == Minus && self.nth(2) == Number;
        if self.at(Caret) && (signed || self.nth(1) == Number) {
            self.bump();
            self.eat(Minus);
            self.bump();
        }
    }

    /// `2 cmm`: one error at the word, which is then taken as the unit it was meant to be.
    fn unknown_unit(&mut self, from: Checkpoint, class: Class) -> bool {
        let Some(word) = self.word() else { return false };
        if self.later
            || FOLLOWERS.contains(&word)
            || self.clause_words.contains(&word)
            || self.statement_ahead()
            || find_unit(word).is_some()
            || matches!(self.nth(1), OpenParen | Dot | OpenBracket | Equal) && !self.nth_first(1)
        {
            return false;
        }
        // a short word is near too many others
        let long = FOLLOWERS.iter().copied().filter(|f| class != Class::Number || f.len() > 3);
        let near_follower = suggest(word, long);
        let near = near_unit(word);
        // after a number only a unit makes sense; after other values a near miss of a unit counts
        if class != Class::Number && (near.is_none() || class == Class::Path || near_follower.is_some()) {
            return false;
        }
        let mut diagnostic = Diagnostic::error("E0110", self.here(), format!("there is no unit {}", quoted(word)));
        diagnostic = match unit_alias(word).or(near).or(near_follower) {
            Some(near) => diagnostic.help(format!("did you mean `{near}`?")),
            None => diagnostic.help("units are words such as `mm`, `deg`, `N*m`, `kg/m^3`"),
        };
        self.report(diagnostic);
        self.wrap(from, UnitExpr);
        self.unit();
        self.finish();
        true
    }
}

/// The unit that was probably meant; a single letter is one letter off from every other, so only its case may differ.
fn near_unit(word: &str) -> Option<&'static str> {
    match word.chars().nth(1) {
        None => unit_names().find(|unit| unit.eq_ignore_ascii_case(word)),
        Some(_) => suggest(word, unit_names()),
    }
}
