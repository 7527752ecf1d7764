//! Velocities at the start: joints and drives hold, then what `start … rate` asks for, then `moving` and `spinning`; and as far as
//! these let it, a loop with compliant joints begins to move as it would with rigid ones.

use crate::multibody::assemble_error::{AssembleError, UnmetStart};
use crate::multibody::multibody::Use;
use crate::multibody::row_groups::Source;
use crate::system::closing::{closes, open, with_wishes};
use crate::system::mechanism::Mechanism;
use crate::system::said_lines::{line_of, lines_said};
use crate::tolerances::{REDUNDANT, START_MET};
use mainspring_definition::{Diagnostic, Span};
use mainspring_model::{DriveKind, Model};
use std::sync::Arc;

/// Lines among which it is looked for those that a refused one contradicts.
const CANDIDATES: usize = 24;

/// Velocities at a closed position, from those that were given; compliant joints that begin to open are noted.
pub fn start_rates(
    model: &Arc<Model>,
    starting: &mut Mechanism,
    q: &[f64],
    v: &mut [f64],
) -> Result<Vec<Diagnostic>, Vec<AssembleError>> {
    let mut notes = Vec::new();
    if model.joints.iter().any(closes) {
        let mut rigid = with_wishes(starting, &[], true);
        if !open(&mut rigid, q) {
            let wishes = rows_of_compliant(&rigid, model);
            settle(&mut rigid, q, v, &wishes);
            notes = parting(&mut rigid, q, v, &wishes);
        }
    }
    settle(starting, q, v, &[]);
    check(starting, q, v)?;
    Ok(notes)
}

/// Rows that compliant joints would have if they were rigid.
fn rows_of_compliant(rigid: &Mechanism, model: &Model) -> Vec<usize> {
    let mut rows = Vec::new();
    for group in &rigid.bodies.groups {
        if let Source::Joint { joint, own, .. } = group.source
            && closes(&model.joints[joint])
        {
            rows.extend(group.first..group.first + own);
        }
    }
    rows
}

/// The velocities nearest to v that keep to all that can be kept; `wishes` come last.
fn settle(core: &mut Mechanism, q: &[f64], v: &mut [f64], wishes: &[usize]) {
    // of positions other rows may follow from others, where starts ask for more of them
    look(core, q, v);
    let follow = dependent(core, &[]);
    leave_out(core, follow);
    let given = v.to_vec();
    core.bodies.project_velocity(&mut core.laws.touch, 0.0, q, v);
    keep_what_stands(core, q, &given, v, wishes);
}

/// Rows in the order in which they give way, what gives way first at the end: starts, `moving` and `spinning`, wishes.
fn asked(core: &Mechanism, wishes: &[usize]) -> [Vec<usize>; 3] {
    let bodies = &core.bodies;
    let starts = lines_said(core, |info| info.velocity && !info.drive);
    let given = bodies.groups.iter().filter(|g| matches!(g.source, Source::Given { .. }));
    [starts, given.flat_map(|g| g.first..g.first + g.rows).collect(), wishes.to_vec()]
}

/// How far a row is from what it asks for, after `targets`: in its own unit, and whether that is too much.
fn off(core: &Mechanism, row: usize, v: &[f64]) -> (f64, bool) {
    let bodies = &core.bodies;
    let (info, target) = (&bodies.rows[row], bodies.target[row]);
    let group = &bodies.groups[info.group];
    let off = (bodies.row_times(group, row - group.first, v) - target).abs();
    (off, info.velocity && bodies.acts(info.group) && off / info.scale > START_MET * (1.0 + target.abs()))
}

/// Jacobians and what is asked for, at q.
fn look(core: &mut Mechanism, q: &[f64], v: &[f64]) {
    core.bodies.kinematics(q, v);
    core.bodies.drive_motion(0.0);
    core.bodies.jacobians(0.0);
    core.bodies.targets(v, 0.0);
}

/// Which rows follow from others when some are left out.
fn dependent(core: &mut Mechanism, left_out: &[usize]) -> Vec<usize> {
    let bodies = &mut core.bodies;
    bodies.state.dropped.fill(false);
    for &r in left_out {
        bodies.state.dropped[r] = true;
    }
    bodies.remask();
    bodies.rank(Use::Velocity, REDUNDANT).dependent
}

/// From now on these rows are left out, and no others.
fn leave_out(core: &mut Mechanism, rows: impl IntoIterator<Item = usize>) {
    core.bodies.state.dropped.fill(false);
    for r in rows {
        core.bodies.state.dropped[r] = true;
    }
    core.bodies.remask();
}

/// What is left out so far, and what of the rest follows from others.
struct Chosen {
    left_out: Vec<usize>,
    dependent: Vec<usize>,
}

impl Chosen {
    fn without(core: &mut Mechanism, left_out: Vec<usize>) -> Self {
        let dependent = dependent(core, &left_out);
        Self { left_out, dependent }
    }

    /// Brings rows in, those first that come first; what follows from the rest stays out. Halves, lest many rows take a
    /// factorisation each.
    fn bring_in(&mut self, core: &mut Mechanism, rows: &[usize]) {
        if rows.is_empty() {
            return;
        }
        let mut wanted = vec![false; core.bodies.rows.len()];
        rows.iter().for_each(|&r| wanted[r] = true);
        let fewer: Vec<usize> = self.left_out.iter().copied().filter(|&r| !wanted[r]).collect();
        let now = dependent(core, &fewer);
        if now.len() <= self.dependent.len() {
            (self.left_out, self.dependent) = (fewer, now);
        } else if rows.len() > 1 {
            let (first, second) = rows.split_at(rows.len() / 2);
            self.bring_in(core, first);
            self.bring_in(core, second);
        }
    }
}

/// Velocities that keep to what stands above what they break. Rows that follow from others are left out by their pivots, and where
/// rows contradict each other these may be a joint's: what is asked for is then brought in by its order, and what follows from
/// the rest is left out instead.
fn keep_what_stands(core: &mut Mechanism, q: &[f64], given: &[f64], v: &mut [f64], wishes: &[usize]) {
    let asked = asked(core, wishes);
    if asked.iter().all(Vec::is_empty) {
        return;
    }
    look(core, q, v);
    // what comes last gives way anyhow; starts are refused, the later ones of them
    let mut may_give_way = vec![false; core.bodies.rows.len()];
    let last = asked[1..].iter().rev().find(|rows| !rows.is_empty());
    last.into_iter().flatten().for_each(|&r| may_give_way[r] = true);
    if !(0..core.bodies.rows.len()).any(|r| !may_give_way[r] && off(core, r, v).1) {
        return;
    }
    let mut chosen = Chosen::without(core, asked.concat());
    for rows in &asked {
        chosen.bring_in(core, rows);
    }
    leave_out(core, chosen.left_out.into_iter().chain(chosen.dependent));
    core.bodies.collapsed = false;
    v.copy_from_slice(given);
    core.bodies.project_velocity(&mut core.laws.touch, 0.0, q, v);
}

/// Compliant joints that begin to open because starts and drives want it so; what `moving` says is meant.
fn parting(rigid: &mut Mechanism, q: &[f64], v: &[f64], wishes: &[usize]) -> Vec<Diagnostic> {
    look(rigid, q, v);
    let opening: Vec<usize> = wishes.iter().copied().filter(|&r| off(rigid, r, v).1).collect();
    if opening.is_empty() {
        return Vec::new();
    }
    let asked = asked(rigid, wishes);
    let mut chosen = Chosen::without(rigid, asked.concat());
    chosen.bring_in(rigid, &asked[0]);
    chosen.bring_in(rigid, wishes);
    let mut notes: Vec<Diagnostic> = Vec::new();
    for r in opening.into_iter().filter(|r| chosen.left_out.contains(r)) {
        let bodies = &rigid.bodies;
        let Source::Joint { joint, .. } = bodies.groups[bodies.rows[r].group].source else { continue };
        let joint = &bodies.model.joints[joint];
        if notes.last().is_some_and(|n| n.span() == joint.span) {
            continue;
        }
        let unit = if bodies.rows[r].angle { "rad/s" } else { "m/s" };
        let message = format!(
            "`{}` begins to open with {:.3e} {unit}: rates that are started or driven do not let its loop move as one",
            joint.path,
            off(rigid, r, v).0
        );
        notes.push(Diagnostic::warning("W0717", joint.span, message).help(
            "leave out one of the rates (`start … rate`, `drive`); its spring is strained from the first moment on",
        ));
    }
    notes
}

/// A start must say what a drive of the same coordinate prescribes at t = 0.
fn against_drives(core: &Mechanism) -> Vec<AssembleError> {
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
            for (is_rate, asked, given) in [(false, start.value, value), (true, start.rate, rate)] {
                if let (Some(asked), Some(given)) = (asked, given)
                    && (asked - given).abs() > START_MET * (1.0 + given.abs())
                {
                    let joint = &model.joints[start.coordinate.joint];
                    errors.push(AssembleError::Start(UnmetStart {
                        path: joint.path.clone(),
                        drive: false,
                        rate: is_rate,
                        angle: joint.kind.coordinates()[start.coordinate.index],
                        off: (asked - given).abs(),
                        others: vec![(format!("the drive of `{}`", joint.path), drive.span)],
                        span: start.span,
                    }));
                }
            }
        }
    }
    errors
}

/// Rates that were asked for must have been reached.
fn check(core: &mut Mechanism, q: &[f64], v: &[f64]) -> Result<(), Vec<AssembleError>> {
    look(core, q, v);
    let mut errors = against_drives(core);
    for row in lines_said(core, |info| info.velocity) {
        let (off, unmet) = off(core, row, v);
        if unmet {
            let others = contradicted(core, row);
            let (path, span) = (core.bodies.row_path(row).to_owned(), line_of(core, row).1);
            let info = &core.bodies.rows[row];
            let (drive, angle) = (info.drive, info.angle);
            errors.push(AssembleError::Start(UnmetStart { path, drive, rate: true, angle, off, others, span }));
        }
    }
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

/// Lines from which a row that was left out follows: without one of them it would not.
fn contradicted(core: &mut Mechanism, row: usize) -> Vec<(String, Span)> {
    let dropped = core.bodies.state.dropped.clone();
    let out: Vec<usize> = (0..dropped.len()).filter(|&r| dropped[r] && r != row).collect();
    let mut others = Vec::new();
    let said = lines_said(core, |info| info.velocity);
    if dropped[row] {
        for other in said.into_iter().filter(|&r| r != row && !dropped[r]).take(CANDIDATES) {
            let mut without = out.clone();
            without.push(other);
            if dependent(core, &without).is_empty() {
                others.push(line_of(core, other));
            }
        }
    }
    core.bodies.state.dropped = dropped;
    core.remask();
    others
}
