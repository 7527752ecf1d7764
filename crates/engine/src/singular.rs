//! Singular positions on the way: passed ones are reported, ones that cannot be passed are named.
//!
//! The system carries the motion through (see `singular_passage` of the dynamics); here the moment is found and reported. It is the
//! root of the predicted time ahead along the dense output, to which that prediction itself is Newton's step.

use crate::engine::Engine;
use crate::outcome::RunError;
use crate::stepper::Start;
use crate::tolerances::{PASSAGE_LOCATED, SAME_PASSAGE, SINGULAR_NEAR, SINGULAR_PUSHED, STILL_AT_SINGULAR};
use mainspring_record::Sink;

/// Steps towards the moment of a passage.
const PATIENCE: usize = 8;

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
        let Some(time) = self.moment_of_passage(h, end) else { return Ok(()) };
        let last = self.events.iter().rev().find(|e| e.kind == "singular");
        if last.is_some_and(|e| (e.time - time).abs() <= SAME_PASSAGE * h) {
            return Ok(());
        }
        let joints = self.system.stressed();
        let list = joints.iter().map(|j| format!("`{j}`")).collect::<Vec<_>>().join(", ");
        let text = format!("passed a singular position of {list}: another motion crosses there, this one goes on");
        self.record(h, time, sink)?;
        self.emit_at(time, "singular", joints, Vec::new(), text, sink)
    }

    /// When, within the last attempt, its motion goes through a singular position.
    fn moment_of_passage(&mut self, h: f64, end: f64) -> Option<f64> {
        let (start, slack) = (self.time, SAME_PASSAGE * h);
        let reach = |ahead: f64| ahead.abs() <= 2.0 * h;
        let here = self.system.singular_ahead(end, &self.scratch).filter(|n| reach(n.ahead)).map(|n| end + n.ahead);
        let mut time = match here {
            Some(t) => t,
            None => start + self.system.singular_ahead(start, &self.y).filter(|n| reach(n.ahead))?.ahead,
        };
        self.prepare_dense(h);
        let mut state = self.scratch.clone();
        for _ in 0..PATIENCE {
            let from = Start { time: start, y: &self.y, f: &self.f, h };
            let theta = ((time - start) / h).clamp(-0.25, 1.25);
            self.stepper.dense(from, theta, &mut state);
            let at = start + theta * h;
            self.system.project(at, &mut state).ok()?;
            let ahead = self.system.singular_ahead(at, &state)?.ahead;
            time = at + ahead;
            if ahead.abs() <= PASSAGE_LOCATED * h {
                break;
            }
        }
        (time > start - slack && time <= end + slack).then(|| time.clamp(start, end))
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
