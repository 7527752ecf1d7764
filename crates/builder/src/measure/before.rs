//! `before(x)`: values just before an event.

use crate::context::state::Context;
use crate::context::value::{Number, Placed, Scalar, Value};
use mainspring_definition::{Diagnostic, Span};
use mainspring_model::Node;
use mainspring_model::Probe;

/// `before(x)`: a number, a condition, or each component of a vector.
pub fn before_event(cx: &mut Context<'_>, of: &Placed) -> Option<Value> {
    if cx.input.sweep {
        no_place_in_sweep(cx, of.span, "what was before an event: frames stand on both sides of each");
        return None;
    }
    Some(match &of.value {
        Value::Number(n) => Value::Number(Number { scalar: just_before(cx, n.scalar), bare: false, ..*n }),
        Value::Flag(f) => Value::Flag(just_before(cx, *f)),
        Value::Tuple(items) => {
            let mut parts = Vec::with_capacity(items.len());
            for value in items {
                parts.push(before_event(cx, &Placed { value: value.clone(), span: of.span })?);
            }
            Value::Tuple(parts)
        }
        other => {
            let message = format!("`before` takes a number or a vector, found {}", other.describe());
            cx.findings.report(
                Diagnostic::error("E0303", of.span, message)
                    .help("say which quantity of it, such as `before(bob.velocity)`"),
            );
            return None;
        }
    })
}

fn just_before(cx: &mut Context<'_>, scalar: Scalar) -> Scalar {
    // what never changes has no other value before, and before what was before is the same
    let Scalar::Node(node) = scalar else { return scalar };
    if let Node::Probe(p) = cx.code.programs.nodes[node]
        && matches!(cx.code.programs.probes[p], Probe::Before { .. })
    {
        return scalar;
    }
    let recent = cx.code.programs.before.len().saturating_sub(64);
    let known = cx.code.programs.before[recent..].iter().position(|n| *n == node).map(|i| recent + i);
    let slot = known.unwrap_or_else(|| {
        cx.code.programs.before.push(node);
        cx.code.programs.before.len() - 1
    });
    Scalar::Node(cx.probe(Probe::Before { slot }))
}

/// Refuses what a sweep cannot be asked.
pub fn no_place_in_sweep(cx: &mut Context<'_>, span: Span, what: &str) {
    cx.findings.report(Diagnostic::error("E0531", span, format!("a sweep cannot be asked for {what}")).help(
        "it has `travel` and `insertion_force` of its root, `angle`, `deflection`, `rate`, `force`, `friction_force` \
             and `reaction` of each pawl; `method event` measures the rest",
    ));
}
