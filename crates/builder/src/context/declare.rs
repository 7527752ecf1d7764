//! Declaring names: each once in its scope.

use crate::context::names::Binding;
use crate::context::state::Context;
use crate::context::value::{ScopeId, Value};
use mainspring_definition::{Declarator, Diagnostic, Name, Span};
use std::collections::BTreeMap;

/// Names that always mean the same.
pub const RESERVED: &[&str] = &["t", "ground", "last", "true", "false"];

impl<'a> Context<'a> {
    /// Binds a name; a second declaration is an error, leaves the first and gives false.
    pub fn declare(&mut self, scope: ScopeId, name: &'a Name, binding: Binding<'a>) -> bool {
        self.declare_text(scope, &name.text, name.span, binding)
    }

    pub fn declare_text(&mut self, scope: ScopeId, text: &'a str, span: Span, binding: Binding<'a>) -> bool {
        if RESERVED.contains(&text) {
            self.findings.report(
                Diagnostic::error("E0203", span, format!("`{text}` has a meaning of its own and cannot be declared"))
                    .help("choose another name"),
            );
            return false;
        }
        if let Some(first) = self.names.scopes[scope].names.get(text).map(|b| b.1) {
            // values and recipes are declared ahead of their lines
            let (earlier, later) = in_text_order(first, span);
            let mut finding = Diagnostic::error("E0202", later, format!("`{text}` is declared twice"))
                .also(earlier, "first declared here");
            if first == span && span != Span::NOWHERE {
                finding = finding.help(format!("give it an index, `{text}[i]`, so that each turn makes its own"));
            } else {
                finding = finding.help("rename one of them");
            }
            self.findings.report(finding);
            return false;
        }
        self.names.scopes[scope].names.insert(text, Box::new((binding, span)));
        true
    }

    /// Binds one member of a family: `l[2]`; false after a report.
    pub fn declare_indexed(&mut self, scope: ScopeId, name: &'a Name, index: i64, value: Value) -> bool {
        let family = match self.names.scopes[scope].names.get(name.text.as_str()).map(|b| (&b.0, b.1)) {
            Some((Binding::Family(f), _)) => *f,
            Some((_, first)) => {
                let (earlier, later) = in_text_order(first, name.span);
                let message = format!("`{}` is declared both with and without an index", name.text);
                self.findings.report(
                    Diagnostic::error("E0202", later, message)
                        .also(earlier, "first declared here")
                        .help("rename one of them"),
                );
                return false;
            }
            None => {
                let f = self.names.families.len();
                self.names.families.push(BTreeMap::new());
                if !self.declare(scope, name, Binding::Family(f)) {
                    return false;
                }
                f
            }
        };
        if self.names.families[family].contains_key(&index) {
            self.findings.report(
                Diagnostic::error("E0202", name.span, format!("`{}[{index}]` is declared twice", name.text))
                    .help("each member of a family needs an index of its own"),
            );
            return false;
        }
        self.names.families[family].insert(index, value);
        true
    }

    /// Binds a declared thing in the scope that holds members; false after a report.
    pub fn bind(&mut self, scope: ScopeId, declarator: &'a Declarator, index: Option<i64>, value: Value) -> bool {
        let members = self.names.scopes[scope].members;
        match index {
            Some(i) => self.declare_indexed(members, &declarator.name, i, value),
            None => self.declare(members, &declarator.name, Binding::Value(value)),
        }
    }
}

/// The earlier of two places, and the later; places in different files stay as given.
fn in_text_order(first: Span, second: Span) -> (Span, Span) {
    if first.source == second.source && second.start < first.start { (second, first) } else { (first, second) }
}
