//! Assembly: close loops from the placed poses, make velocities consistent, find redundant rows and dependent drives.

use crate::core::{Core, Use};
use crate::groups::{By, Source};
use crate::starts::{check_starts, start_rows, unmet_starts};
use crate::system::{AssembleError, Assembled, Redundant, System};
use mainspring_definition::{Diagnostic, Span};
use mainspring_model::{BodyKind, DriveKind, Model, SpringKind};
use std::sync::Arc;

/// Newton iterations from one guess.
const PATIENCE: usize = 200;
/// Scaled residual that counts as closed.
const CLOSED: f64 = 1e-12;
/// A row whose pivot falls below this while closing is left to the others: near a solution it follows from them.
const NEARLY_DEPENDENT: f64 = 1e-8;
/// Pivot ratio below which a row at a closed position is redundant: the sine of its angle to the others is 1e-5.
pub(crate) const REDUNDANT: f64 = 1e-10;

/// See [`crate::assemble`].
pub(crate) fn assemble(model: &Arc<Model>) -> Result<Assembled, Vec<AssembleError>> {
    crate::touch::check_surfaces(model)?;
    crate::penalty::check(model)?;
    // positions and velocities with the rows of exact starts, then the system of the run without them
    let mut starting = Core::new(model, true);
    if !starting.table.unlaid.is_empty() {
        return Err(std::mem::take(&mut starting.table.unlaid));
    }
    let mut q = vec![0.0; starting.nq];
    let mut v = vec![0.0; starting.nv];
    for (b, body) in model.bodies.iter().enumerate() {
        let span = starting.spans[b];
        starting.frames.initial(body, &mut q[span.q..span.q + span.q_len], &mut v[span.v..span.v + span.v_len]);
    }
    finite_at_start(&mut starting, &q, &v)?;
    close(&mut starting, &mut q)?;
    let mut core = Core::new(model, false);
    core.settle_angles(&q);
    starting.mode.angles.clone_from(&core.mode.angles);
    let redundant = check_drives(&mut core, &q)?;
    core.check_friction(&q)?;
    crate::touch::check_overlaps(&mut core, &q)?;

    starting.find_redundant(0.0, &q, REDUNDANT);
    starting.project_velocity(0.0, &q, &mut v);
    check_starts(&mut starting, &q, &v)?;
    let mut notes = Vec::new();
    for spring in model.springs.iter().filter(|s| s.attached && s.stiffness != 0.0 && s.rest > 0.0) {
        if let SpringKind::Linear { a, b } = spring.kind
            && starting.spring_line(&starting.side(&a), &starting.side(&b)).0 == 0.0
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
    for body in starting.unmet_velocities(&v) {
        notes.push(Diagnostic::warning(
            "W0712",
            body.1,
            format!("the velocity given for `{}` does not agree with its joints and was changed", body.0),
        ));
    }

    let redundant = core.restore_momentary(0.0, &q, &v, redundant).map_err(|e| vec![e])?;
    let taken = core.masks.acceleration[core.nv..].iter().filter(|x| **x).count();
    let freedom = core.nv.saturating_sub(taken);
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
    if freedom == 0 && core.nv > 0 && model.drives.iter().all(|d| d.kind == DriveKind::Effort) {
        notes.push(Diagnostic::note("N0711", Span::NOWHERE, "nothing can move: the joints leave no freedom"));
    }

    core.start_overlaps(&q, &v)?;
    let mut start = q;
    start.extend_from_slice(&v);
    start.resize(core.nq + core.nv + core.ledger.len(), 0.0);
    let mut dy = vec![0.0; start.len()];
    core.derivative(0.0, &start, &mut dy);
    let (system, start) = crate::reduced::choose(core, start)?;
    Ok(Assembled { system, start, redundant, freedom, notes })
}

/// Loads and drives must be numbers before anything is solved with them.
fn finite_at_start(core: &mut Core, q: &[f64], v: &[f64]) -> Result<(), Vec<AssembleError>> {
    let model = Arc::clone(&core.model);
    core.kinematics(q, v);
    core.drive_motion(0.0);
    core.loads(0.0);
    let mut errors = Vec::new();
    let mut check = |path: &str, value: f64, span: Span| {
        if !value.is_finite() {
            errors.push(AssembleError::NonFinite { path: path.to_owned(), value, span });
        }
    };
    for (d, drive) in model.drives.iter().enumerate() {
        if drive.kind == DriveKind::Effort {
            check(&drive.path, core.effort[d], drive.span);
        } else {
            let m = core.motion[d];
            check(&drive.path, m.value + m.first + m.second, drive.span);
        }
    }
    for (s, spring) in model.springs.iter().enumerate() {
        check(&spring.path, core.spring[s].effort, spring.span);
    }
    for force in &model.forces {
        for n in force.value {
            check(&force.path, core.values[n], force.span);
        }
    }
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

/// Closes all loops by damped Newton from q; a singular guess is perturbed.
fn close(core: &mut Core, q: &mut Vec<f64>) -> Result<(), Vec<AssembleError>> {
    let guess = q.clone();
    let mut best: Option<(f64, Vec<f64>)> = None;
    for attempt in 0..6_u64 {
        q.clone_from(&guess);
        if attempt > 0 {
            perturb(core, q, attempt);
        }
        let worst = newton(core, q, 0.0);
        if worst <= CLOSED {
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
            core.mode.dropped[r] = true;
            core.rows[r].position = false;
        }
        core.remask();
        if newton(core, q, 0.0) <= CLOSED {
            return Err(unmet_starts(core, q, &start_rows));
        }
    }
    if let Some((_, best)) = best {
        *q = best;
    }
    core.kinematics(q, &vec![0.0; core.nv]);
    core.residuals(0.0);
    Err(vec![open_error(core)])
}

/// Damped Newton from q at time t, s; the largest scaled residual left.
pub(crate) fn newton(core: &mut Core, q: &mut Vec<f64>, time: f64) -> f64 {
    let rest = vec![0.0; core.nv];
    core.drive_motion(time);
    let sum = |core: &Core| {
        let mut s = 0.0;
        for (r, info) in core.rows.iter().enumerate() {
            if info.position && core.acts(info.group) {
                s += (core.residual[r] / info.scale) * (core.residual[r] / info.scale);
            }
        }
        s
    };
    for _ in 0..PATIENCE {
        core.settle_angles(q);
        core.kinematics(q, &rest);
        core.residuals(time);
        let worst = core.worst_residual().0;
        if worst <= 1e-14 || !worst.is_finite() {
            return worst;
        }
        let before = sum(core);
        core.jacobians(time);
        core.factorise(Use::Position, NEARLY_DEPENDENT, |_| {});
        core.position_step();
        // no body goes further than half the mechanism or half a radian at once
        let mut largest: f64 = 0.0;
        for span in &core.spans {
            for i in 0..span.v_len {
                let scale = if i < core.model.space.components() { core.length } else { 1.0 };
                largest = largest.max(core.solution[span.v + i].abs() / scale);
            }
        }
        if !largest.is_finite() {
            return f64::INFINITY;
        }
        let mut factor = if largest > 0.5 { 0.5 / largest } else { 1.0 };
        let step = core.solution.clone();
        let from = q.clone();
        let mut improved = false;
        for _ in 0..12 {
            core.solution.copy_from_slice(&step);
            core.displace(q, factor);
            core.kinematics(q, &rest);
            core.residuals(time);
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
    core.kinematics(q, &rest);
    core.residuals(time);
    core.worst_residual().0
}

/// Moves every body a little, deterministically.
fn perturb(core: &mut Core, q: &mut [f64], attempt: u64) {
    let mut state = attempt.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let size = 1e-3 * f64::from(1 << attempt.min(6));
    for (b, span) in core.spans.iter().enumerate() {
        for i in 0..span.v_len {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let unit = (state >> 11) as f64 / (1_u64 << 53) as f64 - 0.5;
            let scale = if i < core.model.space.components() { core.length } else { 1.0 };
            core.solution[span.v + i] = size * scale * unit;
        }
        core.frames.displace(
            core.model.bodies[b].kind,
            &mut q[span.q..span.q + span.q_len],
            &core.solution[span.v..span.v + span.v_len],
        );
    }
}

fn open_error(core: &Core) -> AssembleError {
    let mut worst: Vec<(usize, f64, bool)> = Vec::new();
    for (g, group) in core.groups.iter().enumerate().filter(|(g, _)| core.acts(*g)) {
        let mut largest = (0.0_f64, false, 0.0_f64);
        for r in group.first..group.first + group.rows {
            let (size, info) = (core.residual[r].abs(), &core.rows[r]);
            if info.position && size / info.scale > largest.0 {
                largest = (size / info.scale, info.angle, size);
            }
        }
        if largest.0 > CLOSED {
            worst.push((g, largest.2, largest.1));
        }
    }
    worst.sort_by(|a, b| b.1.total_cmp(&a.1));
    worst.truncate(6);
    let joints = worst.iter().map(|w| (core.row_path(core.groups[w.0].first).to_owned(), w.1, w.2)).collect();
    let span = worst.first().map_or(Span::NOWHERE, |w| match core.groups[w.0].source {
        Source::Joint { joint, .. } | Source::Gear { joint, .. } => core.model.joints[joint].span,
        Source::Stick { coordinate, .. } => core.model.joints[coordinate.joint].span,
        Source::User { constraint } => core.model.constraints[constraint].span,
        Source::Given { body, .. } | Source::Hold { body } => core.model.bodies[body].span,
    });
    AssembleError::Open { joints, span }
}

/// Redundant rows without drives, then each drive in turn: one that adds a dependency is an error.
fn check_drives(core: &mut Core, q: &[f64]) -> Result<Vec<Redundant>, Vec<AssembleError>> {
    let model = Arc::clone(&core.model);
    let drive_rows: Vec<usize> = (0..core.rows.len()).filter(|&r| core.rows[r].drive).collect();
    let without = core.count_dependent(q, &drive_rows);
    let all = core.count_dependent(q, &[]);
    if all > without {
        // bring drives in one by one to find the first that adds a dependency
        let mut errors = Vec::new();
        let mut out: Vec<usize> = drive_rows.clone();
        let mut dependent = without;
        let mut before: Vec<String> = Vec::new();
        for &r in &drive_rows {
            out.retain(|&x| x != r);
            let now = core.count_dependent(q, &out);
            let path = core.row_path(r).to_owned();
            if now > dependent {
                let group = &core.groups[core.rows[r].group];
                let span = match &group.source {
                    Source::Joint { own, coordinates, .. } => match coordinates[r - group.first - own].by {
                        By::Drive(d) => model.drives[d].span,
                        By::Start(s) => model.starts[s].span,
                    },
                    _ => Span::NOWHERE,
                };
                // alone among the drives and yet dependent: the position is singular, unless nothing can move at all
                let acting = core.rows.iter().filter(|r| core.acts(r.group) && !r.drive && r.acceleration).count();
                let freedom = core.nv + without > acting;
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
    Ok(core.find_redundant(0.0, q, REDUNDANT))
}

impl Core {
    /// Bodies whose given velocity is not the one they start with, after `targets`.
    fn unmet_velocities(&self, v: &[f64]) -> Vec<(String, Span)> {
        let mut out: Vec<(String, Span)> = Vec::new();
        for group in &self.groups {
            let Source::Given { body, .. } = group.source else { continue };
            let off = (0..group.rows).any(|r| {
                let (target, info) = (self.target[group.first + r], &self.rows[group.first + r]);
                (self.row_times(group, r, v) - target).abs() > 1e-9 * (info.scale + target.abs())
            });
            let body = &self.model.bodies[body];
            if off && out.last().is_none_or(|(path, _)| *path != body.path) {
                out.push((body.path.clone(), body.span));
            }
        }
        out
    }

    /// Number of rows that follow from others when `left_out` rows do not act.
    fn count_dependent(&mut self, q: &[f64], left_out: &[usize]) -> usize {
        self.mode.dropped.fill(false);
        for &r in left_out {
            self.mode.dropped[r] = true;
        }
        self.remask();
        let rest = vec![0.0; self.nv];
        self.kinematics(q, &rest);
        self.jacobians(0.0);
        let mut count = 0;
        self.factorise(Use::Acceleration, REDUNDANT, |_| count += 1);
        self.mode.dropped.fill(false);
        self.remask();
        count
    }

    /// Finds rows that follow from others at a closed position, leaves them out from now on, and names them.
    pub fn find_redundant(&mut self, time: f64, q: &[f64], tolerance: f64) -> Vec<Redundant> {
        self.mode.dropped.fill(false);
        // a joint that sticks is chosen so that it depends on nothing: it takes no part, lest a loop be blamed for it
        let rubs = std::mem::take(&mut self.mode.rubs);
        self.remask();
        let rest = vec![0.0; self.nv];
        self.kinematics(q, &rest);
        self.drive_motion(time);
        self.jacobians(time);
        let nv = self.nv;
        let mut found = Vec::new();
        // rows of starts act only on positions or velocities: look at each use of the matrix
        for usage in [Use::Acceleration, Use::Velocity, Use::Position] {
            self.factorise(usage, tolerance, |d| found.push(d.unknown - nv));
            if self.masks.same {
                break;
            }
        }
        self.mode.rubs = rubs;
        found.sort_unstable();
        found.dedup();
        self.collapsed = false;
        let mut named: Vec<Redundant> = Vec::new();
        for r in found {
            self.mode.dropped[r] = true;
            let group = &self.groups[self.rows[r].group];
            if group.blocks.is_empty() || !self.acts(self.rows[r].group) {
                continue;
            }
            let path = self.row_path(r).to_owned();
            match named.iter_mut().find(|n| n.path == path) {
                Some(n) => n.rows += 1,
                None => named.push(Redundant { path, rows: 1 }),
            }
        }
        self.remask();
        named
    }

    /// Angles remembered from q.
    pub fn settle_angles(&mut self, q: &[f64]) {
        let rest = vec![0.0; if self.mode.angles.is_empty() { 0 } else { self.nv }];
        if self.mode.angles.is_empty() {
            return;
        }
        self.kinematics(q, &rest);
        self.remember_angles();
    }

    /// Angles remembered from the state of `kinematics`.
    pub fn remember_angles(&mut self) {
        for j in 0..self.model.joints.len() {
            for index in 0..self.model.joints[j].kind.coordinates().len() {
                let value = self.measure(mainspring_model::Coordinate { joint: j, index }).value;
                if value.is_finite() {
                    self.mode.angles[self.slot[j] + index] = value;
                }
            }
        }
    }

    /// First body with an entry of q or v that is no number.
    pub fn first_non_finite(&self, y: &[f64]) -> Option<String> {
        self.model.bodies.iter().zip(&self.spans).find_map(|(body, s)| {
            let q = &y[s.q..s.q + s.q_len];
            let v = &y[self.nq + s.v..self.nq + s.v + s.v_len];
            (body.kind != BodyKind::Fixed && q.iter().chain(v).any(|x| !x.is_finite())).then(|| body.path.clone())
        })
    }
}
