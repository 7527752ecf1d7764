//! Indexed names: `l[i]`, `l[0..4]`.

use super::value::{ScopeId, Value};
use crate::build::Builder;
use crate::limits;
use mainspring_definition::{Declarator, Diagnostic};

impl<'a> Builder<'a> {
    /// The indices a declared name stands for: one None without an index.
    pub fn indices(&mut self, declarator: &'a Declarator, scope: ScopeId) -> Vec<Option<i64>> {
        let Some(index) = &declarator.index else { return vec![None] };
        let value = self.eval(index, scope);
        self.note_choice(index, scope);
        let list: Vec<i64> = match value {
            Value::Poison => return Vec::new(),
            Value::Range(from, to) => {
                if to.saturating_sub(from) > limits::PARTS as i64 {
                    self.report_limit(index.span, &format!("a family of more than {} members", limits::PARTS));
                    return Vec::new();
                }
                (from..to).collect()
            }
            Value::List(items) => {
                let mut list = Vec::with_capacity(items.len());
                for item in items.iter() {
                    match self.whole(item, index.span, "an index") {
                        Some(i) => list.push(i),
                        None => return Vec::new(),
                    }
                }
                list
            }
            other => match self.whole(&other, index.span, "an index") {
                Some(i) => vec![i],
                None => return Vec::new(),
            },
        };
        if let Some(i) = list.iter().find(|i| **i < 0) {
            self.report(
                Diagnostic::error("E0310", index.span, format!("an index is 0 or more, found {i}"))
                    .help("count from 0"),
            );
            return Vec::new();
        }
        list.into_iter().map(Some).collect()
    }

    /// The path of a declared thing: `hand.finger[2]`.
    pub fn path_of(&self, scope: ScopeId, declarator: &Declarator, index: Option<i64>) -> String {
        let prefix = &self.scopes[scope].prefix;
        match index {
            Some(i) => format!("{prefix}{}[{i}]", declarator.name.text),
            None => format!("{prefix}{}", declarator.name.text),
        }
    }

    /// Binds a declared thing in the scope that holds members; false after a report.
    pub fn bind(&mut self, scope: ScopeId, declarator: &'a Declarator, index: Option<i64>, value: Value) -> bool {
        let members = self.scopes[scope].members;
        match index {
            Some(i) => self.declare_indexed(members, &declarator.name, i, value),
            None => self.declare(members, &declarator.name, super::scope::Binding::Value(value)),
        }
    }
}
