//! What a sweep came to: events, contacts and insertion force as tables.

use crate::lines::Lines;
use crate::numbers::{cleaned, number, short};
use crate::progress::duration;
use crate::run_report::RunReport;
use crate::scales::Scales;
use crate::terminal::{BAD, FAINT, GOOD, styled};
use crate::values_table::add_values;
use mainspring_workbench::engine::EndReason;
use mainspring_workbench::model::SweepReport;
use mainspring_workbench::{ContactReport, Crossing, EventReport, MotionReport, Peak};

/// Cells are aligned up to this width.
const WIDEST: usize = 200;
/// Rows of a table before the rest are only counted.
const ROWS: usize = 24;

/// Everything below the scene's own line.
pub fn add(lines: &mut Lines, report: &RunReport<'_>, motion: &MotionReport) {
    let scales = Scales::of(report.run);
    end(lines, report, motion);
    for asked in &motion.asked {
        match asked {
            SweepReport::Events => events(lines, motion, scales),
            SweepReport::Contacts => contacts(lines, motion, scales),
            SweepReport::InsertionForce => {
                let ended = report.run.outcome.reason == EndReason::Finished;
                insertion(lines, motion, scales, if ended { held(motion.cause) } else { None });
            }
        }
    }
    energy(lines, motion, scales);
    crossings(lines, &motion.crossings);
    let decisions = motion.decisions;
    let all = decisions.filtered + decisions.exact;
    let part = if all == 0 { 0.0 } else { 100.0 * decisions.exact as f64 / all as f64 };
    let line = format!("{all}, {} of them by exact arithmetic ({} %)", decisions.exact, short(part));
    lines.add("decisions", &format!("{line}, {} of wall time", duration(report.wall)));
    let model = &report.run.model;
    if report.at_times || !model.channels.is_empty() || !model.probes.is_empty() {
        add_values(lines, report);
    }
}

fn end(lines: &mut Lines, report: &RunReport<'_>, motion: &MotionReport) {
    let outcome = &report.run.outcome;
    let reached = format!("{} s, travel {} m", number(outcome.time), number(outcome.time * speed(motion)));
    let word = match (outcome.reason, motion.cause) {
        (EndReason::Interrupted, _) => styled(BAD, "interrupted"),
        (EndReason::Failed, _) => styled(BAD, "failed"),
        (EndReason::Finished, "end") => styled(GOOD, "all the way"),
        (EndReason::Finished, cause) => {
            let whole = number(report.run.model.run.duration);
            let by = motion.stopped_by.as_ref().map_or_else(String::new, |pawl| format!(" of `{pawl}`"));
            format!("{}{by}, of {whole} s", styled(BAD, cause))
        }
    };
    lines.add("end", &format!("{reached}: {word}"));
}

/// Of the root, m/s.
fn speed(motion: &MotionReport) -> f64 {
    let last = motion.events.last();
    last.filter(|e| e.time > 0.0).map_or(0.0, |e| e.travel / e.time)
}

fn degrees(angle: f64) -> String {
    number(cleaned(angle, 1.0).to_degrees())
}

fn events(lines: &mut Lines, motion: &MotionReport, scales: Scales) {
    let several = motion.events.iter().any(|e| Some(&e.pawl) != motion.events.first().map(|f| &f.pawl));
    let row = |e: &EventReport| {
        let angle = match e.angle_after {
            Some(after) => format!("{} → {}", degrees(e.angle), degrees(after)),
            None => degrees(e.angle),
        };
        let (time, travel) = (cleaned(e.time, scales.time), cleaned(e.travel, scales.travel));
        let mut row = vec![number(time), number(travel), angle, e.kind.to_owned()];
        if several {
            row.push(e.pawl.clone());
        }
        row.push(e.contact.clone().unwrap_or_default());
        row
    };
    let mut head = vec!["time/s", "travel/m", "angle/deg", "event"];
    if several {
        head.push("pawl");
    }
    head.push("contact");
    table(lines, "events", &head, motion.events.iter().take(ROWS).map(row).collect(), motion.events.len());
}

fn contacts(lines: &mut Lines, motion: &MotionReport, scales: Scales) {
    let several = motion.contacts.iter().any(|c| Some(&c.pawl) != motion.contacts.first().map(|f| &f.pawl));
    let row = |c: &ContactReport| {
        let [from, to] = [c.from, c.to].map(|t| number(cleaned(t, scales.time)));
        let mut row = vec![from, to, degrees(c.angle_from), degrees(c.angle_to), c.contact.clone()];
        if several {
            row.push(c.pawl.clone());
        }
        row
    };
    if motion.contacts.is_empty() {
        lines.add("contacts", "none that lasts");
        return;
    }
    let mut head = vec!["from/s", "to/s", "angle/deg", "to/deg", "contact"];
    if several {
        head.push("pawl");
    }
    table(lines, "contacts", &head, motion.contacts.iter().take(ROWS).map(row).collect(), motion.contacts.len());
}

/// What ends a motion so that no push moves it on, in words.
pub fn held(cause: &str) -> Option<&'static str> {
    match cause {
        "stick" => Some("sticks"),
        "root_hit" => Some("hits"),
        jam if jam.starts_with("jam") => Some("jams"),
        _ => None,
    }
}

/// What is said in place of a peak push where there is none.
pub fn no_push(held: Option<&str>) -> String {
    held.map_or_else(|| "none".to_owned(), |does| format!("none before it {does}: no force moves it on"))
}

fn insertion(lines: &mut Lines, motion: &MotionReport, scales: Scales, held: Option<&str>) {
    let peak = |peak: &Option<Peak>| match peak.as_ref().filter(|p| cleaned(p.force, scales.force) != 0.0) {
        None => [String::new(), String::new()],
        Some(p) => {
            let force =
                if p.force.is_finite() { format!("{} N", number(p.force)) } else { "grows without bound".to_owned() };
            [force, format!("at {} s, travel {} m", number(p.time), number(p.travel))]
        }
    };
    let insertion = &motion.insertion;
    for (i, (name, found)) in [("peak push", &insertion.peak), ("peak pull", &insertion.pull)].into_iter().enumerate() {
        let [mut force, place] = peak(found);
        if force.is_empty() {
            force = if i == 0 { no_push(held) } else { "none".to_owned() };
        }
        lines.add(if i == 0 { "insertion" } else { "" }, &format!("{name}  {force} {place}"));
    }
}

/// Pawls that pass through each other.
pub fn crossings(lines: &mut Lines, found: &[Crossing]) {
    for (n, crossing) in found.iter().enumerate().take(ROWS) {
        lines.add(if n == 0 { "warning" } else { "" }, &styled(BAD, &crossing.sentence()));
    }
    if found.len() > ROWS {
        lines.add("", &styled(FAINT, &format!("… and {} more pairs; --json has them all", found.len() - ROWS)));
    }
}

fn energy(lines: &mut Lines, motion: &MotionReport, scales: Scales) {
    let insertion = &motion.insertion;
    let mut rows: Vec<[String; 3]> = [
        ("work of the root", insertion.work),
        ("stored in springs", insertion.stored),
        ("dissipated by friction", insertion.dissipated),
        ("lost in snaps", insertion.lost),
    ]
    .map(|(name, value)| match value.is_finite() {
        true => [name.to_owned(), number(cleaned(value, scales.energy)), "J".to_owned()],
        false => [name.to_owned(), "grows".to_owned(), "without bound towards the stick".to_owned()],
    })
    .to_vec();
    // a balance of rounding alone is off by nothing
    let largest = [insertion.work, insertion.stored, insertion.dissipated, insertion.lost];
    let rounding = largest.iter().all(|term| cleaned(*term, scales.energy) == 0.0);
    let residual = if rounding { 0.0 } else { insertion.residual };
    rows.push(["residual".to_owned(), short(residual), "of the largest".to_owned()]);
    lines.table("energy", &rows);
}

/// Columns under their heads, numbers as wide as the widest.
fn table(lines: &mut Lines, label: &str, head: &[&str], rows: Vec<Vec<String>>, all: usize) {
    let wide = |k: usize| {
        let cells = rows.iter().filter_map(|r| r.get(k)).map(|cell| cell.chars().count());
        cells.chain([head[k].chars().count()]).max().unwrap_or(0).min(WIDEST)
    };
    let widths: Vec<usize> = (0..head.len()).map(wide).collect();
    let line = |cells: &mut dyn Iterator<Item = &str>| {
        let padded = cells.zip(&widths).map(|(cell, wide)| format!("{cell:<wide$}"));
        padded.collect::<Vec<_>>().join("  ")
    };
    let heading = line(&mut head.iter().copied());
    lines.add(label, &styled(FAINT, heading.trim_end()));
    for row in &rows {
        lines.add("", &line(&mut row.iter().map(String::as_str)));
    }
    if all > rows.len() {
        lines.add("", &styled(FAINT, &format!("… and {} more; --json has them all", all - rows.len())));
    }
}
