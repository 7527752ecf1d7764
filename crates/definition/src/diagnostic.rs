//! Errors and notes in one shape for every layer: a stable code, a place, a cause, a likely fix.

use serde::{Deserialize, Serialize};

/// A range of bytes in one of the definition's sources; `source == NOWHERE` for what the builder made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Span {
    /// index into `Definition::sources`
    pub source: u32,
    /// first byte
    pub start: u32,
    /// one past the last byte
    pub end: u32,
}

impl Span {
    /// The span of things that no text says.
    pub const NOWHERE: Self = Self { source: u32::MAX, start: 0, end: 0 };

    /// From here to the end of `other`; either being nowhere gives the other.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        if self == Self::NOWHERE {
            return other;
        }
        if other == Self::NOWHERE || other.source != self.source {
            return self;
        }
        Self { source: self.source, start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Severity {
    /// worth knowing; nothing is wrong
    Note,
    /// probably not what was meant, or not simulated; the run goes on
    Warning,
    /// the scene cannot be run
    Error,
}

/// A place with a remark.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Label {
    /// where
    pub span: Span,
    /// what about it; may be empty for the primary place
    pub text: String,
}

/// One finding. `labels[0]` is the primary place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Diagnostic {
    /// stable code such as `E0102`; `mainspring explain` says more
    pub code: String,
    /// how bad
    pub severity: Severity,
    /// what was found and what was expected, one sentence
    pub message: String,
    /// places, the first one primary
    pub labels: Vec<Label>,
    /// likely fix, if one is known
    pub help: Option<String>,
}

impl Diagnostic {
    /// An error at `span`.
    pub fn error(code: &str, span: Span, message: impl Into<String>) -> Self {
        Self::new(code, Severity::Error, span, message)
    }

    /// A warning at `span`.
    pub fn warning(code: &str, span: Span, message: impl Into<String>) -> Self {
        Self::new(code, Severity::Warning, span, message)
    }

    /// A note at `span`.
    pub fn note(code: &str, span: Span, message: impl Into<String>) -> Self {
        Self::new(code, Severity::Note, span, message)
    }

    fn new(code: &str, severity: Severity, span: Span, message: impl Into<String>) -> Self {
        Self {
            code: code.to_owned(),
            severity,
            message: message.into(),
            labels: vec![Label { span, text: String::new() }],
            help: None,
        }
    }

    /// Says what to do about it.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help = Some(text.into());
        self
    }

    /// Puts a remark on the primary place.
    #[must_use]
    pub fn remark(mut self, text: impl Into<String>) -> Self {
        self.labels[0].text = text.into();
        self
    }

    /// Adds a second place.
    #[must_use]
    pub fn also(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label { span, text: text.into() });
        self
    }

    /// The primary place.
    #[must_use]
    pub fn span(&self) -> Span {
        self.labels[0].span
    }

    /// Whether it stops the scene from running.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

/// A stable error code with its explanation, for `mainspring explain`.
#[derive(Clone, Copy, Debug)]
pub struct Code {
    /// such as `E0102`
    pub code: &'static str,
    /// one line
    pub title: &'static str,
    /// a paragraph or two: what it means, an example that causes it, how to mend it
    pub explanation: &'static str,
}

/// The candidate nearest to `word` by edit distance, if near enough to be a slip of the finger; before slips of more than one
/// letter comes what `word` begins, as `stiff` does `stiffness`.
pub fn did_you_mean<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // nobody mistypes a word this long, and the distance costs its square
    if word.len() > 64 {
        return None;
    }
    let limit = (word.chars().count() / 3).max(1);
    let mut best: Option<(usize, &str)> = None;
    let mut begun: Option<&str> = None;
    // of a path the last name counts; numbers begin too much
    let last = word.rsplit('.').next().unwrap_or(word);
    let begins = last.chars().count() >= 3 && !last.contains(|c: char| c.is_ascii_digit());
    for candidate in candidates {
        let longer = begins && candidate.len() > word.len() && candidate.starts_with(word);
        if longer && begun.is_none_or(|held| candidate.len() < held.len()) {
            begun = Some(candidate);
        }
        if candidate == word || candidate.len().abs_diff(word.len()) > limit * 4 {
            continue;
        }
        // one letter for another is another name
        if word.len() == 1 && candidate.len() == 1 && !word.eq_ignore_ascii_case(candidate) {
            continue;
        }
        let distance = edit_distance(word, candidate);
        if distance <= limit && best.is_none_or(|(d, _)| distance < d) {
            best = Some((distance, candidate));
        }
    }
    match best {
        Some((1, near)) => Some(near),
        _ => begun.or(best.map(|(_, near)| near)),
    }
}

/// Damerau–Levenshtein (adjacent swaps count once) on characters, ignoring case.
fn edit_distance(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.to_lowercase().chars().collect();
    let b: Vec<char> = b.to_lowercase().chars().collect();
    let width = b.len() + 1;
    let mut table = vec![0usize; (a.len() + 1) * width];
    for i in 0..=a.len() {
        table[i * width] = i;
    }
    for j in 0..=b.len() {
        table[j] = j;
    }
    for i in 1..=a.len() {
        for j in 1..=b.len() {
            let change = usize::from(a[i - 1] != b[j - 1]);
            let mut d = (table[(i - 1) * width + j] + 1)
                .min(table[i * width + j - 1] + 1)
                .min(table[(i - 1) * width + j - 1] + change);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                d = d.min(table[(i - 2) * width + j - 2] + 1);
            }
            table[i * width + j] = d;
        }
    }
    table[a.len() * width + b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suggests_the_nearest_name_and_nothing_far() {
        let names = ["bottom", "top", "middle"];
        assert_eq!(did_you_mean("botom", names), Some("bottom"));
        assert_eq!(did_you_mean("tpo", names), Some("top"));
        assert_eq!(did_you_mean("wheel", names), None);
        // what is begun comes before what takes several slips, and after one slip
        let options = ["hook.start", "hook.stiffness", "hook.stiffness_out", "hook.rest"];
        assert_eq!(did_you_mean("hook.stiff", options), Some("hook.stiffness"));
        assert_eq!(did_you_mean("hook.stat", options), Some("hook.start"));
        assert_eq!(did_you_mean("hook.st", ["hook.stiffness"]), None);
        assert_eq!(did_you_mean("top", ["topple_speed", "tops"]), Some("tops"));
        assert_eq!(did_you_mean("E05", ["E0501"]), None);
    }
}
