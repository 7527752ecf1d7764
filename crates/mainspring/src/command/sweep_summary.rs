//! What a sweep came to: events, contacts and insertion force as tables.

use crate::lines::Lines;
use crate::numbers::{cleaned, number, short};
use crate::progress::duration;
use crate::summary::{self, Report};
use crate::terminal::{BAD, FAINT, GOOD, styled};
use mainspring::engine::EndReason;
use mainspring::model::SweepReport;
use mainspring::{Crossing, Peak, Run, Told, ToldContact, ToldEvent};

/// Rows of a table before the rest are only counted.
const ROWS: usize = 24;

/// Everything below the scene's own line.
pub fn add(lines: &mut Lines, report: &Report<'_>, told: &Told) {
    let scales = Scales::of(report.run);
    end(lines, report, told);
    for asked in &told.asked {
        match asked {
            SweepReport::Events => events(lines, told, scales),
            SweepReport::Contacts => contacts(lines, told, scales),
            SweepReport::InsertionForce => {
                let ended = report.run.outcome.reason == EndReason::Finished;
                insertion(lines, told, scales, if ended { held(told.cause) } else { None });
            }
        }
    }
    energy(lines, told, scales);
    crossings(lines, &told.crossings);
    let decisions = told.decisions;
    let all = decisions.filtered + decisions.exact;
    let part = if all == 0 { 0.0 } else { 100.0 * decisions.exact as f64 / all as f64 };
    let line = format!("{all}, {} of them by exact arithmetic ({} %)", decisions.exact, short(part));
    lines.add("decisions", &format!("{line}, {} of wall time", duration(report.wall)));
    let model = &report.run.model;
    if report.at_times || !model.channels.is_empty() || !model.probes.is_empty() {
        summary::values(lines, report);
    }
}

/// What quantities of a run are measured against: what is 1e-12 of it is rounding.
#[derive(Clone, Copy, Default)]
pub struct Scales {
    time: f64,
    travel: f64,
    /// rad/s
    rate: f64,
    force: f64,
    energy: f64,
}

impl Scales {
    /// Of a run of a sweep; all 0 for any other.
    pub fn of(run: &Run) -> Self {
        let (Some(told), Some(sweep)) = (&run.sweep, run.model.sweep()) else { return Self::default() };
        let float = |x: &mainspring::model::Exact| x.to_f64().value();
        let finite = |x: f64| if x.is_finite() { x.abs() } else { 0.0 };
        let (time, mut travel) = (run.model.run.duration, finite(told.travel));
        let speed = sweep.velocity.iter().map(float).fold(0.0, libm::hypot);
        travel = travel.max(speed * time);
        let mut scales = Self { time, travel, ..Self::default() };
        for pawl in &sweep.pawls {
            let reach = pawl.outline.points.iter().map(|p| libm::hypot(float(&p[0]), float(&p[1]))).fold(0.0, f64::max);
            let of_it = told.events.iter().filter(|e| e.pawl == pawl.name);
            let angles = of_it.flat_map(|e| [e.angle, e.angle_after.unwrap_or(e.angle)]);
            let most = angles.map(|a| finite(a - pawl.rest.radians)).fold(0.0, f64::max);
            scales.rate = scales.rate.max(speed / reach);
            scales.force = scales.force.max(float(&pawl.stiffness) * most / reach);
            scales.energy = scales.energy.max(0.5 * float(&pawl.stiffness) * most * most);
        }
        let insertion = &told.insertion;
        for peak in [&insertion.peak, &insertion.pull].into_iter().flatten() {
            scales.force = scales.force.max(finite(peak.force));
        }
        for work in [insertion.work, insertion.stored, insertion.dissipated, insertion.lost] {
            scales.energy = scales.energy.max(finite(work));
        }
        scales
    }

    /// Of quantities with this unit.
    pub fn unit(&self, unit: &str) -> f64 {
        match unit {
            "s" => self.time,
            "m" => self.travel,
            // a radian is the scale of every angle
            "rad" if self.time > 0.0 => 1.0,
            "rad/s" => self.rate,
            "N" => self.force,
            "J" => self.energy,
            _ => 0.0,
        }
    }
}

fn end(lines: &mut Lines, report: &Report<'_>, told: &Told) {
    let outcome = &report.run.outcome;
    let reached = format!("{} s, travel {} m", number(outcome.time), number(outcome.time * speed(told)));
    let word = match (outcome.reason, told.cause) {
        (EndReason::Interrupted, _) => styled(BAD, "interrupted"),
        (EndReason::Failed, _) => styled(BAD, "failed"),
        (EndReason::Finished, "end") => styled(GOOD, "all the way"),
        (EndReason::Finished, cause) => {
            let whole = number(report.run.model.run.duration);
            let by = told.stopped_by.as_ref().map_or_else(String::new, |pawl| format!(" of `{pawl}`"));
            format!("{}{by}, of {whole} s", styled(BAD, cause))
        }
    };
    lines.add("end", &format!("{reached}: {word}"));
}

/// Of the root, m/s.
fn speed(told: &Told) -> f64 {
    let last = told.events.last();
    last.filter(|e| e.time > 0.0).map_or(0.0, |e| e.travel / e.time)
}

fn degrees(angle: f64) -> String {
    number(cleaned(angle, 1.0).to_degrees())
}

fn events(lines: &mut Lines, told: &Told, scales: Scales) {
    let several = told.events.iter().any(|e| Some(&e.pawl) != told.events.first().map(|f| &f.pawl));
    let row = |e: &ToldEvent| {
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
    table(lines, "events", &head, told.events.iter().take(ROWS).map(row).collect(), told.events.len());
}

fn contacts(lines: &mut Lines, told: &Told, scales: Scales) {
    let several = told.contacts.iter().any(|c| Some(&c.pawl) != told.contacts.first().map(|f| &f.pawl));
    let row = |c: &ToldContact| {
        let [from, to] = [c.from, c.to].map(|t| number(cleaned(t, scales.time)));
        let mut row = vec![from, to, degrees(c.angle_from), degrees(c.angle_to), c.contact.clone()];
        if several {
            row.push(c.pawl.clone());
        }
        row
    };
    if told.contacts.is_empty() {
        lines.add("contacts", "none that lasts");
        return;
    }
    let mut head = vec!["from/s", "to/s", "angle/deg", "to/deg", "contact"];
    if several {
        head.push("pawl");
    }
    table(lines, "contacts", &head, told.contacts.iter().take(ROWS).map(row).collect(), told.contacts.len());
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

fn insertion(lines: &mut Lines, told: &Told, scales: Scales, held: Option<&str>) {
    let peak = |peak: &Option<Peak>| match peak.as_ref().filter(|p| cleaned(p.force, scales.force) != 0.0) {
        None => [String::new(), String::new()],
        Some(p) => {
            let force =
                if p.force.is_finite() { format!("{} N", number(p.force)) } else { "grows without bound".to_owned() };
            [force, format!("at {} s, travel {} m", number(p.time), number(p.travel))]
        }
    };
    let insertion = &told.insertion;
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

fn energy(lines: &mut Lines, told: &Told, scales: Scales) {
    let insertion = &told.insertion;
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
        cells.chain([head[k].chars().count()]).max().unwrap_or(0)
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
