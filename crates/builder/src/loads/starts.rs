//! `start` and `guess`: initial values of joint coordinates.

use crate::elaborate::elaboration::Deferred;
use crate::evaluate::evaluator::Evaluator;
use mainspring_definition::{Diagnostic, Span, StatementKind};
use mainspring_model::{JointId, Start};
use std::collections::BTreeMap;

/// `guess` and `start` lines.
pub fn collect_starts<'a>(ev: &mut Evaluator<'_, 'a>, deferred: &[Deferred<'a>]) -> Vec<Start> {
    let mut starts = Vec::new();
    let mut said: BTreeMap<(JointId, usize, bool), Span> = BTreeMap::new();
    for &(scope, statement) in deferred {
        let StatementKind::Start { joint, value, rate, exact } = &statement.kind else { continue };
        let Some(j) = ev.joint_named(joint, scope) else { continue };
        let path = ev.known.joints.list[j].path.clone();
        let word = if *exact { "start" } else { "guess" };
        let mut start: Option<Start> = None;
        for (expr, order, key) in [(value, 0, word), (rate, 1, "rate")] {
            let Some(expr) = expr else { continue };
            let expr = ev.cx.overrides.overriding(&format!("{path}.{key}"), expr);
            let worth = ev.eval(expr, scope);
            if order == 0 {
                ev.cx.note_bare_angle(&worth, expr.span, &format!("the {word} of `{path}`"));
            }
            let Some((coordinate, n)) = ev.coordinate_for(j, &worth, order, expr.span, word) else { continue };
            let Some(v) = ev.cx.known(n.scalar, expr.span, &format!("the {word} of a joint")) else { continue };
            let entry =
                start.get_or_insert(Start { coordinate, span: statement.span, value: None, rate: None, exact: *exact });
            if order == 0 {
                entry.value = Some(v);
            } else {
                entry.rate = Some(v);
            }
        }
        let Some(start) = start else { continue };
        let key = (start.coordinate.joint, start.coordinate.index, start.exact);
        if let Some(first) = said.insert(key, statement.span) {
            ev.cx.findings.report(
                Diagnostic::error("E0216", statement.span, format!("the {word} of `{path}` is said twice"))
                    .also(first, "first said here")
                    .help("leave one line out"),
            );
            continue;
        }
        starts.push(start);
    }
    starts
}
