//! Loops closed with everything that starts and drives ask for; or what of it cannot be, by name.

use crate::multibody::assemble_error::{AssembleError, UnmetStart};
use crate::multibody::row_groups::Source;
use crate::system::loop_solver::close_from;
use crate::system::mechanism::Mechanism;
use crate::system::said_lines::{line_of, lines_said, start_rows};
use crate::tolerances::LOOP_CLOSED;
use mainspring_definition::Span;

/// Starts that are refused at once; more of them say nothing new.
const NAMED: usize = 4;
/// Lines among which it is looked for those that a refused one contradicts.
const CANDIDATES: usize = 24;

/// Closes all loops from q, as starts and drives say.
pub fn close(core: &mut Mechanism, q: &mut Vec<f64>) -> Result<(), Vec<AssembleError>> {
    let guess = q.clone();
    let Err(nearest) = close_from(core, q) else { return Ok(()) };
    // do the loops close without starts? then it is these that cannot hold
    let starts = start_rows(core);
    let mut trial = Trial { guess, angles: core.bodies.state.angles.clone(), starts, q: nearest.clone() };
    if !trial.starts.is_empty() && trial.closes(core, &[]) {
        let refused = trial.line_by_line(core);
        if refused.is_empty() {
            *q = trial.q;
            return Ok(());
        }
        return Err(refused);
    }
    trial.ask(core, &trial.starts);
    q.clone_from(&nearest);
    core.bodies.kinematics(q, &vec![0.0; core.bodies.nv]);
    core.bodies.residuals(0.0);
    Err(vec![open_error(core)])
}

/// Closing with some of the lines that ask for positions.
struct Trial {
    /// where parts were placed, and the angles there
    guess: Vec<f64>,
    angles: Vec<f64>,
    /// rows of all starts that ask for a position, in the order of the text
    starts: Vec<usize>,
    /// closed with what was asked for last that could be met
    q: Vec<f64>,
}

impl Trial {
    /// Of all starts only these are asked for.
    fn ask(&self, core: &mut Mechanism, rows: &[usize]) {
        for &r in &self.starts {
            core.bodies.rows[r].position = rows.contains(&r);
        }
        core.remask();
    }

    /// Whether loops close with these starts: from where they were closed before, or else as placed.
    fn closes(&mut self, core: &mut Mechanism, rows: &[usize]) -> bool {
        self.ask(core, rows);
        for from in [self.q.clone(), self.guess.clone()] {
            core.bodies.state.angles.clone_from(&self.angles);
            let mut q = from;
            if close_from(core, &mut q).is_ok() {
                self.q = q;
                return true;
            }
        }
        false
    }

    /// Whether loops close with `row` and those of `said` that are kept, starts and drives.
    fn closes_under(&mut self, core: &mut Mechanism, said: &[usize], kept: &[usize], row: usize) -> bool {
        let drives: Vec<usize> = said.iter().copied().filter(|&r| core.bodies.rows[r].drive).collect();
        drives.iter().for_each(|&r| core.bodies.rows[r].position = kept.contains(&r));
        let starts: Vec<usize> = kept.iter().copied().filter(|r| !drives.contains(r)).chain([row]).collect();
        let closes = self.closes(core, &starts);
        drives.iter().for_each(|&r| core.bodies.rows[r].position = true);
        closes
    }

    /// Brings starts in one by one: what is said later is what contradicts. Errors for those that cannot be met.
    fn line_by_line(&mut self, core: &mut Mechanism) -> Vec<AssembleError> {
        let (mut met, mut refused) = (Vec::new(), Vec::new());
        for r in self.starts.clone() {
            met.push(r);
            if !self.closes(core, &met) {
                met.pop();
                refused.push(r);
                if refused.len() == NAMED {
                    break;
                }
            }
        }
        refused.into_iter().map(|r| self.refusal(core, r, &met)).collect()
    }

    /// How far a start is off where the others are met, and which of them it contradicts.
    fn refusal(&mut self, core: &mut Mechanism, row: usize, met: &[usize]) -> AssembleError {
        self.ask(core, met);
        let (closed, rest) = (self.q.clone(), vec![0.0; core.bodies.nv]);
        core.bodies.settle_angles(&closed);
        core.bodies.kinematics(&closed, &rest);
        core.bodies.residuals(0.0);
        let (off, angle) = (core.bodies.residual[row].abs(), core.bodies.rows[row].angle);
        // of all lines that are met those without any of which it would hold
        let mut said = lines_said(core, |info| info.position);
        said.retain(|&r| r != row && (core.bodies.rows[r].drive || met.contains(&r)));
        if said.len() > CANDIDATES {
            said.clear();
        }
        let mut needed = said.clone();
        for &other in &said {
            let fewer: Vec<usize> = needed.iter().copied().filter(|&r| r != other).collect();
            if !self.closes_under(core, &said, &fewer, row) {
                needed = fewer;
            }
            self.q.clone_from(&closed);
        }
        let others = needed.iter().map(|&r| line_of(core, r)).collect();
        let model = &core.bodies.model;
        let (path, span) = (core.bodies.row_path(row).to_owned(), line_of(core, row).1);
        debug_assert!(model.starts.iter().any(|s| s.span == span));
        AssembleError::Start(UnmetStart { path, drive: false, rate: false, angle, off, others, span })
    }
}

fn open_error(core: &Mechanism) -> AssembleError {
    let mut worst: Vec<(usize, f64, bool)> = Vec::new();
    for (g, group) in core.bodies.groups.iter().enumerate().filter(|(g, _)| core.bodies.acts(*g)) {
        let mut largest = (0.0_f64, false, 0.0_f64);
        for r in group.first..group.first + group.rows {
            let (size, info) = (core.bodies.residual[r].abs(), &core.bodies.rows[r]);
            // what is no number is off, too
            if info.position && (size / info.scale > largest.0 || size.is_nan()) {
                largest = (size / info.scale, info.angle, size);
            }
        }
        if largest.0 > LOOP_CLOSED || largest.0.is_nan() {
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
