//! Exact starts: do they agree with drives, joints and each other?

use crate::multibody::assemble_error::AssembleError;
use crate::multibody::multibody::Use;
use crate::multibody::row_groups::{By, Source};
use crate::system::mechanism::Mechanism;
use crate::tolerances::{REDUNDANT, START_MET};
use mainspring_model::DriveKind;
use std::sync::Arc;

/// Rows of exact starts that ask for a position.
pub fn start_rows(core: &Mechanism) -> Vec<usize> {
    let mut out = Vec::new();
    for group in &core.bodies.groups {
        if let Source::Joint { own, coordinates, .. } = &group.source {
            let rows = coordinates.iter().enumerate().filter(|(_, p)| matches!(p.by, By::Start(_)));
            out.extend(rows.map(|(k, _)| group.first + own + k).filter(|&r| core.bodies.rows[r].position));
        }
    }
    out
}

/// Errors for starts that do not hold where the loops close without them.
pub fn unmet_starts(core: &mut Mechanism, q: &[f64], rows: &[usize]) -> Vec<AssembleError> {
    core.bodies.kinematics(q, &vec![0.0; core.bodies.nv]);
    core.bodies.residuals(0.0);
    let mut errors = Vec::new();
    for &r in rows {
        let group = &core.bodies.groups[core.bodies.rows[r].group];
        let Source::Joint { joint, own, coordinates } = &group.source else { continue };
        let By::Start(s) = coordinates[r - group.first - own].by else { continue };
        errors.push(AssembleError::Start {
            path: core.bodies.model.joints[*joint].path.clone(),
            what: "a position".to_owned(),
            residual: core.bodies.residual[r].abs(),
            span: core.bodies.model.starts[s].span,
        });
    }
    errors
}

/// A start must say what a drive of the same coordinate prescribes at t = 0.
fn start_against_drive(core: &Mechanism) -> Vec<AssembleError> {
    let model = &core.bodies.model;
    let mut errors = Vec::new();
    for start in model.starts.iter().filter(|s| s.exact) {
        for (d, drive) in model.drives.iter().enumerate().filter(|(_, d)| d.coordinate == start.coordinate) {
            let motion = core.bodies.motion[d];
            let (value, rate) = match drive.kind {
                DriveKind::Position => (Some(motion.value), Some(motion.first)),
                DriveKind::Speed => (None, Some(motion.value)),
                _ => (None, None),
            };
            for (what, asked, given) in [("a position", start.value, value), ("a rate", start.rate, rate)] {
                if let (Some(asked), Some(given)) = (asked, given)
                    && (asked - given).abs() > START_MET * (1.0 + given.abs())
                {
                    errors.push(AssembleError::Start {
                        path: drive.path.clone(),
                        what: what.to_owned(),
                        residual: (asked - given).abs(),
                        span: start.span,
                    });
                }
            }
        }
    }
    errors
}

/// Rows that ask for a velocity at the start alone: `start … rate`, then `moving` and `spinning`.
fn asked_rates(core: &Mechanism) -> Vec<usize> {
    let bodies = &core.bodies;
    let (mut starts, mut given) = (Vec::new(), Vec::new());
    for g in (0..bodies.groups.len()).filter(|&g| bodies.acts(g)) {
        let group = &bodies.groups[g];
        match &group.source {
            Source::Joint { own, coordinates, .. } => {
                for (k, p) in coordinates.iter().enumerate() {
                    let r = group.first + own + k;
                    if let (By::Start(s), true) = (p.by, bodies.rows[r].velocity) {
                        starts.push((s, r));
                    }
                }
            }
            Source::Given { .. } => given.extend(group.first..group.first + group.rows),
            _ => {}
        }
    }
    // in the order of the text: what is said later is what contradicts
    starts.sort_unstable();
    starts.into_iter().map(|(_, r)| r).chain(given).collect()
}

/// Whether velocities break a joint or a drive, after `targets`.
fn breaks_joints(core: &Mechanism, asked: &[usize], v: &[f64]) -> bool {
    let bodies = &core.bodies;
    let mut of_joints = vec![true; bodies.rows.len()];
    asked.iter().for_each(|&r| of_joints[r] = false);
    (0..bodies.rows.len()).filter(|&r| of_joints[r]).any(|r| {
        let info = &bodies.rows[r];
        let (group, target) = (&bodies.groups[info.group], bodies.target[r]);
        let off = ((bodies.row_times(group, r - group.first, v) - target) / info.scale).abs();
        info.velocity && bodies.acts(info.group) && off > START_MET * (1.0 + target.abs())
    })
}

/// Which rows follow from others when some are left out.
fn dependent_rates(core: &mut Mechanism, left_out: &[usize]) -> Vec<usize> {
    let bodies = &mut core.bodies;
    bodies.state.dropped.fill(false);
    for &r in left_out {
        bodies.state.dropped[r] = true;
    }
    bodies.remask();
    bodies.rank(Use::Velocity, REDUNDANT).dependent
}

/// Velocities that keep to joints and drives. Rows that follow from others are left out by their pivots, and where starts
/// contradict these may be a joint's: what is asked for at the start is then brought in row by row, and what follows from the rest
/// is left out instead.
pub fn keep_joints(core: &mut Mechanism, q: &[f64], given: &[f64], v: &mut [f64]) {
    let asked = asked_rates(core);
    core.bodies.kinematics(q, v);
    core.bodies.drive_motion(0.0);
    core.bodies.jacobians(0.0);
    core.bodies.targets(v, 0.0);
    if asked.is_empty() || !breaks_joints(core, &asked, v) {
        return;
    }
    let mut left_out = asked.clone();
    let mut dependent = dependent_rates(core, &left_out);
    for r in asked {
        left_out.retain(|&x| x != r);
        let now = dependent_rates(core, &left_out);
        if now.len() > dependent.len() {
            left_out.push(r);
        } else {
            dependent = now;
        }
    }
    left_out.extend(dependent);
    core.bodies.state.dropped.fill(false);
    for r in left_out {
        core.bodies.state.dropped[r] = true;
    }
    core.bodies.remask();
    core.bodies.collapsed = false;
    v.copy_from_slice(given);
    core.bodies.project_velocity(&mut core.laws.touch, 0.0, q, v);
}

/// Exact starts must have been reached.
pub fn check_starts(core: &mut Mechanism, q: &[f64], v: &[f64]) -> Result<(), Vec<AssembleError>> {
    let model = Arc::clone(&core.bodies.model);
    core.bodies.kinematics(q, v);
    core.bodies.drive_motion(0.0);
    core.bodies.jacobians(0.0);
    core.bodies.targets(v, 0.0);
    let mut errors = start_against_drive(core);
    for group in &core.bodies.groups {
        let Source::Joint { joint, own, coordinates } = &group.source else { continue };
        if !core.bodies.state.joints[*joint] {
            continue;
        }
        for (k, p) in coordinates.iter().enumerate() {
            let row = own + k;
            let info = &core.bodies.rows[group.first + row];
            let (what, span) = match p.by {
                By::Start(s) => ("a rate", model.starts[s].span),
                By::Drive(d) => ("a drive's rate", model.drives[d].span),
            };
            if info.velocity {
                let off =
                    ((core.bodies.row_times(group, row, v) - core.bodies.target[group.first + row]) / info.scale).abs();
                if off > START_MET * (1.0 + core.bodies.target[group.first + row].abs()) {
                    errors.push(AssembleError::Start {
                        path: model.joints[*joint].path.clone(),
                        what: what.to_owned(),
                        residual: off,
                        span,
                    });
                }
            }
        }
    }
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}
