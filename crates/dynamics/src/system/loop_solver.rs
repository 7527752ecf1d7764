//! Loops closed by damped Newton, from wherever parts stand.

use crate::multibody::multibody::Use;
use crate::system::mechanism::Mechanism;
use crate::tolerances::{ASSEMBLY_EXACT, ASSEMBLY_NUDGE, LOOP_CLOSED, NEARLY_DEPENDENT};

/// Newton iterations from one guess.
const PATIENCE: usize = 200;

/// Closes all loops by damped Newton from q; a singular guess is perturbed. Where that fails: the nearest that was come to.
pub fn close_from(core: &mut Mechanism, q: &mut Vec<f64>) -> Result<(), Vec<f64>> {
    // how often angles have gone round is counted from the guess, not from where another attempt ended
    let (guess, angles) = (q.clone(), core.bodies.state.angles.clone());
    let mut best: Option<(f64, Vec<f64>)> = None;
    for attempt in 0..6_u64 {
        q.clone_from(&guess);
        core.bodies.state.angles.clone_from(&angles);
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
    core.bodies.state.angles = angles;
    Err(best.map_or(guess, |(_, best)| best))
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
