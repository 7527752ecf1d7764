//! When a text does not read as a whole, the rest of it is checked all the same, so that one run lists every mistake;
//! what merely follows from a line that could not be read is left out.

use mainspring_definition::{Diagnostic, Source, Span};
use std::collections::BTreeSet;

/// A file was not read, so its definitions are missing.
const IMPORT: &[&str] = &["E0001", "E0002", "E0004", "E0005", "E0006", "E0008"];
/// Names and functions that nothing defines.
const UNKNOWN: &[&str] = &["E0201", "E0307"];
/// Longest stretch of a line whose words are looked at.
const STRETCH: usize = 4096;

/// Those of `found` that do not follow from `broken`, and `broken` itself, in the order of the text.
pub(crate) fn with_independent(broken: Vec<Diagnostic>, found: Vec<Diagnostic>, sources: &[Source]) -> Vec<Diagnostic> {
    let errors = || broken.iter().filter(|d| d.is_error());
    let lines: Vec<Span> = errors().map(|d| line(d.span(), sources)).collect();
    let words: BTreeSet<&str> = lines.iter().flat_map(|l| words(*l, sources)).collect();
    let first: BTreeSet<&str> = lines.iter().filter_map(|l| first_word(*l, sources)).collect();
    // what a file that could not be imported would have defined is anybody's guess
    let not_imported = errors().any(|d| IMPORT.contains(&d.code.as_str()));
    let follows = |d: &Diagnostic| {
        let place = d.span();
        if not_imported && UNKNOWN.contains(&d.code.as_str()) {
            return true;
        }
        let beside = lines.iter().any(|l| l.source == place.source && l.start <= place.start && place.start <= l.end);
        // a name that a broken line would have declared
        let named = d.message.split('`').nth(1).and_then(|name| name.split(['.', '[', ' ']).next());
        // the line that could not be read is the one missed
        let missed = [("E0533", "root"), ("E0534", "pawl")]
            .iter()
            .any(|(code, word)| d.code == *code && d.message.contains(&format!("no {word}")) && first.contains(word));
        beside || missed || place == Span::NOWHERE || named.is_some_and(|n| words.contains(n))
    };
    let mut all: Vec<Diagnostic> = found.into_iter().filter(|d| !follows(d)).collect();
    all.extend(broken);
    all.sort_by_key(Diagnostic::span);
    all
}

/// The whole line that a span starts on.
fn line(span: Span, sources: &[Source]) -> Span {
    let Some(text) = sources.get(span.source as usize).map(|s| s.text.as_bytes()) else { return span };
    let at = (span.start as usize).min(text.len());
    let start = text[..at].iter().rposition(|b| *b == b'\n').map_or(0, |i| i + 1);
    let end = text[at..].iter().position(|b| *b == b'\n').map_or(text.len(), |i| at + i);
    Span { source: span.source, start: start as u32, end: end as u32 }
}

/// The word that a line begins with.
fn first_word(line: Span, sources: &[Source]) -> Option<&str> {
    let text = sources.get(line.source as usize)?.text.get(line.start as usize..line.end as usize)?;
    text.split_whitespace().next()
}

/// Names that a line may have been about to declare: its second word, and every word before `=`, `:`, `[` or `,`.
fn words(line: Span, sources: &[Source]) -> Vec<&str> {
    let text = sources.get(line.source as usize).map_or("", |s| s.text.as_str());
    let mut end = (line.end as usize).min(line.start as usize + STRETCH).min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let stretch = text.get(line.start as usize..end).unwrap_or("");
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let mut names = Vec::new();
    let mut rest = stretch;
    let mut nth = 0;
    while let Some(start) = rest.find(is_name) {
        let word = &rest[start..];
        let length = word.find(|c| !is_name(c)).unwrap_or(word.len());
        let after = word[length..].trim_start();
        if nth == 1 || after.starts_with(['=', ':', '[', ',']) {
            names.push(&word[..length]);
        }
        rest = &word[length..];
        nth += 1;
    }
    names
}
