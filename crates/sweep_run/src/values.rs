//! Values of every quantity at the times asked for.

use crate::quantities::{Quantity, quantities};
use crate::readings;
use mainspring_engine::Outcome;
use mainspring_model::{Channel, Model, SweepModel};
use mainspring_record::Column;

/// Times asked for, or that of the end, and every quantity with its components at each of them; NaN where the motion did not
/// get.
#[must_use]
pub fn values_at(
    model: &Model,
    sweep: &SweepModel,
    at: &[f64],
    outcome: &Outcome,
) -> (Vec<f64>, Vec<(Column, Vec<Vec<f64>>)>) {
    let times = if at.is_empty() { vec![outcome.time] } else { at.to_vec() };
    let mut first = 0;
    let mut list = Vec::new();
    let mut all = quantities(sweep);
    let more: Vec<&Channel> =
        readings::recorded(model, &all).into_iter().chain(readings::probed(model, &all)).collect();
    all.extend(more.into_iter().map(Quantity::of));
    for quantity in all {
        let (from, width) = (first, quantity.width);
        first += width;
        let read = |(i, time): (usize, &f64)| match outcome.samples.get(i).filter(|_| *time <= outcome.time) {
            Some(sample) => sample.values[from..from + width].to_vec(),
            None => vec![f64::NAN; width],
        };
        let column = Column { name: quantity.name, dimension: quantity.dimension, angle: quantity.angle };
        list.push((column, times.iter().enumerate().map(read).collect()));
    }
    (times, list)
}
