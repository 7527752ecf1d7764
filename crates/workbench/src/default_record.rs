//! What is recorded of a scene that does not say.

use mainspring_definition::SpaceKind;
use mainspring_definition::{Definition, Diagnostic, Expr, ExprKind, Name, Path, Segment, Span, StatementKind};
use mainspring_model::{BodyKind, Model};

/// Bodies recorded of a scene that does not say which.
const BODIES: usize = 256;

/// The definition with a `record` line for the positions of its bodies, and a note that says so.
pub fn record_positions(definition: &Definition, model: &Model) -> (Definition, Diagnostic) {
    let moving = || model.bodies.iter().filter(|b| b.kind != BodyKind::Fixed);
    let mut recorded = Vec::new();
    for body in moving().take(BODIES) {
        recorded.push(quantity(&body.path, "position"));
        if model.space == SpaceKind::Planar && body.kind == BodyKind::Rigid {
            recorded.push(quantity(&body.path, "angle"));
        }
    }
    let whose = match moving().count() {
        many if many > BODIES => format!("of the first {BODIES} of its {many} bodies"),
        _ => "of its bodies".to_owned(),
    };
    let message = format!("the scene has no `record` line: positions {whose} are recorded");
    let note = Diagnostic::note("N0910", Span::NOWHERE, message);
    let mut definition = definition.clone();
    if !recorded.is_empty() {
        definition.statements.push(StatementKind::Record(recorded).into());
    }
    (definition, note)
}

fn quantity(body: &str, word: &str) -> Expr {
    let mut path = Path::from_text(body);
    path.segments.push(Segment { name: Name::new(word), index: None });
    Expr { kind: ExprKind::Path(path), span: Span::NOWHERE }
}
