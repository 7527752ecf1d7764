//! Diagnostics as text for people: the line, the marked span, the cause, the fix.

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use mainspring_definition::{Diagnostic, Label, Severity, Source};
use std::ops::Range;

/// Bytes of a line shown before and after the place that is meant.
const BEFORE: usize = 60;
const AFTER: usize = 100;
/// Lines between two places that are still shown together.
const TOGETHER: usize = 12;

/// All diagnostics, one after the other; places that lie in none of the sources are left out.
#[must_use]
pub fn render(diagnostics: &[Diagnostic], sources: &[Source], color: bool) -> String {
    let renderer = if color { Renderer::styled() } else { Renderer::plain() };
    let renderer = renderer.decor_style(DecorStyle::Ascii);
    let lines: Vec<Vec<usize>> = sources.iter().map(|s| line_starts(&s.text)).collect();
    let mut text = String::new();
    for (i, diagnostic) in diagnostics.iter().enumerate() {
        if i > 0 {
            text.push('\n');
        }
        text.push_str(&renderer.render(&[group(diagnostic, sources, &lines)]));
        text.push('\n');
    }
    text
}

fn line_starts(text: &str) -> Vec<usize> {
    std::iter::once(0).chain(text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(i, _)| i + 1)).collect()
}

fn group<'a>(diagnostic: &Diagnostic, sources: &'a [Source], lines: &[Vec<usize>]) -> Group<'a> {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let mut group = Group::with_title(level.primary_title(clean(&diagnostic.message)).id(diagnostic.code.clone()));
    let mut marks: Vec<Mark<'_>> = Vec::new();
    for (i, label) in diagnostic.labels.iter().enumerate() {
        let source = label.span.source as usize;
        if let (Some(file), Some(starts)) = (sources.get(source), lines.get(source)) {
            marks.push(Mark::new(label, i == 0, source, &file.text, starts));
        }
    }
    // places near one another share a picture, the primary one's first
    let mut rest = marks.as_slice();
    while let [first, ..] = rest {
        let near = |m: &Mark<'_>| {
            m.source == first.source && m.line.abs_diff(first.line) <= TOGETHER && !m.long && !first.long
        };
        let count = 1 + rest[1..].iter().take_while(|m| near(m)).count();
        let (now, after) = rest.split_at(count);
        let (file, starts) = (&sources[first.source], &lines[first.source]);
        if first.long {
            group = long_line(group, first, file);
        } else {
            group = group.element(snippet(now, file, starts));
        }
        rest = after;
    }
    match &diagnostic.help {
        Some(help) => group.element(Level::HELP.message(clean(help))),
        None => group,
    }
}

/// A label with its place worked out; only the first line of a span is marked.
struct Mark<'l> {
    label: &'l Label,
    primary: bool,
    source: usize,
    /// from 0
    line: usize,
    /// of the whole line, without its end
    text: Range<usize>,
    span: Range<usize>,
    long: bool,
}

impl<'l> Mark<'l> {
    fn new(label: &'l Label, primary: bool, source: usize, text: &str, starts: &[usize]) -> Self {
        let start = floor(text, label.span.start as usize);
        let line = starts.partition_point(|s| *s <= start).saturating_sub(1);
        let (begin, end) = line_range(text, starts, line);
        let span = start.min(end)..floor(text, label.span.end as usize).clamp(start.min(end), end);
        Self { label, primary, source, line, text: begin..end, span, long: end - begin > BEFORE + AFTER }
    }

    fn annotation<'a>(&self, offset: usize, end: usize) -> annotate_snippets::Annotation<'a> {
        let kind = if self.primary { AnnotationKind::Primary } else { AnnotationKind::Context };
        let annotation = kind.span(self.span.start - offset..self.span.end.min(end) - offset);
        if self.label.text.is_empty() { annotation } else { annotation.label(clean(&self.label.text)) }
    }
}

fn line_range(text: &str, starts: &[usize], line: usize) -> (usize, usize) {
    let begin = starts[line];
    let end = starts.get(line + 1).map_or(text.len(), |next| next - 1);
    (begin, begin + text[begin..end].trim_end_matches('\r').len())
}

fn floor(text: &str, at: usize) -> usize {
    text.floor_char_boundary(at)
}

fn snippet<'a>(
    marks: &[Mark<'_>],
    file: &'a Source,
    starts: &[usize],
) -> Snippet<'a, annotate_snippets::Annotation<'a>> {
    let first = marks.iter().map(|m| m.line).min().unwrap_or(0);
    let last = marks.iter().map(|m| m.line).max().unwrap_or(0);
    let begin = starts[first];
    let end = line_range(&file.text, starts, last).1;
    Snippet::source(&file.text[begin..end])
        .path(file.name.as_str())
        .line_start(first + 1)
        .annotations(marks.iter().map(|m| m.annotation(begin, end)))
}

/// A window of a line that is too long to show.
fn long_line<'a>(group: Group<'a>, mark: &Mark<'_>, file: &'a Source) -> Group<'a> {
    let text = &file.text;
    let begin = floor(text, mark.span.start.saturating_sub(BEFORE)).max(mark.text.start);
    let end = floor(text, mark.span.start.saturating_add(AFTER)).min(mark.text.end).max(mark.span.start);
    let column = text[mark.text.start..mark.span.start].chars().count() + 1;
    let snippet = Snippet::source(&text[begin..end]).line_start(mark.line + 1).annotation(mark.annotation(begin, end));
    group.element(Origin::path(file.name.as_str()).line(mark.line + 1).char_column(column)).element(snippet)
}

/// Text from a scene must not drive the terminal.
fn clean(text: &str) -> String {
    if !text.contains(|c: char| c.is_control() && c != '\n') {
        return text.to_owned();
    }
    text.chars()
        .map(|c| if c.is_control() && c != '\n' { c.escape_debug().to_string() } else { c.to_string() })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{NoImports, load};
    use mainspring_definition::Span;

    fn shown(text: &str) -> String {
        let (definition, diagnostics) = load("scene.mech", text, &mut NoImports);
        render(&diagnostics, &definition.sources, false)
    }

    #[test]
    fn shows_line_span_cause_and_fix() {
        assert_eq!(
            shown("space planar\njont o = revolute(a.b, c.d)\n"),
            "error[E0102]: no statement begins with `jont`
 --> scene.mech:2:1
  |
2 | jont o = revolute(a.b, c.d)
  | ^^^^
  |
  = help: did you mean `joint`?
"
        );
    }

    #[test]
    fn two_places_share_a_picture() {
        assert_eq!(
            shown("let a = (1,\n  2\nlet b = 3"),
            "error[E0104]: `(` is never closed: expected `)`, found the end of the line
 --> scene.mech:2:4
  |
1 | let a = (1,
  |         - opened here
2 |   2
  |    ^
  |
  = help: add `)`
"
        );
    }

    #[test]
    fn a_long_line_is_clipped_round_the_place() {
        let text = format!("let a = {}2 cmm{}", "1 + ".repeat(200), " + 1".repeat(40));
        let message = shown(&text);
        assert!(message.contains("scene.mech:1:811"), "{message}");
        assert!(message.contains("2 cmm") && message.len() < 500, "{message}");
        let long = format!("let a = 2 {}\r\n", "x".repeat(10_000_000));
        assert!(shown(&long).len() < 1000);
    }

    #[test]
    fn nowhere_and_control_characters_are_harmless() {
        let d = Diagnostic::error("E0001", Span::NOWHERE, "no file `\u{1b}[2J`");
        assert_eq!(render(&[d], &[], false), "error[E0001]: no file `\\u{1b}[2J`\n");
        let d = Diagnostic::error("E0100", Span { source: 0, start: 5, end: 900 }, "x");
        let source = Source { name: "s".to_owned(), text: "é".to_owned() };
        assert!(render(&[d], &[source], true).contains("E0100"));
    }
}
