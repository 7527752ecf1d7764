//! Singular positions on the way: passed ones are reported, ones that cannot be passed are named.
//!
//! The system carries the motion through (see `singular_passage` of the dynamics); here the moment is found and reported. It is the
//! root of the predicted time ahead along the dense output, to which that prediction itself is Newton's step.

use crate::engine::Engine;
use crate::outcome::RunError;
use crate::stepper::Start;
use crate::tolerances::{
    PASSAGE_LOCATED, PASSAGE_ROUNDING, SAME_PASSAGE, SINGULAR_NEAR, SINGULAR_PUSHED, STILL_AT_SINGULAR,
};
use mainspring_record::Sink;

/// Steps towards the moment of a passage.
const PATIENCE: usize = 8;

/// Times the rounding of a place, how far apart two passages are one.
const TWICE_LOCATED: f64 = 10.0;

/// A singular position that was passed.
struct Passed {
    time: f64,
    /// rad, or lengths of the mechanism, a second
    rate: f64,
    rows: Vec<usize>,
    joints: Vec<String>,
}

impl Engine {
    /// Reports a singular position passed in the step about to be accepted, with the frames before it.
    pub(crate) fn pass_singular(&mut self, h: f64, end: f64, sink: &mut dyn Sink) -> Result<(), RunError> {
        if !self.system.take_singular_suspicion() {
            return Ok(());
        }
        if let Some(near) = self.system.singular_ahead(end, &self.scratch)
            && near.forced
            && near.ahead > 0.0
            && near.distance() <= SINGULAR_PUSHED
        {
            let why = "a drive pushes it into a position from which it cannot go on";
            return Err(RunError::Singular { time: end, joints: self.system.stressed(), why });
        }
        for Passed { time, rate, joints, .. } in self.passages(h, end) {
            let last = self.events.iter().rev().find(|e| e.kind == "singular" && e.who == joints);
            let same = (SAME_PASSAGE * h).max(TWICE_LOCATED * PASSAGE_ROUNDING / rate);
            if last.is_some_and(|e| (e.time - time).abs() <= same) {
                continue;
            }
            let list = joints.iter().map(|j| format!("`{j}`")).collect::<Vec<_>>().join(", ");
            let text = format!("passed a singular position of {list}: another motion crosses there, this one goes on");
            self.record(h, time, sink)?;
            self.emit_at(time, "singular", joints, Vec::new(), text, sink)?;
        }
        Ok(())
    }

    /// Singular positions that the last attempt went through, in order. Each row that closes a loop may lead to one; what is singular
    /// together is found together.
    fn passages(&mut self, h: f64, end: f64) -> Vec<Passed> {
        let mut rows = self.system.loops_ahead(end, &self.scratch);
        for row in self.system.loops_ahead(self.time, &self.y) {
            if !rows.contains(&row) {
                rows.push(row);
            }
        }
        let mut passed: Vec<Passed> = Vec::new();
        for row in rows {
            if passed.iter().any(|p| p.rows.contains(&row)) {
                continue;
            }
            if let Some(found) = self.passage_of(row, h, end)
                && !passed.iter().any(|p| {
                    let same = (SAME_PASSAGE * h).max(TWICE_LOCATED * PASSAGE_ROUNDING / p.rate);
                    p.joints == found.joints && (p.time - found.time).abs() <= same
                })
            {
                passed.push(found);
            }
        }
        passed.sort_by(|a, b| a.time.total_cmp(&b.time));
        passed
    }

    /// When, within the last attempt, its motion goes through a singular position of the loop that a row closes.
    fn passage_of(&mut self, row: usize, h: f64, end: f64) -> Option<Passed> {
        let (start, slack) = (self.time, SAME_PASSAGE * h);
        let reach = |ahead: f64| ahead.abs() <= 2.0 * h;
        let here = self.system.loop_ahead(row, end, &self.scratch).filter(|n| reach(n.ahead)).map(|n| end + n.ahead);
        let mut time = match here {
            Some(t) => t,
            None => start + self.system.loop_ahead(row, start, &self.y).filter(|n| reach(n.ahead))?.ahead,
        };
        self.prepare_dense(h);
        let mut state = self.scratch.clone();
        let mut before = None;
        for k in 1..=PATIENCE {
            let from = Start { time: start, y: &self.y, f: &self.f, h };
            let theta = ((time - start) / h).clamp(-0.25, 1.25);
            if before.replace(theta) == Some(theta) {
                break;
            }
            self.stepper.dense(from, theta, &mut state);
            let at = start + theta * h;
            self.system.project(at, &mut state).ok()?;
            let near = self.system.loop_ahead(row, at, &state)?;
            time = at + near.ahead;
            let located = near.ahead.abs() <= PASSAGE_LOCATED * h;
            if !located && (k < PATIENCE || near.distance() > PASSAGE_ROUNDING) {
                continue;
            }
            let rows = self.system.singular_rows(at, &state, near.rate);
            let within = time > start - slack && time <= end + slack;
            return (within && !rows.is_empty()).then(|| Passed {
                time: time.clamp(start, end),
                rate: near.rate,
                rows,
                joints: self.system.stressed(),
            });
        }
        None
    }

    /// A pivot vanished and the motion does not lead through: at rest nothing says where to, else the row is redundant.
    pub(crate) fn collapse(&mut self) -> Result<(), RunError> {
        let [nq, nv, _] = self.system.sizes();
        let still = self.y[nq..nq + nv]
            .iter()
            .zip(&self.tolerance.scales[nq..])
            .all(|(v, scale)| v.abs() <= STILL_AT_SINGULAR * scale);
        self.system.singular_ahead(self.time, &self.y);
        let joints = self.system.stressed();
        self.system.analyse(self.time, &self.y);
        if still {
            let why = "it came to rest there and could go on in more than one way";
            return Err(RunError::Singular { time: self.time, joints, why });
        }
        Ok(())
    }

    /// What stopped a step, if it was a singular position just ahead.
    pub(crate) fn singular_cause(&mut self, error: RunError) -> RunError {
        if !matches!(error, RunError::Open { .. } | RunError::Stuck { .. } | RunError::NonFinite { .. }) {
            return error;
        }
        if let Some(joint) = self.system.flat_disc(&self.y) {
            return RunError::LiesFlat { time: self.time, joint };
        }
        match self.system.singular_ahead(self.time, &self.y) {
            Some(near) if near.ahead > 0.0 && near.distance() <= SINGULAR_NEAR => {
                let why =
                    "it is driven into it, or comes to rest there, and could go on in more than one way or in none";
                RunError::Singular { time: self.time, joints: self.system.stressed(), why }
            }
            _ => error,
        }
    }
}
