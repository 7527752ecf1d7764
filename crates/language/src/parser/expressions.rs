//! Expressions, by precedence climbing: or, and, not, comparison, range, `+ -`, `* / &`, minus, `^`, units.
//!
//! Each function returns the height of what it read, 0 for nothing: operators in a row nest to the left, so
//! bounding the height bounds the depth of every later walk over the tree.

use super::cursor::Parser;
use crate::limits;
use crate::syntax::SyntaxKind::{self, *};
use mainspring_definition::Diagnostic;
use mainspring_definition::words::RESERVED;
use rowan::Checkpoint;

/// What a primary is, as far as units after it go.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    Number,
    /// tuple, list, call, parentheses
    Group,
    Path,
    /// takes no unit
    Plain,
}

const NOT: u8 = 3;
const COMPARISON: u8 = 4;
const RANGE: u8 = 5;
const MINUS: u8 = 8;

impl Parser<'_> {
    /// Any expression.
    pub(super) fn expression(&mut self) -> u32 {
        self.binary(0)
    }

    /// Level of the operator here and the least level of its right side.
    fn operator(&self) -> Option<(u8, u8)> {
        Some(match self.kind() {
            Word => match self.word() {
                Some("or") => (1, 2),
                Some("and") => (2, 3),
                _ => return None,
            },
            EqualEqual | NotEqual | Less | LessEqual | Greater | GreaterEqual => (COMPARISON, 5),
            DotDot | DotDotEqual => (RANGE, 6),
            Plus | Minus => (6, 7),
            Star | Slash | Ampersand => (7, 8),
            Caret => (9, 9),
            _ => return None,
        })
    }

    fn binary(&mut self, least: u8) -> u32 {
        if !self.enter() {
            return 0;
        }
        let from = self.checkpoint();
        let prefix = match self.kind() {
            Minus => Some(MINUS),
            Word if self.at_word("not") => Some(NOT),
            _ => None,
        };
        let mut height = match prefix {
            Some(level) => {
                self.start(UnaryExpr);
                self.bump();
                let height = self.binary(level);
                self.finish();
                height + 1
            }
            None => self.with_unit(),
        };
        let mut last = 0;
        while height > 0
            && let Some((level, right)) = self.operator()
            && level >= least
        {
            if level == last && level == COMPARISON {
                let diagnostic = Diagnostic::error("E0112", self.here(), "comparisons cannot be chained");
                self.report(diagnostic.help("write `a < b and b < c`"));
            } else if level == last && level == RANGE {
                let diagnostic = Diagnostic::error("E0112", self.here(), "a range has two ends, not three");
                self.report(diagnostic.help("write `0..4`, or `0..=4` with the last one"));
            }
            last = level;
            self.wrap(from, if level == RANGE { RangeExpr } else { BinaryExpr });
            self.bump();
            let other = self.binary(right);
            self.finish();
            height = height.max(other) + 1;
            if height > limits::HEIGHT {
                let message = format!("more than {} operations inside one another", limits::HEIGHT);
                let diagnostic = Diagnostic::error("E0103", self.here(), message);
                self.report(diagnostic.help("name parts of it with `let`"));
                self.skip_group();
                break;
            }
        }
        self.leave();
        height
    }

    fn with_unit(&mut self) -> u32 {
        let from = self.checkpoint();
        let (height, class) = self.primary();
        height + u32::from(self.unit_after(from, class))
    }

    fn primary(&mut self) -> (u32, Class) {
        match self.kind() {
            Number => (self.single(NumberExpr), Class::Number),
            Text | UnclosedText => (self.single(TextExpr), Class::Plain),
            Word => self.word_primary(),
            OpenParen => {
                // `(a.position - b.position).x`
                let from = self.checkpoint();
                let height = self.parentheses();
                self.members_of(from, height, Class::Group)
            }
            OpenBracket => {
                self.start(ListExpr);
                let (height, _, _) = self.bracketed(CloseBracket, Self::expression);
                self.finish();
                (height, Class::Group)
            }
            Dot if self.nth(1) == Number => {
                let diagnostic = Diagnostic::error("E0111", self.here(), "a number needs a digit before its point");
                self.report(diagnostic.help("write `0.5`, not `.5`"));
                self.start(Error);
                self.bump();
                self.finish();
                (self.single(NumberExpr), Class::Number)
            }
            _ => {
                self.expected("E0106", "a value");
                (0, Class::Plain)
            }
        }
    }

    fn single(&mut self, kind: SyntaxKind) -> u32 {
        self.start(kind);
        self.bump();
        self.finish();
        1
    }

    fn word_primary(&mut self) -> (u32, Class) {
        match self.word() {
            Some("true" | "false") => (self.single(BoolExpr), Class::Plain),
            Some("if") if !(self.brackets == 0 && self.first() && self.at > 0) => (self.conditional(), Class::Plain),
            Some(word) if RESERVED.contains(&word) => {
                self.expected("E0106", "a value");
                (0, Class::Plain)
            }
            // the value is missing and the next line already begins
            _ if self.value_missing() => {
                self.expected("E0106", "a value");
                (0, Class::Plain)
            }
            _ if self.nth(1) == OpenParen && !self.nth_first(1) => self.call(),
            _ => self.path_or_question(),
        }
    }

    /// Whether the word here begins the next statement rather than a value.
    fn value_missing(&self) -> bool {
        if self.brackets > 0 { self.declaration_ahead() } else { !self.later && self.first() && self.statement_ahead() }
    }

    fn conditional(&mut self) -> u32 {
        self.start(IfExpr);
        self.bump();
        let mut height = self.expression();
        for word in ["then", "else"] {
            if self.at_word(word) {
                self.bump();
                height = height.max(self.expression());
            } else {
                self.expected("E0100", &format!("`{word}` (`if … then … else …` always has both values)"));
            }
        }
        self.finish();
        height + 1
    }

    fn call(&mut self) -> (u32, Class) {
        let from = self.checkpoint();
        self.start(CallExpr);
        self.bump();
        let (height, _, _) = self.bracketed(CloseParen, Self::argument);
        self.finish();
        // `contact(a, b).force.x`
        self.members_of(from, height, Class::Group)
    }

    /// What follows a value after a dot, if anything does.
    fn members_of(&mut self, from: Checkpoint, height: u32, class: Class) -> (u32, Class) {
        if !self.at(Dot) || self.nth(1) != Word || self.nth_first(1) {
            return (height, class);
        }
        self.wrap(from, MemberExpr);
        let inner = self.steps();
        self.finish();
        (height.max(inner) + 1, Class::Plain)
    }

    fn path_or_question(&mut self) -> (u32, Class) {
        let from = self.checkpoint();
        let (mut height, dotted) = self.plain_path();
        if !self.at(OpenParen) || self.first() || self.later {
            return (height, Class::Path);
        }
        if !dotted {
            return (self.refuse_call(from, height), Class::Path);
        }
        // `ball.touches(floor)`
        self.wrap(from, AskExpr);
        height = height.max(self.bracketed(CloseParen, Self::argument).0);
        self.finish();
        // `body.angular_momentum_about(p).z`
        self.members_of(from, height, Class::Plain)
    }

    fn argument(&mut self) -> u32 {
        self.start(Argument);
        if self.at(Word) && self.nth(1) == Equal {
            self.bump();
            self.bump();
        }
        let height = self.expression();
        self.finish();
        height
    }

    /// `hand.finger[2].tip`, as a `PathExpr`.
    pub(super) fn path(&mut self) -> u32 {
        let from = self.checkpoint();
        let (height, _) = self.plain_path();
        if self.at(OpenParen) && !self.first() && !self.later {
            return self.refuse_call(from, height);
        }
        height
    }

    /// The path alone: its height, and whether it ends in a name after a dot.
    fn plain_path(&mut self) -> (u32, bool) {
        self.start(PathExpr);
        self.bump();
        let from = self.at;
        let height = self.steps();
        let previous = self.at.checked_sub(1).and_then(|i| self.lexed.lexemes.get(i));
        let dotted = self.at > from && previous.is_some_and(|l| l.kind == Word);
        self.finish();
        (height, dotted)
    }

    /// Indices and dotted names after a name.
    fn steps(&mut self) -> u32 {
        let mut height = 1;
        loop {
            if self.at(OpenBracket) && !self.first() {
                self.start(Index);
                height = height.max(self.bracketed(CloseBracket, Self::expression).0);
                self.finish();
            }
            if !self.at(Dot) {
                return height;
            }
            if self.nth(1) != Word || self.nth_first(1) {
                self.bump();
                self.expected("E0107", "a name after `.`");
                return height;
            }
            self.bump();
            self.bump();
        }
    }

    fn refuse_call(&mut self, from: Checkpoint, height: u32) -> u32 {
        self.report(
            Diagnostic::error("E0118", self.here(), "only a plain name can be called")
                .help("call the primitive, composite or function by its own name"),
        );
        self.wrap(from, Error);
        let inner = self.bracketed(CloseParen, Self::argument).0;
        self.finish();
        height.max(inner)
    }

    fn parentheses(&mut self) -> u32 {
        let from = self.checkpoint();
        let opening = self.this();
        let (height, count, comma) = self.bracketed(CloseParen, Self::expression);
        if count == 0 || count == 1 && comma {
            let diagnostic = Diagnostic::error("E0106", opening, "a tuple has at least two values");
            self.report(diagnostic.help("write `(x, y)`"));
        }
        self.wrap(from, if count == 1 { ParenExpr } else { TupleExpr });
        self.finish();
        height
    }

    /// Items between brackets, separated by commas: height, count, and whether there was a comma.
    pub(super) fn bracketed(&mut self, close: SyntaxKind, item: fn(&mut Self) -> u32) -> (u32, usize, bool) {
        let opening = self.lexeme(0).map(|l| self.span_of(l));
        let (mut height, mut count, mut comma) = (0, 0, false);
        self.bump();
        self.brackets += 1;
        loop {
            if self.eat(close) {
                break;
            }
            if matches!(self.kind(), End | CloseBrace | Semicolon | OpenBrace | CloseParen | CloseBracket)
                || self.declaration_ahead()
            {
                self.unclosed(close, opening);
                break;
            }
            let before = self.at;
            height = item(self).max(height);
            count += usize::from(self.at > before);
            if self.eat(Comma) {
                comma = true;
                continue;
            }
            if self.at(close) || self.later && self.at > before {
                continue;
            }
            if self.at(End) || self.first() && (self.statement_ahead() || self.at(CloseBrace)) {
                self.unclosed(close, opening);
                break;
            }
            let what = if close == CloseParen { "`,` or `)`" } else { "`,` or `]`" };
            self.expected("E0100", what);
            let stuck = self.at;
            self.skip_group();
            comma |= self.eat(Comma);
            if self.at == stuck && !self.at(close) {
                break;
            }
        }
        self.brackets -= 1;
        (height + 1, count, comma)
    }

    fn unclosed(&mut self, close: SyntaxKind, opening: Option<mainspring_definition::Span>) {
        let (open, close) = if close == CloseParen { ("(", ")") } else { ("[", "]") };
        let message = format!("`{open}` is never closed: expected `{close}`, found {}", self.found());
        let mut diagnostic = Diagnostic::error("E0104", self.here(), message).help(format!("add `{close}`"));
        if let Some(opening) = opening {
            diagnostic = diagnostic.also(opening, "opened here");
        }
        self.report(diagnostic);
    }
}
