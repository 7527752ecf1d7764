//! A scene of `method sweep` traced from its start to its end, before anything is written.

use crate::contact_names::rounded;
use crate::crossing::{self, Crossing};
use crate::faults;
use crate::scene_problem::{SceneProblem, pose};
use mainspring_definition::{Diagnostic, Span};
use mainspring_model::SweepModel;
use mainspring_sweep::{Method, Motion, solve};

/// A sweep that has been traced.
#[derive(Debug)]
pub struct TracedMotion {
    /// the question that was asked of the tracer
    pub posed: SceneProblem,
    /// its answer
    pub motion: Motion,
    /// pawls that pass through each other
    pub crossings: Vec<Crossing>,
}

/// Traces a scene whose frames are `every` s apart.
///
/// # Errors
/// What the sweep cannot begin with, as a finding where the scene says it.
pub fn trace(sweep: &SweepModel, every: f64) -> Result<TracedMotion, Diagnostic> {
    let posed = pose(sweep);
    match solve(&posed.problem, Method::Lazy) {
        Ok(motion) => {
            let crossings = crossing::crossings(sweep, &motion, every);
            Ok(TracedMotion { posed, motion, crossings })
        }
        Err(fault) => Err(faults::finding(&fault, sweep, &posed)),
    }
}

/// What a scene cannot be traced for, as a finding; none where it can.
#[must_use]
pub fn trace_fault(sweep: &SweepModel) -> Option<Diagnostic> {
    let posed = pose(sweep);
    solve(&posed.problem, Method::Lazy).err().map(|fault| faults::finding(&fault, sweep, &posed))
}

impl TracedMotion {
    /// Warnings of pawls that pass through each other.
    #[must_use]
    pub fn warnings(&self, sweep: &SweepModel) -> Vec<Diagnostic> {
        crossing::warnings(&self.crossings, sweep)
    }

    /// A warning of times after the end of the motion.
    #[must_use]
    pub fn missed(&self, sweep: &SweepModel, at: &[f64]) -> Option<Diagnostic> {
        let end = self.motion.end;
        let missed: Vec<String> = at.iter().filter(|t| **t > end).map(|t| format!("t = {t} s")).collect();
        if missed.is_empty() {
            return None;
        }
        let by = self.motion.stopped_by.map_or(&sweep.root, |n| &sweep.pawls[n].name);
        let cause = self.motion.cause.name();
        let message =
            format!("no values at {}: the motion ends at {} s, by {cause} of `{by}`", missed.join(", "), rounded(end));
        Some(
            Diagnostic::warning("W0544", Span::NOWHERE, message)
                .help("ask for times up to the end; `--json` has null for the others"),
        )
    }
}
