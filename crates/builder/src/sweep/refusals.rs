//! Statements that have no place in a sweep, and those that have one only there, as the table of statements says.

use crate::context::state::Context;
use mainspring_definition::statement::NO_PARTS;
use mainspring_definition::{Diagnostic, Span, Statement, StatementKind as K, Sweep};

/// Whether a statement has been refused because the scene is a sweep.
pub fn refuse_in_sweep(cx: &mut Context<'_>, statement: &Statement) -> bool {
    let form = statement.kind.form();
    let Sweep::Refused(fix) = form.map_or(NO_PARTS, |form| form.entry().sweep) else { return false };
    // a file of recipes and materials may be imported for its numbers; nothing here can use the rest
    if matches!(statement.kind, K::Material { .. } | K::Primitive { .. } | K::Composite { .. }) && imported(statement) {
        return false;
    }
    let word = form.map_or("field".to_owned(), |form| form.entry().words.join("` or `"));
    cx.findings.report(
        Diagnostic::error("E0531", statement.span, format!("`{word}` has no place in an exact sweep")).help(fix),
    );
    true
}

/// Whether a statement has been refused because only a sweep has it and the scene is none.
pub fn refuse_outside_sweep(cx: &mut Context<'_>, statement: &Statement) -> bool {
    let Some(entry) = statement.kind.form().map(|form| form.entry()).filter(|entry| entry.sweep == Sweep::Only) else {
        return false;
    };
    let word = entry.words[0];
    cx.findings.report(
        Diagnostic::error("E0532", statement.span, format!("`{word}` belongs to an exact sweep"))
            .help("add the line `method sweep`; under `method event` write parts, joints and springs"),
    );
    true
}

/// Whether a statement comes with another file than the scene's own, which is the first.
fn imported(statement: &Statement) -> bool {
    statement.span != Span::NOWHERE && statement.span.source > 0
}
