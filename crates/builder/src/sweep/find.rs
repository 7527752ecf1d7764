//! Whether a scene is an exact sweep, which decides how everything else is read.

use crate::context::findings::Findings;
use crate::options::BuildOptions;
use mainspring_definition::{Definition, Diagnostic, ExprKind, SpaceKind, Span, StatementKind};

/// Whether the scene is a sweep, and where that is said.
pub fn find_sweep(
    definition: &Definition,
    options: &BuildOptions,
    space: SpaceKind,
    findings: &mut Findings,
) -> (bool, Span) {
    let set = options.overrides.iter().rev().find(|(path, _)| path == "method").map(|(_, expr)| expr);
    let said = definition.statements.iter().find_map(|s| match &s.kind {
        StatementKind::Method { name, .. } => Some((name.text == "sweep", name.span)),
        _ => None,
    });
    let (on, span) = match set {
        Some(expr) => {
            let word = match &expr.kind {
                ExprKind::Path(path) => path.as_name(),
                ExprKind::Text(text) => Some(text.as_str()),
                _ => None,
            };
            (word == Some("sweep"), expr.span)
        }
        None => said.unwrap_or((false, Span::NOWHERE)),
    };
    if on && space == SpaceKind::Spatial {
        findings.report(
            Diagnostic::error("E0531", span, "an exact sweep is planar, this scene is spatial")
                .help("write `space planar`; in space, `method event` moves parts that touch"),
        );
        // every tuple would have a component too many
        findings.stopped = true;
    }
    (on, span)
}
