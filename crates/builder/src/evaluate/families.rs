//! Indexed names: `l[i]`, `l[0..4]`.

use crate::context::value::{ScopeId, Value};
use crate::evaluate::evaluator::Evaluator;
use crate::limits;
use mainspring_definition::{Declarator, Diagnostic};

impl<'a> Evaluator<'_, 'a> {
    /// The indices a declared name stands for: one None without an index.
    pub fn indices(&mut self, declarator: &'a Declarator, scope: ScopeId) -> Vec<Option<i64>> {
        let Some(index) = &declarator.index else { return vec![None] };
        let value = self.eval(index, scope);
        let list: Vec<i64> = match value {
            Value::Poison => return Vec::new(),
            Value::Range(from, to) => {
                if to.saturating_sub(from) > limits::PARTS as i64 {
                    self.cx
                        .findings
                        .report_limit(index.span, &format!("a family of more than {} members", limits::PARTS));
                    return Vec::new();
                }
                (from..to).collect()
            }
            Value::List(items) => {
                let mut list = Vec::with_capacity(items.len());
                for item in items.iter() {
                    match self.cx.whole(item, index.span, "an index") {
                        Some(i) => list.push(i),
                        None => return Vec::new(),
                    }
                }
                list
            }
            other => match self.cx.whole(&other, index.span, "an index") {
                Some(i) => vec![i],
                None => return Vec::new(),
            },
        };
        if let Some(i) = list.iter().find(|i| **i < 0) {
            self.cx.findings.report(
                Diagnostic::error("E0310", index.span, format!("an index is 0 or more, found {i}"))
                    .help("count from 0"),
            );
            return Vec::new();
        }
        list.into_iter().map(Some).collect()
    }
}
