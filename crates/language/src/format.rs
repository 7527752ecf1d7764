//! Canonical text: two spaces of indentation, one statement a line, comments where they were.
//!
//! The tree is walked token by token. Line breaks that the author made inside brackets stay, as does a short block
//! kept on one line; everything else is decided by the tree alone, so formatting twice changes nothing.

use crate::format_spacing::{Gap, gap};
use crate::parser::parse;
use crate::syntax::{Element, Node, SyntaxKind, Token};
use mainspring_definition::{Diagnostic, StatementForm};

/// Widest line on which a block may stay.
const WIDTH: usize = 120;
/// Widest column to which comments of neighbouring lines are moved out.
const COMMENT_COLUMN: usize = 80;

/// The text in canonical form.
///
/// # Errors
/// A text with syntax errors is not touched; the errors are returned.
pub fn format(text: &str) -> Result<String, Vec<Diagnostic>> {
    let parse = parse(text);
    if parse.diagnostics.iter().any(Diagnostic::is_error) {
        return Err(parse.diagnostics);
    }
    let mut writer = Writer::default();
    writer.list(&parse.tree, false);
    Ok(writer.finish())
}

/// One line of the result, its trailing comment apart so that neighbours can be aligned.
#[derive(Default)]
struct Line {
    code: String,
    comment: Option<String>,
}

#[derive(Default)]
struct Writer {
    lines: Vec<Line>,
    /// blocks open
    indent: usize,
    /// brackets open in the current statement
    brackets: usize,
    /// the last token written, None at the very start
    last: Option<Token>,
    /// line breaks in the source since the last token or comment
    breaks: usize,
    /// the next token begins a line, whatever the source has
    newline: bool,
    /// the statement has begun: lines that follow are continuations
    inside: bool,
}

fn is_list(kind: SyntaxKind) -> bool {
    matches!(
        kind,
        SyntaxKind::Root | SyntaxKind::Block | SyntaxKind::Options | SyntaxKind::LaterBlock | SyntaxKind::Steps
    )
}

impl Writer {
    /// The items of a block or of the whole text, its braces included.
    fn list(&mut self, node: &Node, inline: bool) {
        let root = node.kind() == SyntaxKind::Root;
        let outer = (self.brackets, self.inside);
        let mut before_close = false;
        let count = node.children().count();
        let mut written = 0;
        for element in node.children_with_tokens() {
            match element {
                Element::Token(token) => match token.kind() {
                    SyntaxKind::OpenBrace => {
                        self.token(&token);
                        self.indent += 1;
                        (self.brackets, self.inside) = (0, false);
                        self.newline = !inline;
                    }
                    SyntaxKind::CloseBrace => {
                        self.indent -= 1;
                        self.inside = false;
                        // an empty block closes where it opened, unless a comment stands in it
                        let empty = self.last.as_ref().is_some_and(|t| t.kind() == SyntaxKind::OpenBrace);
                        self.newline = !inline && !empty;
                        if empty {
                            self.breaks = 0;
                        } else {
                            self.breaks = self.breaks.min(1);
                        }
                        before_close = true;
                        self.token(&token);
                    }
                    // separators are put back where a line holds several items
                    SyntaxKind::Semicolon | SyntaxKind::Comma => {}
                    _ => self.trivia(&token),
                },
                Element::Node(item) => {
                    written += 1;
                    self.newline |= !inline && (written > 1 || !root);
                    self.item(&item, inline);
                    if inline && written < count {
                        self.raw(";");
                    }
                }
            }
        }
        if !root && before_close {
            (self.brackets, self.inside) = outer;
            self.inside = true;
        }
    }

    fn item(&mut self, item: &Node, inline: bool) {
        self.inside = false;
        self.brackets = 0;
        let fits = inline || !has_break(item) && width(item, WIDTH - 2 * self.indent.min(30)).is_some();
        self.node(item, fits, !has_break(item));
        self.inside = false;
    }

    /// A node and what is in it. `fits`: its blocks stay on the line; `whole`: it is one line in the source.
    fn node(&mut self, node: &Node, fits: bool, whole: bool) {
        for element in node.children_with_tokens() {
            match element {
                Element::Token(token) if token.kind().is_trivia() => self.trivia(&token),
                Element::Token(token) => self.token(&token),
                Element::Node(child) if is_list(child.kind()) => {
                    let block_fits = !has_break(&child) && width(&child, WIDTH - 2 * self.indent.min(30)).is_some();
                    self.list(&child, if whole { fits } else { block_fits });
                }
                Element::Node(child) => self.node(&child, fits, whole),
            }
        }
    }

    fn trivia(&mut self, token: &Token) {
        match token.kind() {
            SyntaxKind::Whitespace => self.breaks += token.text().matches('\n').count(),
            SyntaxKind::LineComment => self.comment(token, token.text().trim_end()),
            _ => self.comment(token, token.text()),
        }
    }

    fn comment(&mut self, token: &Token, text: &str) {
        let line = token.kind() == SyntaxKind::LineComment;
        if self.last.is_none() && self.lines.is_empty() {
            self.lines.push(Line::default());
        } else if self.breaks > 0 || self.ended_by_line_comment() {
            self.begin_line(false);
        } else if line {
            self.current().comment = Some(text.to_owned());
            self.last = Some(token.clone());
            self.breaks = 0;
            return;
        } else {
            self.raw(" ");
        }
        self.raw(text);
        self.last = Some(token.clone());
        self.breaks = 0;
        // what the author put behind a comment stays there
        self.newline &= line || !self.lines.is_empty() && self.inside;
    }

    fn token(&mut self, token: &Token) {
        let after_comment = self.last.as_ref().is_some_and(|t| t.kind().is_trivia());
        let separation = match &self.last {
            None => Gap::None,
            Some(_) if after_comment => Gap::Space,
            Some(last) => gap(last, token),
        };
        if self.last.is_none() && self.lines.is_empty() {
            self.lines.push(Line::default());
        } else if self.last.is_some()
            && (self.newline && !(after_comment && self.breaks == 0)
                || self.ended_by_line_comment()
                || self.breaks > 0 && (self.inside || after_comment) && !glued(token))
        {
            // a closing bracket stands under the line that opened it
            let closes =
                matches!(token.kind(), SyntaxKind::CloseParen | SyntaxKind::CloseBracket | SyntaxKind::CloseBrace);
            self.begin_line(closes);
        } else if separation == Gap::Space {
            self.raw(" ");
        }
        self.raw(token.text());
        match token.kind() {
            SyntaxKind::OpenParen | SyntaxKind::OpenBracket => self.brackets += 1,
            SyntaxKind::CloseParen | SyntaxKind::CloseBracket => self.brackets = self.brackets.saturating_sub(1),
            _ => {}
        }
        self.last = Some(token.clone());
        (self.breaks, self.newline, self.inside) = (0, false, true);
    }

    fn ended_by_line_comment(&self) -> bool {
        self.last.as_ref().is_some_and(|t| t.kind() == SyntaxKind::LineComment)
    }

    /// Starts a line, after a blank one where the author left one or more between items.
    fn begin_line(&mut self, closes: bool) {
        let opened = self.last.as_ref().is_some_and(|t| t.kind() == SyntaxKind::OpenBrace);
        if self.breaks > 1 && !self.inside && !opened {
            self.lines.push(Line::default());
        }
        let continued = if closes { self.brackets.saturating_sub(1) } else { self.brackets.max(1) };
        let depth = self.indent + if self.inside { continued } else { 0 };
        self.lines.push(Line { code: "  ".repeat(depth), comment: None });
    }

    fn current(&mut self) -> &mut Line {
        if self.lines.is_empty() {
            self.lines.push(Line::default());
        }
        let last = self.lines.len() - 1;
        &mut self.lines[last]
    }

    fn raw(&mut self, text: &str) {
        self.current().code.push_str(text);
    }

    /// Joins the lines, the comments of neighbouring ones in one column.
    fn finish(self) -> String {
        let mut text = String::new();
        let mut at = 0;
        while at < self.lines.len() {
            let run = self.lines[at..].iter().take_while(|l| l.comment.is_some()).count();
            let widths = self.lines[at..at + run].iter().map(|l| l.code.chars().count());
            let column = widths.filter(|w| *w <= COMMENT_COLUMN).max().unwrap_or(0);
            for line in &self.lines[at..at + run.max(1)] {
                let code = line.code.trim_end();
                text.push_str(code);
                if let Some(comment) = &line.comment {
                    let fill = column.saturating_sub(line.code.chars().count());
                    text.push_str(&" ".repeat(fill + 2));
                    text.push_str(comment);
                }
                text.push('\n');
            }
            at += run.max(1);
        }
        text
    }
}

/// Tokens that never begin a line of their own, wherever the author had them.
fn glued(token: &Token) -> bool {
    let opens_block = token.kind() == SyntaxKind::OpenBrace;
    let is_else =
        token.text() == "else" && token.parent().is_some_and(|p| p.kind() == SyntaxKind::Statement(StatementForm::If));
    opens_block || is_else || matches!(token.kind(), SyntaxKind::Comma | SyntaxKind::Colon | SyntaxKind::Equal)
}

/// Whether the author broke the line somewhere in the node, in a way that stays.
fn has_break(node: &Node) -> bool {
    node.descendants_with_tokens().filter_map(Element::into_token).any(|token| match token.kind() {
        SyntaxKind::LineComment => true,
        SyntaxKind::BlockComment => token.text().contains('\n'),
        SyntaxKind::Whitespace => token.text().contains('\n') && !vanishes(&token),
        _ => false,
    })
}

/// Whether white space goes away: before a token that never begins a line, or in an empty block.
fn vanishes(space: &Token) -> bool {
    let after_comment = space.prev_token().is_some_and(|t| t.kind().is_trivia());
    let empty = |list: Node| {
        let comments = list.children_with_tokens().any(|e| e.kind().is_trivia() && e.kind() != SyntaxKind::Whitespace);
        is_list(list.kind()) && !comments && list.first_child().is_none()
    };
    !after_comment && (space.next_token().is_some_and(|t| glued(&t)) || space.parent().is_some_and(empty))
}

/// Width of the node on one line; None if more than `limit`.
fn width(node: &Node, limit: usize) -> Option<usize> {
    let mut total = 0;
    let mut last: Option<Token> = None;
    for element in node.descendants_with_tokens() {
        let listed = element.parent().is_some_and(|p| is_list(p.kind()));
        let token = match element {
            Element::Token(token) => token,
            // the separator that the writer puts after it
            Element::Node(item) => {
                total += usize::from(listed && item.next_sibling().is_some());
                continue;
            }
        };
        let separator = listed && matches!(token.kind(), SyntaxKind::Semicolon | SyntaxKind::Comma);
        if token.kind() == SyntaxKind::Whitespace || separator {
            continue;
        }
        let spaced = match &last {
            None => false,
            Some(previous) if previous.kind().is_trivia() || token.kind().is_trivia() => true,
            Some(previous) => gap(previous, &token) == Gap::Space,
        };
        total += usize::from(spaced) + token.text().chars().take(limit + 1).count();
        if total > limit {
            return None;
        }
        last = Some(token);
    }
    Some(total)
}
