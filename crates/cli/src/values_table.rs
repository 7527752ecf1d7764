//! Values of channels and probes as a table.

use crate::lines::Lines;
use crate::numbers::{cleaned, number, vector};
use crate::run_report::{RunReport, missed};
use crate::scales::Scales;
use crate::terminal::{BAD, FAINT, styled};
use mainspring_workbench::Measured;

/// Values shown before the rest are only counted.
const VALUES: usize = 40;

/// Every value, at each of the times that were reached; those that were not are named.
pub fn add_values(lines: &mut Lines, report: &RunReport<'_>) {
    let run = report.run;
    let scales = Scales::of(run);
    let row = |m: &Measured, i: usize, time: &f64| {
        let name = if report.at_times { format!("{} at {} s", m.name, number(*time)) } else { m.name.clone() };
        let values: Vec<f64> = m.values[i].iter().map(|v| cleaned(*v, scales.unit(&m.unit))).collect();
        [name, vector(&values), unit(m, &values)]
    };
    let reached: Vec<(usize, &f64)> = run.times.iter().enumerate().filter(|(_, t)| !missed(run, **t)).collect();
    // at the end of a sweep what was asked for, not all it has
    let asked = |m: &&Measured| {
        let mut named = run.model.channels.iter().chain(&run.model.probes);
        report.at_times || run.sweep.is_none() || named.any(|c| c.name == m.name)
    };
    let shown: Vec<&Measured> = run.values.iter().filter(asked).collect();
    let all = shown.iter().flat_map(|m| reached.iter().map(move |(i, time)| row(m, *i, time)));
    let rows: Vec<[String; 3]> = all.take(VALUES).collect();
    lines.table("values", &rows);
    for time in run.times.iter().filter(|t| missed(run, **t)) {
        let ended = match &run.sweep {
            Some(motion) => format!("the motion ended at {} s, by {}", number(run.outcome.time), motion.end()),
            None => format!("the run ended at {} s", number(run.outcome.time)),
        };
        lines.add(
            if rows.is_empty() { "values" } else { "" },
            &styled(BAD, &format!("none at {} s: {ended}", number(*time))),
        );
    }
    let more = (shown.len() * reached.len()).saturating_sub(VALUES);
    if more > 0 {
        lines.add("", &styled(FAINT, &format!("… and {more} more; --json has them all")));
    }
}

/// The unit; after an angle also its degrees.
fn unit(measured: &Measured, values: &[f64]) -> String {
    let degrees = match measured.unit.as_str() {
        "rad" => "deg",
        "rad/s" => "deg/s",
        _ => return measured.unit.clone(),
    };
    let turned: Vec<f64> = values.iter().map(|v| v.to_degrees()).collect();
    format!("{} = {} {degrees}", measured.unit, vector(&turned))
}
