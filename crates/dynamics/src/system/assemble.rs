//! Assembly: close loops from the placed poses, make velocities consistent, find redundant rows and dependent drives.

use crate::laws::touch::initial_overlap::check_surfaces;
use crate::multibody::assemble_error::AssembleError;
use crate::multibody::results::Redundant;
use crate::multibody::row_groups::{By, Source};
use crate::system::closing::close_as_placed;
use crate::system::coordinates::choose;
use crate::system::guesses::guessed;
use crate::system::mechanism::Mechanism;
use crate::system::nearer::{Nearer, nearer};
use crate::system::repeated_starts::repeated_starts;
use crate::system::start_rates::start_rates;
use crate::system::system::Assembled;
use crate::system::traits::equations::Equations;
use crate::system::whole_turns::in_the_turn_meant;
use crate::tolerances::{LIES_FLAT, REDUNDANT};
use mainspring_definition::{Diagnostic, Span};
use mainspring_model::{DriveKind, Model, Node, NodeId, SpringKind};
use std::sync::Arc;

/// See [`crate::assemble`].
pub fn assemble(placed: &Arc<Model>) -> Result<Assembled, Vec<AssembleError>> {
    check_surfaces(placed)?;
    crate::laws::penalty::overlaps::check(placed)?;
    // positions and velocities with the rows of exact starts, then the system of the run without them
    let mut starting = Mechanism::new(placed, true);
    let counted = in_the_turn_meant(placed, &mut starting);
    if let Some(counted) = &counted {
        starting = Mechanism::new(counted, true);
    }
    let placed = counted.as_ref().unwrap_or(placed);
    let near = nearer(&starting)?;
    let model = near.as_ref().map_or(placed, |near| &near.model);
    if let Some(near) = &near {
        starting = near.mechanism(placed, true);
    }
    if !starting.table.unusable_arrays.is_empty() {
        return Err(std::mem::take(&mut starting.table.unusable_arrays));
    }
    let mut q = vec![0.0; starting.bodies.nq];
    let mut v = vec![0.0; starting.bodies.nv];
    for (b, body) in model.bodies.iter().enumerate() {
        let span = starting.bodies.spans[b];
        starting.bodies.frames.initial(body, &mut q[span.q..span.q + span.q_len], &mut v[span.v..span.v + span.v_len]);
    }
    finite_at_start(&mut starting, &q, &v)?;
    no_flat_disc(&mut starting, &q, &v)?;
    let mut notes = close_as_placed(&mut starting, &mut q)?;
    no_flat_disc(&mut starting, &q, &v)?;
    let mut core = near.as_ref().map_or_else(|| Mechanism::new(model, false), |near| near.mechanism(placed, false));
    notes.extend(near.as_ref().and_then(Nearer::note));
    core.bodies.settle_angles(&q);
    starting.bodies.state.angles.clone_from(&core.bodies.state.angles);
    let guesses = guessed(&core);
    let redundant = check_drives(&mut core, &q)?;
    core.laws.friction.check_friction(&mut core.bodies, &q)?;
    core.laws.touch.check_overlaps(&mut core.bodies, &q)?;

    notes.extend(start_rates(model, &mut starting, &q, &mut v)?);
    for spring in model.springs.iter().filter(|s| s.attached && s.stiffness != 0.0 && s.rest > 0.0) {
        if let SpringKind::Linear { a, b } = spring.kind
            && starting.bodies.spring_line(&starting.bodies.side(&a), &starting.bodies.side(&b)).0 == 0.0
        {
            notes.push(
                Diagnostic::warning(
                    "W0713",
                    spring.span,
                    format!(
                        "`{}` starts with its ends in one place but is longer at rest: its direction is undefined",
                        spring.path
                    ),
                )
                .help("move one end, or set `rest = 0`"),
            );
        }
    }
    for body in starting.bodies.unmet_velocities(&v) {
        notes.push(Diagnostic::warning(
            "W0712",
            body.1,
            format!("the velocity given for `{}` does not agree with its joints and was changed", body.0),
        )
        .help("leave `moving` and `spinning` out where joints decide; `start joint rate …` says how fast a joint begins"));
    }
    notes.extend(repeated_starts(&mut starting, &q));

    let redundant = core.restore_momentary(0.0, &q, &v, redundant).map_err(|e| vec![e])?;
    let taken = core.bodies.masks.acceleration[core.bodies.nv..].iter().filter(|x| **x).count();
    let freedom = core.bodies.nv.saturating_sub(taken);
    for r in &redundant {
        let joint = model.joints.iter().find(|j| j.path == r.path);
        let note = Diagnostic::note(
            "N0710",
            joint.map_or(Span::NOWHERE, |j| j.span),
            format!(
                "{} of the conditions of `{}` follow from the other joints; reactions are the minimum-norm ones",
                r.rows, r.path
            ),
        );
        notes.push(note.help(
            "the motion is right; where the forces in these joints matter, free what is held twice: a `slot` for a `revolute` in the \
             plane, a `spherical` or `cylindrical` for a hinge in space",
        ));
    }
    if freedom == 0 && core.bodies.nv > 0 && nothing_prescribes(model) {
        notes.push(Diagnostic::note("N0711", Span::NOWHERE, "nothing can move: the joints leave no freedom").help(
            "if something should, leave out a joint or give one more freedom: a `slot` in place of a `revolute`; \
             a structure's forces can be read as it is",
        ));
    }

    if core.laws.penalty.method.is_some() {
        core.solve(0.0, &q, &v);
        core.laws.penalty.start_overlaps(&mut core.bodies, &q, &v)?;
    }
    let mut start = q;
    start.extend_from_slice(&v);
    start.resize(core.bodies.nq + core.bodies.nv + core.bodies.ledger.len(), 0.0);
    let mut dy = vec![0.0; start.len()];
    core.derivative(0.0, &start, &mut dy);
    core.set_clock(&start);
    let (system, start) = choose(core, start)?;
    Ok(Assembled { system, start, redundant, freedom, guesses, notes })
}

/// Whether what cannot move now never will: no motion is prescribed, and no joint or part comes or goes.
fn nothing_prescribes(model: &Model) -> bool {
    model.drives.iter().all(|d| d.kind == DriveKind::Effort)
        && model.constraints.iter().all(|c| !reads_time(model, c.value))
        && model.switches.iter().all(|s| s.stops())
}

/// Whether an expression depends on time itself, whatever else it reads.
fn reads_time(model: &Model, value: NodeId) -> bool {
    model
        .programs
        .tape(&[value])
        .order
        .iter()
        .any(|&n| matches!(model.programs.nodes[n], Node::Time | Node::SwitchTime))
}

/// A disc that rolls must have a lowest point.
fn no_flat_disc(core: &mut Mechanism, q: &[f64], v: &[f64]) -> Result<(), Vec<AssembleError>> {
    core.bodies.kinematics(q, v);
    match core.bodies.flat_disc(LIES_FLAT[0]) {
        None => Ok(()),
        Some(j) => {
            let joint = &core.bodies.model.joints[j];
            Err(vec![AssembleError::LiesFlat { path: joint.path.clone(), span: joint.span }])
        }
    }
}

/// Loads and drives must be numbers before anything is solved with them.
fn finite_at_start(core: &mut Mechanism, q: &[f64], v: &[f64]) -> Result<(), Vec<AssembleError>> {
    let model = Arc::clone(&core.bodies.model);
    core.bodies.kinematics(q, v);
    core.bodies.drive_motion(0.0);
    core.loads(0.0);
    let mut errors = Vec::new();
    let mut check = |path: &str, value: f64, span: Span| {
        if !value.is_finite() {
            errors.push(AssembleError::NonFinite { path: path.to_owned(), value, span });
        }
    };
    for (d, drive) in model.drives.iter().enumerate() {
        if drive.kind == DriveKind::Effort {
            check(&drive.path, core.bodies.effort[d], drive.span);
        } else {
            let m = core.bodies.motion[d];
            check(&drive.path, m.value + m.first + m.second, drive.span);
        }
    }
    for (s, spring) in model.springs.iter().enumerate() {
        check(&spring.path, core.bodies.spring[s].effort, spring.span);
    }
    for force in &model.forces {
        for n in force.value {
            check(&force.path, core.bodies.values[n], force.span);
        }
    }
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

/// Redundant rows without drives, then each drive in turn: one that adds a dependency is an error.
fn check_drives(core: &mut Mechanism, q: &[f64]) -> Result<Vec<Redundant>, Vec<AssembleError>> {
    let model = Arc::clone(&core.bodies.model);
    let drive_rows: Vec<usize> = (0..core.bodies.rows.len()).filter(|&r| core.bodies.rows[r].drive).collect();
    let without = core.bodies.count_dependent(q, &drive_rows);
    let all = core.bodies.count_dependent(q, &[]);
    if all > without {
        // bring drives in one by one to find the first that adds a dependency
        let mut errors = Vec::new();
        let mut out: Vec<usize> = drive_rows.clone();
        let mut dependent = without;
        let mut before: Vec<String> = Vec::new();
        for &r in &drive_rows {
            out.retain(|&x| x != r);
            let now = core.bodies.count_dependent(q, &out);
            let path = core.bodies.row_path(r).to_owned();
            if now > dependent {
                let group = &core.bodies.groups[core.bodies.rows[r].group];
                let span = match &group.source {
                    Source::Joint { own, coordinates, .. } => match coordinates[r - group.first - own].by {
                        By::Drive(d) => model.drives[d].span,
                        By::Start(s) => model.starts[s].span,
                    },
                    _ => Span::NOWHERE,
                };
                // alone among the drives and yet dependent: the position is singular, unless nothing can move at all
                let acting =
                    core.bodies.rows.iter().filter(|r| core.bodies.acts(r.group) && !r.drive && r.acceleration).count();
                let freedom = core.bodies.nv + without > acting;
                errors.push(if before.is_empty() && freedom {
                    AssembleError::DeadPoint { path: path.clone(), span }
                } else {
                    AssembleError::DependentDrive { path: path.clone(), others: before.clone(), span }
                });
                dependent = now;
            }
            if !before.contains(&path) {
                before.push(path);
            }
        }
        return Err(errors);
    }
    Ok(core.bodies.find_redundant(0.0, q, REDUNDANT))
}
