//! Errors and warnings, each place reported once.

use crate::limits;
use mainspring_definition::{Diagnostic, Span};
use std::collections::BTreeSet;

/// What is found wrong with the values of one member of a family: its name says which.
const OF_MEMBERS: &[&str] = &["E0402", "E0406", "E0534", "E0535"];

/// What has been found so far.
#[derive(Default)]
pub struct Findings {
    list: Vec<Diagnostic>,
    seen: BTreeSet<(String, Span, String)>,
    errors: usize,
    about: Option<String>,
    /// codes of warnings given once a scene
    warned: BTreeSet<&'static str>,
    /// outlines that some part has the right way round: where another mirrors it, that is meant
    counter_clockwise: BTreeSet<Span>,
    /// nothing more is looked at
    pub stopped: bool,
}

impl Findings {
    /// Keeps a finding unless the same one was made before (a loop body is looked at many times).
    pub fn report(&mut self, mut finding: Diagnostic) {
        if let Some(member) = self.about.as_ref().filter(|_| OF_MEMBERS.contains(&finding.code.as_str())) {
            let name = format!("`{member}`");
            if !finding.message.contains(&name) {
                finding.message = format!("{name}: {}", finding.message);
            }
        }
        // one mistake on one span in a loop gives the same code at the same place with other numbers in the words
        let words = if finding.span() == Span::NOWHERE { finding.message.clone() } else { String::new() };
        if !self.seen.insert((finding.code.clone(), finding.span(), words)) {
            return;
        }
        if finding.is_error() {
            self.errors += 1;
            if self.errors > limits::FINDINGS {
                return;
            }
        }
        self.list.push(finding);
    }

    /// An outline that needs no turning, at least for one part.
    pub fn outline_as_written(&mut self, span: Span) {
        self.counter_clockwise.insert(span);
    }

    /// Adds a warning of which one a scene is enough.
    pub fn warn_once(&mut self, code: &'static str, span: Span, message: &str, help: &str) {
        if self.warned.insert(code) {
            self.report(Diagnostic::warning(code, span, message).help(help));
        }
    }

    /// Reports that a bound is exceeded and stops.
    pub fn report_limit(&mut self, span: Span, what: &str) {
        if !self.stopped {
            self.stopped = true;
            self.report(
                Diagnostic::error("E0209", span, format!("this scene asks for {what}"))
                    .help("check the ranges of `for`, the counts of families, composites that contain composites, lists that contain lists"),
            );
        }
    }

    /// The member of a family that is being made, if one is.
    pub fn about(&mut self, member: Option<String>) {
        self.about = member;
    }

    /// Whether anything found stops the scene from running.
    pub fn failed(&self) -> bool {
        self.errors > 0
    }

    /// Whether to stop looking.
    pub fn full(&self) -> bool {
        self.errors > limits::FINDINGS
    }

    /// Everything, in the order of the text.
    pub fn into_list(mut self) -> Vec<Diagnostic> {
        let mirrored = &self.counter_clockwise;
        self.list.retain(|d| d.code != "W0606" || !mirrored.contains(&d.span()));
        self.list.sort_by_key(|d| (d.span(), std::cmp::Reverse(d.severity)));
        self.list
    }
}
