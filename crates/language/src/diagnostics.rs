//! Diagnostics as they come in, bounded.

use crate::limits;
use mainspring_definition::{Diagnostic, Span};

/// What was found so far; past a limit errors are only counted.
#[derive(Clone, Debug, Default)]
pub(crate) struct Diagnostics {
    list: Vec<Diagnostic>,
    more: usize,
}

impl Diagnostics {
    pub fn push(&mut self, diagnostic: Diagnostic) {
        // a margin, so that sorting still finds the first ones of the text
        if self.list.len() < 4 * limits::ERRORS {
            self.list.push(diagnostic);
        } else {
            self.more += 1;
        }
    }

    pub fn append(&mut self, other: Self) {
        self.more += other.more;
        for diagnostic in other.list {
            self.push(diagnostic);
        }
    }

    pub fn has_errors(&self) -> bool {
        self.list.iter().any(Diagnostic::is_error)
    }

    /// All of them in the order of the text, cut after the limit with a count of the rest.
    pub fn finish(mut self) -> Vec<Diagnostic> {
        self.list.sort_by_key(|d| (d.span().source, d.span().start));
        if self.list.len() > limits::ERRORS {
            self.more += self.list.len() - limits::ERRORS;
            self.list.truncate(limits::ERRORS);
        }
        if self.more > 0 {
            let message = format!("… and {} more errors", self.more);
            self.list
                .push(Diagnostic::error("E0009", Span::NOWHERE, message).help("mend the first ones and run again"));
        }
        self.list
    }
}
