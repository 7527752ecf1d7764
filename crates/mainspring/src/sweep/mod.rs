//! Runs of `method sweep`: the scene's exact rationals to the exact tracer, its answer to frames and events.

mod assemble;
mod cause;
mod crossing;
mod energy;
mod faults;
mod hit;
mod laid;
mod moments;
mod moving;
mod planes;
mod problem;
mod ranged;
mod readings;
mod scene_design;
mod schema;
mod told;
mod words;
mod worst;
mod worst_sample;

pub use assemble::{
    Assembly, AssemblyError, AssemblySettings, CourseTold, LeftOut, PawlTold, PeakTold, SensitivityTold, ToleranceTold,
    UnsoundTold, WorkTold, assemble,
};
pub(crate) use cause::WithCause;
pub use crossing::Crossing;
pub use faults::CODES;
pub(crate) use moving::{Asked, run};
pub use planes::PlaneError;
pub use told::{Decisions, Insertion, Peak, Told, ToldContact, ToldEvent};
pub use worst::{ApproachTold, CaseTold, RangeTold, WorstTold, WorstWay};

use crate::prepare::Mover;
use crate::values::Measured;
use mainspring_definition::{Diagnostic, Span};
use mainspring_engine::Outcome;
use mainspring_model::{Channel, Model, SweepModel};
use mainspring_record::Column;
use mainspring_sweep::{Method, Motion, solve};
use problem::Posed;

/// A sweep that has been traced.
#[derive(Debug)]
pub(crate) struct Traced {
    pub posed: Posed,
    pub motion: Motion,
    /// pawls that pass through each other
    pub crossings: Vec<Crossing>,
}

/// Traces a scene that is shown every `every` s.
pub(crate) fn trace(sweep: &SweepModel, every: f64) -> Result<Traced, Diagnostic> {
    let posed = problem::pose(sweep);
    match solve(&posed.problem, Method::Lazy) {
        Ok(motion) => {
            let mut traced = Traced { posed, motion, crossings: Vec::new() };
            traced.crossings = crossing::crossings(sweep, &traced, every);
            Ok(traced)
        }
        Err(fault) => Err(faults::finding(&fault, sweep, &posed)),
    }
}

impl crate::Prepared {
    /// Pawls of a sweep that pass through each other.
    #[must_use]
    pub fn crossings(&self) -> &[Crossing] {
        if let Mover::Sweep(traced) = &self.mover { &traced.crossings } else { &[] }
    }
}

impl Traced {
    /// What is said of pawls that pass through each other.
    pub(crate) fn warnings(&self, sweep: &SweepModel) -> Vec<Diagnostic> {
        crossing::warnings(&self.crossings, sweep)
    }

    /// What is said of times after the end of the motion.
    pub(crate) fn missed(&self, sweep: &SweepModel, at: &[f64]) -> Option<Diagnostic> {
        let end = self.motion.end;
        let missed: Vec<String> = at.iter().filter(|t| **t > end).map(|t| format!("t = {t} s")).collect();
        if missed.is_empty() {
            return None;
        }
        let by = self.motion.stopped_by.map_or(&sweep.root, |n| &sweep.pawls[n].name);
        let cause = self.motion.cause.name();
        let message = format!(
            "no values at {}: the motion ends at {} s, by {cause} of `{by}`",
            missed.join(", "),
            words::rounded(end)
        );
        Some(
            Diagnostic::warning("W0544", Span::NOWHERE, message)
                .help("ask for times up to the end; `--json` has null for the others"),
        )
    }
}

/// Every quantity at the times asked for, or at the end; NaN where the motion did not get.
pub(crate) fn measured(model: &Model, sweep: &SweepModel, at: &[f64], outcome: &Outcome) -> (Vec<f64>, Vec<Measured>) {
    let times = if at.is_empty() { vec![outcome.time] } else { at.to_vec() };
    let mut first = 0;
    let mut list = Vec::new();
    let mut all = schema::quantities(sweep);
    let more: Vec<&Channel> =
        readings::recorded(model, &all).into_iter().chain(readings::probed(model, &all)).collect();
    all.extend(more.into_iter().map(schema::Quantity::of));
    for quantity in all {
        let (from, width) = (first, quantity.width);
        first += width;
        let read = |(i, time): (usize, &f64)| match outcome.samples.get(i).filter(|_| *time <= outcome.time) {
            Some(sample) => sample.values[from..from + width].to_vec(),
            None => vec![f64::NAN; width],
        };
        let column = Column { name: quantity.name, dimension: quantity.dimension, angle: quantity.angle };
        list.push(Measured {
            unit: column.unit(),
            angle: column.angle,
            values: times.iter().enumerate().map(read).collect(),
            name: column.name,
        });
    }
    (times, list)
}
