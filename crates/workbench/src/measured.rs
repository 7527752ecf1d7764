//! Channels and probes with their numbers put back to their names.

use mainspring_engine::{EndReason, Outcome};
use mainspring_model::Model;
use mainspring_record::Column;

/// One channel or probe at the times asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// as in the scene, or as typed
    pub name: String,
    /// SI unit as text; empty for a plain number
    pub unit: String,
    /// an angle, so that people may be shown degrees
    pub angle: bool,
    /// for each time its components, SI; NaN where the run did not get
    pub values: Vec<Vec<f64>>,
}

impl Measured {
    /// The values of a column, for each time its components.
    pub(crate) fn of(column: Column, values: Vec<Vec<f64>>) -> Self {
        Self { unit: column.unit(), angle: column.angle, values, name: column.name }
    }
}

/// Times and values of every channel, then of every probe, each name once.
pub fn measured(model: &Model, at: &[f64], outcome: &Outcome) -> (Vec<f64>, Vec<Measured>) {
    let times = if at.is_empty() { vec![outcome.time] } else { at.to_vec() };
    // after an early end the last sample is that of the end, which nobody asked for
    let extra = usize::from(!at.is_empty() && outcome.reason != EndReason::Finished);
    let reached = outcome.samples.len().saturating_sub(extra);
    let mut list: Vec<Measured> = Vec::new();
    let mut first = 0;
    for channel in model.channels.iter().chain(&model.probes) {
        let width = channel.nodes.len();
        let from = first;
        first += width;
        if list.iter().any(|m| m.name == channel.name) {
            continue;
        }
        let read = |i: usize| match outcome.samples.get(i).filter(|_| i < reached) {
            Some(sample) => sample.values[from..from + width].to_vec(),
            None => vec![f64::NAN; width],
        };
        let column = Column { name: channel.name.clone(), dimension: channel.dimension, angle: channel.angle };
        list.push(Measured::of(column, (0..times.len()).map(read).collect()));
    }
    (times, list)
}
