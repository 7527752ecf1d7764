//! Checks of joints that need the drives: friction and stops against prescribed motion.

use crate::context::findings::Findings;
use crate::results::loads::{Loads, Prescription};
use mainspring_definition::{Diagnostic, Span};
use mainspring_model::{Joint, JointId};

/// Friction in a coordinate whose motion is prescribed has no effort of its own while that rests.
pub fn check_friction(findings: &mut Findings, joints: &[Joint], loads: &Loads) {
    for j in 0..joints.len() {
        if joints[j].friction.is_none() {
            continue;
        }
        if let Some(&Prescription { span, limited: false }) = loads.prescribed.get(&(j, 0)) {
            let joint = &joints[j];
            let finding = Diagnostic::error(
                "E0517",
                joint.span,
                format!("`{}` has friction and a prescribed motion", joint.path),
            )
            .also(span, "the motion is prescribed here")
            .help("give the drive a `limit`, drive it by an effort, put the friction into another joint, or leave it out: it only adds to the drive's effort");
            findings.report(finding);
        }
    }
}

/// A prescribed motion does not give way to a stop.
pub fn check_stops(findings: &mut Findings, joints: &[Joint], loads: &Loads) {
    let driven: Vec<(JointId, Span)> = loads
        .prescribed
        .iter()
        .filter(|((_, index), p)| *index == 0 && !p.limited)
        .map(|((j, _), p)| (*j, p.span))
        .collect();
    for (j, span) in driven {
        if joints[j].stop.is_some() {
            let (path, limits) = (joints[j].path.clone(), joints[j].span);
            findings.report(
                Diagnostic::warning(
                    "W0609",
                    span,
                    format!("the motion of `{path}` is prescribed, and it has stops; the run ends where it meets one"),
                )
                .also(limits, "its limits are said here")
                .help("keep the motion within the limits, or give the drive a `limit`, which a stop can hold against"),
            );
        }
    }
}
