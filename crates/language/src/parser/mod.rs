//! Resilient recursive descent: every text gives a lossless tree, and every mistake one error.

mod expressions;
mod keywords;
mod later;
mod options;
mod pieces;
mod recovery;
mod scripts;
mod statements;
mod sweep;
mod units;

pub(crate) use keywords::RESERVED;
pub(crate) use sweep::TURNING;

use crate::findings::Findings;
use crate::lexer::{self, Lexed, Lexeme};
use crate::limits;
use crate::syntax::{Node, SyntaxKind};
use mainspring_definition::{Diagnostic, Span, did_you_mean};
use rowan::{Checkpoint, GreenNodeBuilder};

/// A text's tree, complete to the byte, and what is wrong with it.
#[derive(Clone, Debug)]
pub struct Parse {
    /// the root of the lossless tree
    pub tree: Node,
    /// in the order of the text
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads a text as a scene; spans have source 0.
#[must_use]
pub fn parse(text: &str) -> Parse {
    let (tree, findings) = parse_source(text, 0);
    Parse { tree, diagnostics: findings.finish() }
}

/// Reads the text whose spans shall say `source`.
pub(crate) fn parse_source(text: &str, source: u32) -> (Node, Findings) {
    let mut findings = Findings::default();
    let whole = Span { source, start: 0, end: 0 };
    if text.len() > limits::FILE_BYTES {
        let message = format!("the file has {} bytes; at most {} are read", text.len(), limits::FILE_BYTES);
        findings.push(Diagnostic::error("E0004", whole, message));
        return (flat(""), findings);
    }
    let Some(lexed) = lexer::lex(text) else {
        let message = format!("the file has more than {} words and symbols", limits::TOKENS);
        findings.push(Diagnostic::error("E0004", whole, message));
        return (flat(text), findings);
    };
    let mut parser = Parser {
        text,
        lexed,
        source,
        at: 0,
        flushed: 0,
        builder: GreenNodeBuilder::new(),
        findings,
        last_error: None,
        depth: 0,
        brackets: 0,
        later: false,
        equation: false,
        clause_words: &[],
    };
    parser.stray_characters();
    parser.builder.start_node(SyntaxKind::Root.into());
    parser.statements(None);
    parser.flush(parser.lexed.all.len());
    parser.finish();
    (Node::new_root(parser.builder.finish()), parser.findings)
}

/// A tree that only keeps the text.
fn flat(text: &str) -> Node {
    let mut builder = GreenNodeBuilder::new();
    builder.start_node(SyntaxKind::Root.into());
    if !text.is_empty() {
        builder.token(SyntaxKind::Unknown.into(), text);
    }
    builder.finish_node();
    Node::new_root(builder.finish())
}

struct Parser<'t> {
    text: &'t str,
    lexed: Lexed,
    source: u32,
    /// next significant token
    at: usize,
    /// tokens, trivia included, that are in the builder
    flushed: usize,
    builder: GreenNodeBuilder<'static>,
    findings: Findings,
    /// where the last error was reported: a second one at the same token is an echo
    last_error: Option<usize>,
    depth: u32,
    /// open parentheses and brackets: inside them a line end means nothing
    brackets: u32,
    /// inside a construct of a later version, where words may follow one another freely
    later: bool,
    /// left of a constraint's `=`, where `2 m = …` ends in a unit
    equation: bool,
    /// words that could have continued the current statement
    clause_words: &'static [&'static str],
}

impl<'t> Parser<'t> {
    // looking

    fn lexeme(&self, ahead: usize) -> Option<&Lexeme> {
        self.lexed.lexemes.get(self.at + ahead)
    }

    fn nth(&self, ahead: usize) -> SyntaxKind {
        self.lexeme(ahead).map_or(SyntaxKind::End, |l| l.kind)
    }

    fn kind(&self) -> SyntaxKind {
        self.nth(0)
    }

    fn at(&self, kind: SyntaxKind) -> bool {
        self.kind() == kind
    }

    /// The word `ahead` tokens from here; None for anything but a word.
    fn nth_word(&self, ahead: usize) -> Option<&'t str> {
        let lexeme = self.lexeme(ahead)?;
        (lexeme.kind == SyntaxKind::Word).then(|| &self.text[lexeme.start as usize..lexeme.end as usize])
    }

    fn word(&self) -> Option<&'t str> {
        self.nth_word(0)
    }

    fn at_word(&self, word: &str) -> bool {
        self.word() == Some(word)
    }

    /// Whether the token `ahead` is the first of its line (the end of the text counts).
    fn nth_first(&self, ahead: usize) -> bool {
        self.lexeme(ahead).is_none_or(|l| l.first)
    }

    fn first(&self) -> bool {
        self.nth_first(0)
    }

    // building

    /// Moves tokens up to `end` into the tree.
    fn flush(&mut self, end: usize) {
        while self.flushed < end {
            let (kind, stop) = self.lexed.all[self.flushed];
            let start = if self.flushed == 0 { 0 } else { self.lexed.all[self.flushed - 1].1 };
            self.builder.token(kind.into(), &self.text[start as usize..stop as usize]);
            self.flushed += 1;
        }
    }

    /// Puts the trivia before the next token in the current node, so that nodes begin and end with tokens.
    fn flush_trivia(&mut self) {
        if let Some(at) = self.lexeme(0).map(|l| l.at as usize) {
            self.flush(at);
        }
    }

    fn bump(&mut self) {
        if let Some(at) = self.lexeme(0).map(|l| l.at as usize) {
            self.flush(at + 1);
            self.at += 1;
        }
    }

    fn eat(&mut self, kind: SyntaxKind) -> bool {
        let here = self.at(kind);
        if here {
            self.bump();
        }
        here
    }

    fn start(&mut self, kind: SyntaxKind) {
        self.flush_trivia();
        self.builder.start_node(kind.into());
    }

    fn finish(&mut self) {
        self.builder.finish_node();
    }

    fn checkpoint(&mut self) -> Checkpoint {
        self.flush_trivia();
        self.builder.checkpoint()
    }

    fn wrap(&mut self, from: Checkpoint, kind: SyntaxKind) {
        self.builder.start_node_at(from, kind.into());
    }

    // places

    fn span_of(&self, lexeme: &Lexeme) -> Span {
        Span { source: self.source, start: lexeme.start, end: lexeme.end }
    }

    /// The next token, or the end of the line before it if it begins a new one.
    fn here(&self) -> Span {
        match (self.lexeme(0), self.at.checked_sub(1).and_then(|i| self.lexed.lexemes.get(i))) {
            (Some(next), previous) if !next.first || previous.is_none() => self.span_of(next),
            (_, Some(previous)) => Span { source: self.source, start: previous.end, end: previous.end },
            _ => Span { source: self.source, start: 0, end: 0 },
        }
    }

    /// What stands at `here`, for messages.
    fn found(&self) -> String {
        match self.lexeme(0) {
            None => "the end of the file".to_owned(),
            Some(next) if next.first && self.at > 0 => "the end of the line".to_owned(),
            Some(next) => quoted(&self.text[next.start as usize..next.end as usize]),
        }
    }

    /// The next token itself.
    fn this(&self) -> Span {
        self.lexeme(0).map_or_else(|| self.here(), |l| self.span_of(l))
    }

    // errors

    fn report(&mut self, diagnostic: Diagnostic) {
        let previous = self.at.checked_sub(1).map(|i| self.lexed.lexemes[i].kind);
        let echo = self.last_error == Some(self.at)
            || matches!(self.kind(), SyntaxKind::Unknown | SyntaxKind::UnclosedComment)
            || previous == Some(SyntaxKind::UnclosedText);
        self.last_error = Some(self.at);
        if !echo {
            self.findings.push(diagnostic);
        }
    }

    fn expected(&mut self, code: &str, what: &str) {
        let message = format!("expected {what}, found {}", self.found());
        self.report(Diagnostic::error(code, self.here(), message));
    }
}

/// The candidate that was probably meant; long words are no slips of the finger, and comparing them takes long.
pub(crate) fn meant<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if word.len() > 40 { None } else { did_you_mean(word, candidates) }
}

/// A piece of text in back quotes, clipped.
pub(crate) fn quoted(text: &str) -> String {
    format!("`{}`", clip(text))
}

fn clip(text: &str) -> String {
    const LONGEST: usize = 40;
    match text.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}
