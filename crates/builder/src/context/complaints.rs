//! Reports shared by everything that reads names.

use crate::context::state::Context;
use crate::context::value::Value;
use mainspring_definition::{Diagnostic, Name, did_you_mean};

impl Context<'_> {
    /// Reports that a thing has no such quantity or member.
    pub fn no_measure(&mut self, what: &str, name: &Name, known: &[&str]) -> Value {
        let finding = Diagnostic::error("E0308", name.span, format!("{what} has no `{}`", name.text));
        self.findings.report(match did_you_mean(&name.text, known.iter().copied()) {
            Some(s) => finding.help(format!("did you mean `{s}`?")),
            None if known.is_empty() => finding.help("nothing can be reached through it"),
            None => finding.help(format!("it has {}", listed(known))),
        });
        Value::Poison
    }

    /// Reports that a thing is of another kind than wanted.
    pub fn wrong_thing(&mut self, found: &str, want: &str, span: mainspring_definition::Span) {
        self.findings.report(
            Diagnostic::error("E0207", span, format!("expected {want}, found {found}")).help(format!("name {want}")),
        );
    }
}

/// `a`, `b` and `c`.
pub fn listed(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => format!("`{one}`"),
        [front @ .., last] => {
            let front: Vec<String> = front.iter().map(|n| format!("`{n}`")).collect();
            format!("{} and `{last}`", front.join(", "))
        }
    }
}
