//! Statements that have no place in a sweep, and those that have one only there.

use crate::context::state::Context;
use mainspring_definition::{Diagnostic, Span, Statement, StatementKind as K};

/// Whether a statement has been refused because the scene is a sweep.
pub fn refuse_in_sweep(cx: &mut Context<'_>, statement: &Statement) -> bool {
    let event = "a sweep has obstacles, one root and pawls; `method event` moves parts with mass";
    let contact = "a sweep follows every contact of a pawl with an obstacle by itself; pawls that touch one another need \
                   `method event`";
    let loads = "only springs and contacts act in a sweep; `method event` has loads";
    let friction = "nothing here has a material: friction is said of the pawl, `pawl … { friction = 0.2 }`; `method event` has \
                    materials";
    let lying = "parts lie on surfaces under `method event`";
    let (word, fix) = match &statement.kind {
        K::Space(_) | K::Method { .. } | K::Let { .. } | K::For { .. } | K::If { .. } | K::Later { .. } => {
            return false;
        }
        // a file of recipes and materials may be imported for its numbers; nothing here can use the rest
        K::Material { .. } | K::Primitive { .. } | K::Composite { .. } if imported(statement) => return false,
        K::Material { .. } => ("material", friction),
        K::Materials { .. } => ("materials", friction),
        K::Primitive { .. } => ("primitive", event),
        K::Composite { .. } => ("composite", event),
        K::Obstacle { .. } | K::Root { .. } | K::Pawl { .. } | K::Report(_) => return false,
        K::Record(_) | K::Plot { .. } | K::Quantity { .. } => return false,
        K::Contact { .. } => ("contact", contact),
        K::Contacts(_) => ("contacts", contact),
        K::Part { .. } => ("part", event),
        K::Mass { .. } => ("mass", event),
        K::Joint { .. } => ("joint", "a pawl has its hinge `at` a place on the root; `method event` has joints"),
        K::Spring { .. } => ("spring", "a pawl has its own: `{ stiffness = … }`; `method event` has springs"),
        K::Gravity(_) => ("gravity", "a pawl has no mass; `method event` has gravity"),
        K::Drive { .. } => ("drive", "the root `moves`; `method event` has drives"),
        K::Start { .. } => ("start", "a pawl begins at its own `{ start = … }`; `method event` has joints to start"),
        K::Force { .. } => ("force", loads),
        K::Torque { .. } => ("torque", loads),
        K::Run { .. } => ("run", "the root's `until` says how far a sweep goes; leave this line out"),
        K::Impact(_) => ("impact", "nothing strikes in a quasi-static motion; `method event` has impacts"),
        K::Surface(_) => ("surface", lying),
        K::Window { .. } => ("window", lying),
        K::Array { .. } => ("array", lying),
        K::Group { .. } => ("group", lying),
        K::Frame { .. } => ("frame", lying),
        K::Script { .. } => ("script", lying),
        K::Bin { .. } => ("bin", lying),
        K::Fix(_) => ("fix", event),
        K::Base(_) => ("base", event),
        K::Constraint { .. } => ("constraint", event),
        K::Switch { .. } => ("attach` or `release", event),
        K::Field(_) => ("field", event),
        K::Point { .. } => ("point", event),
    };
    cx.findings.report(
        Diagnostic::error("E0531", statement.span, format!("`{word}` has no place in an exact sweep")).help(fix),
    );
    true
}

/// Refuses a root, pawl or report where the scene is no sweep.
pub fn refuse_outside_sweep(cx: &mut Context<'_>, statement: &Statement) {
    let word = match &statement.kind {
        K::Root { .. } => "root",
        K::Pawl { .. } => "pawl",
        _ => "report",
    };
    cx.findings.report(
        Diagnostic::error("E0532", statement.span, format!("`{word}` belongs to an exact sweep"))
            .help("add the line `method sweep`; under `method event` write parts, joints and springs"),
    );
}

/// Whether a statement comes with another file than the scene's own, which is the first.
fn imported(statement: &Statement) -> bool {
    statement.span != Span::NOWHERE && statement.span.source > 0
}
