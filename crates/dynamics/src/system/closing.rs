//! Where loops are closed: as near to what was placed and guessed as the joints allow.
//!
//! Closing by itself moves every part a little, by its mass. What is driven by a speed or an acceleration is held where it stands
//! (a drive that says the position is a row anyway), and compliant joints are closed as if they were rigid, since their springs
//! would begin with whatever a guess leaves open; those between parts that the scene places itself begin as it says. What cannot
//! be met of this is left out, and said.

use crate::multibody::assemble_error::AssembleError;
use crate::multibody::row_groups::Source;
use crate::system::close::close;
use crate::system::loop_solver::close_from;
use crate::system::mechanism::Mechanism;
use crate::tolerances::{LOOP_CLOSED, START_MET};
use mainspring_definition::Diagnostic;
use mainspring_model::{DriveKind, Joint, Model, Start};
use std::sync::Arc;

/// Closes all loops from q; what could not begin where it stands is noted.
pub fn close_as_placed(starting: &mut Mechanism, q: &mut Vec<f64>) -> Result<Vec<Diagnostic>, Vec<AssembleError>> {
    let soft = starting.bodies.model.joints.iter().any(closes);
    let driven = if soft || open(starting, q) { driven_as_placed(starting, q) } else { Vec::new() };
    let (mut held, mut rigid) = (driven.is_empty(), !soft);
    for (hold, stiffen) in [(true, true), (false, true), (true, false)] {
        if (hold && driven.is_empty()) || (stiffen && !soft) {
            continue;
        }
        let mut trial = with_wishes(starting, if hold { &driven } else { &[] }, stiffen);
        let mut found = q.clone();
        if !open(&mut trial, q) || close_from(&mut trial, &mut found).is_ok() {
            (*q, held, rigid) = (found, held || hold, rigid || stiffen);
            break;
        }
    }
    close(starting, q)?;
    let mut notes = Vec::new();
    if !held {
        notes.extend(moved_drives(starting, q, &driven));
    }
    if !rigid {
        notes.extend(open_compliant(&mut with_wishes(starting, &[], true), q));
    }
    Ok(notes)
}

/// Whether a joint is compliant and is to begin closed.
pub fn closes(joint: &Joint) -> bool {
    joint.attached && joint.compliant.is_some_and(|c| !c.placed)
}

/// Whether any row is not closed at q.
pub fn open(core: &mut Mechanism, q: &[f64]) -> bool {
    let rest = vec![0.0; core.bodies.nv];
    core.bodies.settle_angles(q);
    core.bodies.drive_motion(0.0);
    core.bodies.kinematics(q, &rest);
    core.bodies.residuals(0.0);
    // what is no number is not closed
    let closed = core.bodies.worst_residual().0 <= LOOP_CLOSED;
    !closed
}

/// Starts that hold what is driven, but not to a position, where it stands.
fn driven_as_placed(core: &mut Mechanism, q: &[f64]) -> Vec<Start> {
    core.bodies.settle_angles(q);
    core.bodies.kinematics(q, &vec![0.0; core.bodies.nv]);
    let model = &core.bodies.model;
    let moves = |kind: DriveKind| matches!(kind, DriveKind::Speed | DriveKind::Acceleration);
    let drives = model.drives.iter().filter(|d| moves(d.kind) && model.joints[d.coordinate.joint].attached);
    let free = drives.filter(|d| {
        let positions = model.drives.iter().filter(|x| x.kind == DriveKind::Position).map(|x| x.coordinate);
        let starts = model.starts.iter().filter(|s| s.exact && s.value.is_some()).map(|s| s.coordinate);
        !positions.chain(starts).any(|c| c == d.coordinate)
    });
    let hold = |d: &mainspring_model::Drive| {
        let value = Some(core.bodies.measure(d.coordinate).value).filter(|x| x.is_finite());
        Start { coordinate: d.coordinate, span: d.span, value, rate: None, exact: true }
    };
    free.map(hold).filter(|s| s.value.is_some()).collect()
}

/// The mechanism with further exact starts, and compliant joints rigid.
pub fn with_wishes(of: &Mechanism, held: &[Start], rigid: bool) -> Mechanism {
    let mut model = Model::clone(&of.bodies.model);
    model.starts.extend_from_slice(held);
    if rigid {
        model.joints.iter_mut().filter(|j| closes(j)).for_each(|j| j.compliant = None);
    }
    let mut out = Mechanism::new(&Arc::new(model), true);
    out.bodies.state.origins.clone_from(&of.bodies.state.origins);
    out
}

/// Drives that do not begin where they stand.
fn moved_drives(core: &mut Mechanism, q: &[f64], driven: &[Start]) -> Vec<Diagnostic> {
    core.bodies.settle_angles(q);
    core.bodies.kinematics(q, &vec![0.0; core.bodies.nv]);
    let model = &core.bodies.model;
    let moved = driven.iter().filter_map(|start| {
        let (stood, begins) = (start.value?, core.bodies.measure(start.coordinate).value);
        let joint = &model.joints[start.coordinate.joint];
        let angle = joint.kind.coordinates()[start.coordinate.index];
        let (path, unit) = (&joint.path, if angle { "rad" } else { "m" });
        let stays = (stood - begins).abs() <= START_MET * (1.0 + stood.abs());
        (!stays).then(|| {
            let message = format!(
                "`{path}` is driven and begins at {begins:.4} {unit}, not at {stood:.4} {unit}, where it stands: the joints \
                 cannot be closed there"
            );
            Diagnostic::warning("W0718", start.span, message)
                .help(format!("say where it begins (`start {path} = …`), or `guess` the joints that have to follow it"))
        })
    });
    moved.collect()
}

/// Compliant joints that begin open, although nothing is wrong with that.
fn open_compliant(rigid: &mut Mechanism, q: &[f64]) -> Vec<Diagnostic> {
    if !open(rigid, q) {
        return Vec::new();
    }
    let bodies = &rigid.bodies;
    let mut notes = Vec::new();
    for (g, group) in bodies.groups.iter().enumerate().filter(|(g, _)| bodies.acts(*g)) {
        let Source::Joint { joint, own, .. } = group.source else { continue };
        let rows = (group.first..group.first + own).filter(|&r| bodies.rows[r].position);
        let worst = rows.max_by(|&a, &b| {
            let off = |r: usize| bodies.residual[r].abs() / bodies.rows[r].scale;
            off(a).total_cmp(&off(b))
        });
        let Some(r) = worst.filter(|&r| bodies.residual[r].abs() / bodies.rows[r].scale > LOOP_CLOSED) else {
            continue;
        };
        debug_assert_eq!(bodies.rows[r].group, g);
        let (off, unit) = (bodies.residual[r].abs(), if bodies.rows[r].angle { "rad" } else { "m" });
        let joint = &bodies.model.joints[joint];
        let message = format!("`{}` begins open by {off:.3e} {unit}: its loop does not close", joint.path);
        notes.push(Diagnostic::warning("W0717", joint.span, message).help(
            "check lengths and `at`, or `guess` nearer to the closed position; its spring begins with this force",
        ));
    }
    notes
}
