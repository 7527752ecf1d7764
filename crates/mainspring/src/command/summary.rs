//! What a run came to, in a few aligned lines.

use crate::actuators::{Actuators, Traffic};
use crate::lines::Lines;
use crate::numbers::{cleaned, counted, number, short, vector};
use crate::progress::duration;
use crate::sweep_summary::{self, Scales};
use crate::terminal::{BAD, FAINT, GOOD, styled};
use mainspring::definition::SpaceKind;
use mainspring::dynamics::LedgerKind;
use mainspring::engine::{EndReason, RunError};
use mainspring::record::Event;
use mainspring::{Measured, Run};
use std::path::{Path, PathBuf};

/// Events shown before the rest are only counted.
const EVENTS: usize = 10;
/// Values shown before the rest are only counted.
const VALUES: usize = 40;
/// Loads shown each with its work; more are only in `--json`.
const LOADS: usize = 8;

/// A run with where it went.
pub struct Report<'a> {
    pub run: &'a Run,
    /// wall time of the run, s
    pub wall: f64,
    pub error: Option<&'a RunError>,
    pub recording: Option<&'a Path>,
    pub plots: &'a [PathBuf],
    /// whether times were asked for
    pub at_times: bool,
}

/// The summary.
pub fn text(report: &Report<'_>) -> String {
    let run = report.run;
    let mut lines = Lines::default();
    head(&mut lines, run);
    if let Some(told) = &run.sweep {
        sweep_summary::add(&mut lines, report, told);
        files(&mut lines, report);
        return lines.text;
    }
    end(&mut lines, run);
    if let Some(line) = Traffic::of(&run.outcome.events).line() {
        lines.add("parts", &line);
    }
    energy(&mut lines, run);
    loads(&mut lines, run);
    drift(&mut lines, run);
    work(&mut lines, report);
    values(&mut lines, report);
    events(&mut lines, run);
    files(&mut lines, report);
    lines.text
}

fn files(lines: &mut Lines, report: &Report<'_>) {
    let files = report.recording.into_iter().chain(report.plots.iter().map(PathBuf::as_path));
    for (i, file) in files.enumerate() {
        lines.add(if i == 0 { "files" } else { "" }, &file.display().to_string());
    }
}

/// Why a run failed, for standard error.
pub fn failure(error: &RunError) -> String {
    let title = styled(BAD, &format!("error[{}]", error.code()));
    format!("{title}: {error}\n  = help: {}\n", error.help())
}

/// "planar, 3 bodies, 4 joints, 1 degree of freedom".
pub fn contents(run: &mainspring::model::Model, freedom: usize) -> String {
    if let Some(sweep) = run.sweep() {
        return crate::commands::check::swept(sweep);
    }
    let space = match run.space {
        SpaceKind::Planar => "planar",
        SpaceKind::Spatial => "spatial",
    };
    let mut parts = vec![
        space.to_owned(),
        counted(run.bodies.len(), "body", "bodies"),
        counted(run.joints.len(), "joint", "joints"),
    ];
    if !run.springs.is_empty() {
        parts.push(counted(run.springs.len(), "spring", "springs"));
    }
    if !run.drives.is_empty() {
        parts.push(counted(run.drives.len(), "drive", "drives"));
    }
    parts.extend(Actuators::of(run).words());
    parts.push(counted(freedom, "degree of freedom", "degrees of freedom"));
    parts.join(", ")
}

fn head(lines: &mut Lines, run: &Run) {
    lines.add("scene", &format!("{}: {}", run.model.name, contents(&run.model, run.freedom)));
}

fn end(lines: &mut Lines, run: &Run) {
    let reason = match run.outcome.reason {
        EndReason::Finished => styled(GOOD, "finished"),
        EndReason::Interrupted => styled(BAD, "interrupted"),
        EndReason::Failed => styled(BAD, "failed"),
    };
    let asked = match run.outcome.reason {
        EndReason::Finished => String::new(),
        _ => format!(" of {} s", number(run.model.run.duration)),
    };
    lines.add("end", &format!("{} s{asked}, {reason}", number(run.outcome.time)));
}

fn energy(lines: &mut Lines, run: &Run) {
    let ledger = &run.outcome.ledger;
    let always = [
        ("kinetic", ledger.kinetic),
        ("potential", ledger.potential),
        ("spring", ledger.spring),
        ("work", ledger.work),
        ("dissipated", ledger.dissipated),
    ];
    // below nothing lost is a gain, and is called so
    let lost = if ledger.lost < 0.0 { ("gained", -ledger.lost) } else { ("lost", ledger.lost) };
    let sometimes = [lost, ("switched", ledger.switched)];
    let shown = always.into_iter().chain(sometimes.into_iter().filter(|(_, v)| *v != 0.0));
    let mut rows: Vec<[String; 3]> =
        shown.map(|(name, value)| [name.to_owned(), number(value), "J".to_owned()]).collect();
    let scale = format!("of {} J", number(ledger.scale));
    rows.push(["residual".to_owned(), short(ledger.relative), scale]);
    lines.table("energy", &rows);
    gains(lines, run);
}

/// Blows in which the law of impact made energy out of nothing.
fn gains(lines: &mut Lines, run: &Run) {
    let blows = run.outcome.events.iter().filter(|e| e.kind == "gain");
    let of = |e: &Event| e.numbers.iter().find(|(name, _)| name == "gained").map_or(0.0, |(_, x)| *x);
    let gains: Vec<f64> = blows.map(of).collect();
    if !gains.is_empty() {
        let sum = number(gains.iter().sum());
        let blows = counted(gains.len(), "blow", "blows");
        let law = run.model.contacts.impact.word();
        let line = format!("the impact law `{law}` gained {sum} J in {blows}; `coulomb` never gains any");
        lines.add("", &styled(BAD, &line));
    }
}

/// Work and heat of each load; of one alone the balance above tells it already.
fn loads(lines: &mut Lines, run: &Run) {
    let (meters, loads): (Vec<&Load>, Vec<&Load>) =
        run.outcome.loads.iter().partition(|(_, kind, _)| *kind == LedgerKind::Meter);
    if (2..=LOADS).contains(&loads.len()) {
        let row = |(path, kind, value): &&Load| {
            let word = if *kind == LedgerKind::Dissipation { "dissipated" } else { "work" };
            [format!("{path} {word}"), number(*value), "J".to_owned()]
        };
        lines.table("loads", &loads.iter().map(row).collect::<Vec<_>>());
    }
    for (_, _, value) in meters {
        lines.add("drawn", &format!("{} J by windows and arrays, beside the balance", number(*value)));
    }
}

/// A load as the outcome has it: its path, what is counted, J.
type Load = (String, LedgerKind, f64);

fn drift(lines: &mut Lines, run: &Run) {
    let outcome = &run.outcome;
    if run.model.joints.is_empty() && run.model.constraints.is_empty() {
        return;
    }
    for (i, (drift, place)) in
        [(outcome.drift_at_steps, "at steps"), (outcome.drift_at_frames, "at frames")].into_iter().enumerate()
    {
        let line = format!("position {}, velocity {} 1/s {place}", short(drift.position), short(drift.velocity));
        lines.add(if i == 0 { "drift" } else { "" }, &line);
    }
}

fn work(lines: &mut Lines, report: &Report<'_>) {
    let run = report.run;
    let work = &run.outcome.work;
    let settings = &run.model.run;
    let coordinates = run.outcome.coordinates_word();
    let control = match run.outcome.fixed_step {
        Some(step) => format!("step {} s", number(step)),
        None => format!("rtol {:e}", settings.rtol),
    };
    let method = format!("({}, {control}, {coordinates} coordinates)", settings.integrator);
    let counts = format!("{}, {} rejected, {} evaluations", work.steps, work.rejected, work.evaluations);
    lines.add("steps", &format!("{counts} {}", styled(FAINT, &method)));
    if work.newton_iterations > 0 {
        let counts = format!(
            "{} Newton iterations, {} Jacobians, {} factorisations",
            work.newton_iterations, work.jacobians, work.implicit_factorisations
        );
        lines.add("implicit", &counts);
    }
    if work.pattern_changes > 0 {
        let counts = format!("changed {} times, {} pivots redone", work.pattern_changes, work.redone);
        lines.add("equations", &counts);
    }
    let ratio = run.outcome.time / report.wall.max(1e-9);
    lines.add("speed", &format!("{} × real time, {} of wall time", short(ratio), duration(report.wall)));
}

pub fn values(lines: &mut Lines, report: &Report<'_>) {
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
            Some(told) => format!("the motion ended at {} s, by {}", number(run.outcome.time), told.end()),
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

/// Whether a run, or the motion of a sweep, ended before a time that was asked for.
pub fn missed(run: &Run, time: f64) -> bool {
    time > run.outcome.time
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

fn events(lines: &mut Lines, run: &Run) {
    let events = &run.outcome.events;
    for (i, event) in events.iter().take(EVENTS).enumerate() {
        lines.add(if i == 0 { "events" } else { "" }, &format!("{} s  {}", number(event.time), event.text));
    }
    let all = usize::try_from(run.outcome.work.events).unwrap_or(usize::MAX).max(events.len());
    if all > EVENTS {
        lines.add("", &styled(FAINT, &format!("… and {} more", all - EVENTS)));
    }
}
