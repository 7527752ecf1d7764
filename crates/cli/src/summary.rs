//! What a run came to, in a few aligned lines.

use crate::actuators::Traffic;
use crate::event_list;
use crate::lines::Lines;
use crate::model_text::model_text;
use crate::numbers::{counted, number, short};
use crate::progress::duration;
use crate::run_report::RunReport;
use crate::sweep_summary;
use crate::terminal::{BAD, FAINT, GOOD, styled};
use crate::tolerances::SHORTEST_RUN;
use crate::values_table::add_values;
use mainspring_workbench::Run;
use mainspring_workbench::dynamics::LedgerKind;
use mainspring_workbench::engine::{EndReason, RunError};
use mainspring_workbench::record::{Doubt, Event};
use mainspring_workbench::record::{shortened, shown};
use std::path::PathBuf;

/// Lines of events shown before the rest are only counted.
const EVENTS: usize = 10;
/// Doubts shown before the rest are only counted.
const DOUBTS: usize = 5;
/// Loads shown each with its work; more are only in `--json`.
const LOADS: usize = 8;

/// The summary.
pub fn text(report: &RunReport<'_>) -> String {
    let run = report.run;
    let mut lines = Lines::default();
    head(&mut lines, run);
    if let Some(motion) = &run.sweep {
        sweep_summary::add(&mut lines, report, motion);
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
    add_values(&mut lines, report);
    events(&mut lines, report);
    files(&mut lines, report);
    lines.text
}

fn files(lines: &mut Lines, report: &RunReport<'_>) {
    let files = report.recording.into_iter().chain(report.plots.iter().map(PathBuf::as_path));
    for (i, file) in files.enumerate() {
        lines.add(if i == 0 { "files" } else { "" }, &shown(file));
    }
    if let Some(previous) = &report.previous {
        lines.add("previous", &format!("{}: the recording that was there before", shown(previous)));
    }
}

/// Why a run failed, for standard error.
pub fn failure(error: &RunError) -> String {
    let title = styled(BAD, &format!("error[{}]", error.code()));
    format!("{title}: {error}\n  = help: {}\n", advice(error))
}

/// What to do about a failure.
pub fn advice(error: &RunError) -> &'static str {
    match error {
        RunError::Sink(sink) => sink.help.unwrap_or_else(|| error.help()),
        _ => error.help(),
    }
}

fn head(lines: &mut Lines, run: &Run) {
    lines.add("scene", &format!("{}: {}", shortened(&run.model.name), model_text(&run.model, run.freedom)));
}

fn end(lines: &mut Lines, run: &Run) {
    let reason = match run.outcome.reason {
        EndReason::Finished if !run.outcome.doubts.is_empty() => styled(BAD, run.outcome.verdict()),
        EndReason::Finished => styled(GOOD, "finished"),
        EndReason::Interrupted => styled(BAD, "interrupted"),
        EndReason::Failed => styled(BAD, "failed"),
    };
    let asked = match run.outcome.reason {
        EndReason::Finished => String::new(),
        _ => format!(" of {} s", number(run.model.run.duration)),
    };
    lines.add("end", &format!("{} s{asked}, {reason}", number(run.outcome.time)));
    doubts(lines, &run.outcome.doubts);
}

/// What of a run is in doubt, since when, and how bad it became.
pub fn doubts(lines: &mut Lines, doubts: &[Doubt]) {
    for (i, doubt) in doubts.iter().take(DOUBTS).enumerate() {
        let at = if doubt.worst_at > doubt.since {
            format!(", worst at {} s", number(doubt.worst_at))
        } else {
            String::new()
        };
        let allowed = format!("{} {}", short(doubt.allowed), doubt.unit);
        let line = format!("since {} s: {}{at} (allowed {})", number(doubt.since), doubt.text, allowed.trim_end());
        lines.add(if i == 0 { "doubts" } else { "" }, &styled(BAD, &line));
    }
    if doubts.len() > DOUBTS {
        lines.add("", &styled(FAINT, &format!("… and {} more", doubts.len() - DOUBTS)));
    }
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

fn work(lines: &mut Lines, report: &RunReport<'_>) {
    let run = report.run;
    let work = &run.outcome.work;
    let settings = &run.model.run;
    let coordinates = run.outcome.coordinates_word();
    let control = match run.outcome.fixed_step {
        Some(step) => format!("step {} s", number(step)),
        None => format!("rtol {:e}", settings.rtol),
    };
    let method = format!("({}, {control}, {coordinates} coordinates)", run.outcome.integrator);
    let counts = format!("{}, {} rejected, {} evaluations", work.steps, work.rejected, work.evaluations);
    lines.add("steps", &format!("{counts} {}", styled(FAINT, &method)));
    if run.outcome.stepped > 0.0 {
        let share = 100.0 * run.outcome.stepped / run.outcome.time;
        let line = format!(
            "{} s of {} s ({} %), where parts crowded",
            number(run.outcome.stepped),
            number(run.outcome.time),
            short(share)
        );
        lines.add("stepped", &line);
    }
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
    let ratio = run.outcome.time / report.wall.max(SHORTEST_RUN);
    lines.add("speed", &format!("{} × real time, {} of wall time", short(ratio), duration(report.wall)));
}

fn events(lines: &mut Lines, report: &RunReport<'_>) {
    let outcome = &report.run.outcome;
    let all = usize::try_from(outcome.work.events).unwrap_or(usize::MAX).max(outcome.events.len());
    event_list::add(lines, &outcome.events, [0.0, outcome.time], all, report.events, EVENTS);
}
