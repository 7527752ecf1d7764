//! Loops closed by damped Newton, from wherever parts stand.

use crate::multibody::assemble_error::AssembleError;
use crate::multibody::multibody::Use;
use crate::multibody::row_groups::Source;
use crate::system::mechanism::Mechanism;
use crate::system::starts::{start_rows, unmet_starts};
use crate::tolerances::{ASSEMBLY_EXACT, ASSEMBLY_NUDGE, LOOP_CLOSED, NEARLY_DEPENDENT};
use mainspring_definition::Span;

/// Newton iterations from one guess.
const PATIENCE: usize = 200;

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
