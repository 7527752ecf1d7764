//! Assembly: close loops from the placed poses, make velocities consistent, find redundant rows and dependent drives.

use crate::laws::touch::initial_overlap::check_surfaces;
use crate::multibody::assemble_error::AssembleError;
use crate::multibody::multibody::Use;
use crate::multibody::results::Redundant;
use crate::multibody::row_groups::{By, Source};
use crate::system::closing::{close_as_placed, guessed};
use crate::system::coordinates::choose;
use crate::system::mechanism::Mechanism;
use crate::system::starts::{check_starts, keep_joints, start_rows, unmet_starts};
use crate::system::system::Assembled;
use crate::system::traits::equations::Equations;
use crate::tolerances::{ASSEMBLY_EXACT, ASSEMBLY_NUDGE, LOOP_CLOSED, NEARLY_DEPENDENT, REDUNDANT};
use mainspring_definition::{Diagnostic, Span};
use mainspring_model::{DriveKind, Model, SpringKind};
use std::sync::Arc;

/// Newton iterations from one guess.
const PATIENCE: usize = 200;
/// See [`crate::assemble`].
pub fn assemble(model: &Arc<Model>) -> Result<Assembled, Vec<AssembleError>> {
    check_surfaces(model)?;
    crate::laws::penalty::overlaps::check(model)?;
    // positions and velocities with the rows of exact starts, then the system of the run without them
    let mut starting = Mechanism::new(model, true);
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
    let mut notes = close_as_placed(model, &mut starting, &mut q)?;
    let mut core = Mechanism::new(model, false);
    core.bodies.settle_angles(&q);
    starting.bodies.state.angles.clone_from(&core.bodies.state.angles);
    let guesses = guessed(&core);
    let redundant = check_drives(&mut core, &q)?;
    core.laws.friction.check_friction(&mut core.bodies, &q)?;
    core.laws.touch.check_overlaps(&mut core.bodies, &q)?;

    starting.bodies.find_redundant(0.0, &q, REDUNDANT);
    let given = v.clone();
    starting.bodies.project_velocity(&mut starting.laws.touch, 0.0, &q, &mut v);
    keep_joints(&mut starting, &q, &given, &mut v);
    check_starts(&mut starting, &q, &v)?;
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
        ));
    }

    let redundant = core.restore_momentary(0.0, &q, &v, redundant).map_err(|e| vec![e])?;
    let taken = core.bodies.masks.acceleration[core.bodies.nv..].iter().filter(|x| **x).count();
    let freedom = core.bodies.nv.saturating_sub(taken);
    for r in &redundant {
        notes.push(Diagnostic::note(
            "N0710",
            Span::NOWHERE,
            format!(
                "{} of the conditions of `{}` follow from the other joints; reactions are the minimum-norm ones",
                r.rows, r.path
            ),
        ));
    }
    if freedom == 0 && core.bodies.nv > 0 && model.drives.iter().all(|d| d.kind == DriveKind::Effort) {
        notes.push(Diagnostic::note("N0711", Span::NOWHERE, "nothing can move: the joints leave no freedom"));
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
    let (system, start) = choose(core, start)?;
    Ok(Assembled { system, start, redundant, freedom, guesses, notes })
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

/// Closes all loops by damped Newton from q; a singular guess is perturbed.
pub fn close(core: &mut Mechanism, q: &mut Vec<f64>) -> Result<(), Vec<AssembleError>> {
    let guess = q.clone();
    let mut best: Option<(f64, Vec<f64>)> = None;
    for attempt in 0..6_u64 {
        q.clone_from(&guess);
        if attempt > 0 {
            perturb(core, q, attempt);
        }
        let worst = newton(core, q, 0.0);
        if worst <= LOOP_CLOSED {
            return Ok(());
        }
        if best.as_ref().is_none_or(|(w, _)| worst < *w) {
            best = Some((worst, q.clone()));
        }
    }
    // do the loops close without the exact starts? then it is these that cannot hold
    let start_rows: Vec<usize> = start_rows(core);
    if !start_rows.is_empty() {
        q.clone_from(&guess);
        for &r in &start_rows {
            core.bodies.state.dropped[r] = true;
            core.bodies.rows[r].position = false;
        }
        core.remask();
        if newton(core, q, 0.0) <= LOOP_CLOSED {
            return Err(unmet_starts(core, q, &start_rows));
        }
    }
    if let Some((_, best)) = best {
        *q = best;
    }
    core.bodies.kinematics(q, &vec![0.0; core.bodies.nv]);
    core.bodies.residuals(0.0);
    Err(vec![open_error(core)])
}

/// Damped Newton from q at time t, s; the largest scaled residual left.
pub fn newton(core: &mut Mechanism, q: &mut Vec<f64>, time: f64) -> f64 {
    let rest = vec![0.0; core.bodies.nv];
    core.bodies.drive_motion(time);
    let sum = |core: &Mechanism| {
        let mut s = 0.0;
        for (r, info) in core.bodies.rows.iter().enumerate() {
            if info.position && core.bodies.acts(info.group) {
                s += (core.bodies.residual[r] / info.scale) * (core.bodies.residual[r] / info.scale);
            }
        }
        s
    };
    for _ in 0..PATIENCE {
        core.bodies.settle_angles(q);
        core.bodies.kinematics(q, &rest);
        core.bodies.residuals(time);
        let worst = core.bodies.worst_residual().0;
        if worst <= ASSEMBLY_EXACT || !worst.is_finite() {
            return worst;
        }
        let before = sum(core);
        core.bodies.jacobians(time);
        core.bodies.factorise(Use::Position, NEARLY_DEPENDENT, |_| {});
        core.bodies.position_step();
        // no body goes further than half the mechanism or half a radian at once
        let mut largest: f64 = 0.0;
        for span in &core.bodies.spans {
            for i in 0..span.v_len {
                let scale = if i < core.bodies.model.space.components() { core.bodies.length } else { 1.0 };
                largest = largest.max(core.bodies.solution[span.v + i].abs() / scale);
            }
        }
        if !largest.is_finite() {
            return f64::INFINITY;
        }
        let mut factor = if largest > 0.5 { 0.5 / largest } else { 1.0 };
        let step = core.bodies.solution.clone();
        let from = q.clone();
        let mut improved = false;
        for _ in 0..12 {
            core.bodies.solution.copy_from_slice(&step);
            core.bodies.displace(q, factor);
            core.bodies.kinematics(q, &rest);
            core.bodies.residuals(time);
            if sum(core) < before {
                improved = true;
                break;
            }
            q.clone_from(&from);
            factor *= 0.5;
        }
        if !improved {
            return worst;
        }
    }
    core.bodies.kinematics(q, &rest);
    core.bodies.residuals(time);
    core.bodies.worst_residual().0
}

/// Moves every body a little, deterministically.
fn perturb(core: &mut Mechanism, q: &mut [f64], attempt: u64) {
    let mut state = attempt.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let size = ASSEMBLY_NUDGE * f64::from(1 << attempt.min(6));
    for (b, span) in core.bodies.spans.iter().enumerate() {
        for i in 0..span.v_len {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let unit = (state >> 11) as f64 / (1_u64 << 53) as f64 - 0.5;
            let scale = if i < core.bodies.model.space.components() { core.bodies.length } else { 1.0 };
            core.bodies.solution[span.v + i] = size * scale * unit;
        }
        core.bodies.frames.displace(
            core.bodies.model.bodies[b].kind,
            &mut q[span.q..span.q + span.q_len],
            &core.bodies.solution[span.v..span.v + span.v_len],
        );
    }
}

fn open_error(core: &Mechanism) -> AssembleError {
    let mut worst: Vec<(usize, f64, bool)> = Vec::new();
    for (g, group) in core.bodies.groups.iter().enumerate().filter(|(g, _)| core.bodies.acts(*g)) {
        let mut largest = (0.0_f64, false, 0.0_f64);
        for r in group.first..group.first + group.rows {
            let (size, info) = (core.bodies.residual[r].abs(), &core.bodies.rows[r]);
            if info.position && size / info.scale > largest.0 {
                largest = (size / info.scale, info.angle, size);
            }
        }
        if largest.0 > LOOP_CLOSED {
            worst.push((g, largest.2, largest.1));
        }
    }
    worst.sort_by(|a, b| b.1.total_cmp(&a.1));
    worst.truncate(6);
    let joints =
        worst.iter().map(|w| (core.bodies.row_path(core.bodies.groups[w.0].first).to_owned(), w.1, w.2)).collect();
    let span = worst.first().map_or(Span::NOWHERE, |w| match core.bodies.groups[w.0].source {
        Source::Joint { joint, .. } | Source::Gear { joint, .. } => core.bodies.model.joints[joint].span,
        Source::Stick { coordinate, .. } => core.bodies.model.joints[coordinate.joint].span,
        Source::User { constraint } => core.bodies.model.constraints[constraint].span,
        Source::Given { body, .. } | Source::Hold { body } => core.bodies.model.bodies[body].span,
    });
    AssembleError::Open { joints, span }
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
