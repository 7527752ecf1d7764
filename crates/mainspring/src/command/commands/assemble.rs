//! `mainspring assemble`: push a snap fit in, pull it out, and say what it takes and how sure that is.

use crate::exit::Exit;
use crate::json;
use crate::lines::Lines;
use crate::numbers::{above, below, cleaned, counted, number, short, whole};
use crate::source;
use crate::sweep_summary::{crossings, held, no_push};
use crate::terminal::{BAD, GOOD, complain, remark, say, styled};
use clap::Args;
use mainspring::language::render;
use mainspring::{
    ApproachTold, Assembly, AssemblyError, AssemblySettings, CourseTold, PeakTold, RangeTold, Scene, Settings,
    ToleranceTold, WorstTold, WorstWay, assemble,
};
use std::io;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  mainspring assemble latch.mech
  mainspring assemble latch.mech --spread 'overlap=1.9..2.1' --spread 'mu=0.2+-0.03' --samples 5000
  mainspring assemble latch.mech --spread 'overlap=1.9..2.1' --spread 'mu=0.15..0.25' --worst
  mainspring assemble latch.mech --approach '2 deg'
  mainspring assemble latch.mech --set mu=0.4 --json

The root is pushed in as the scene says and pulled back along the same way. `force by` has the
change of the peak force for each `let` line of the scene that is made of no other. `--spread` takes
such a line, in its own unit: `lo..hi` anything between, `mean+-deviation` a bell curve,
`lo..mode..hi` a triangle; every sample is traced exactly, the same samples for the same seed.

`--worst` proves what holds for every value of the spread dimensions together: whether it
assembles in every case, and a force that none exceeds. The box of all values is halved where one
answer does not hold all over it, until all is settled or `--boxes` are asked; what is left is
told. `--approach` does that for directions of approach on both sides of the one drawn.

Exit codes: 0 fine (also where it jams: that is the answer), 1 the scene is wrong, 2 the command line is wrong";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct AssembleArguments {
    /// A scene of `method sweep`, a `.mech` file
    pub scene: PathBuf,
    /// Another value for a `let`, an option … (repeatable)
    #[arg(long, value_name = "PATH=VALUE", allow_hyphen_values = true)]
    pub set: Vec<String>,
    /// A dimension that differs from piece to piece (repeatable)
    #[arg(long, value_name = "NAME=RANGE")]
    pub spread: Vec<String>,
    /// Samples of spread dimensions
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=10_000_000), requires = "spread")]
    pub samples: u64,
    /// Another seed, other samples
    #[arg(long, value_name = "N", default_value_t = 1, requires = "spread")]
    pub seed: u64,
    /// Prove what holds for every value of the spread dimensions
    #[arg(long, requires = "spread")]
    pub worst: bool,
    /// Prove for which directions this near to the drawn one it goes in
    #[arg(long, value_name = "ANGLE")]
    pub approach: Option<String>,
    /// Boxes that a proof may ask
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub boxes: u64,
    /// Print one JSON object instead of the summary
    #[arg(long)]
    pub json: bool,
}

pub fn run(arguments: &AssembleArguments) -> io::Result<Exit> {
    if source::is_recording(&arguments.scene) {
        return Ok(source::wants_scene(&arguments.scene));
    }
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let asked = AssemblySettings {
        settings: Settings { set: arguments.set.clone(), ..Settings::default() },
        spreads: arguments.spread.clone(),
        samples: arguments.samples,
        seed: arguments.seed,
        threads,
        worst: arguments.worst,
        approach: arguments.approach.clone(),
        boxes: usize::try_from(arguments.boxes).unwrap_or(usize::MAX),
    };
    match assemble(&Scene::file(&arguments.scene), &asked) {
        Ok(assembly) => {
            say(&if arguments.json { json::text(&assembly) } else { text(&assembly) })?;
            Ok(Exit::Fine)
        }
        Err(AssemblyError::Scene(wrong)) => {
            if arguments.json {
                say(&json::wrong(&wrong))?;
            } else {
                remark(&render(&wrong.findings, &wrong.sources, true));
            }
            Ok(if wrong.only_settings() { Exit::Usage } else { Exit::Scene })
        }
        Err(error) => {
            complain(&error.to_string());
            Ok(Exit::Usage)
        }
    }
}

fn text(assembly: &Assembly) -> String {
    let mut lines = Lines::default();
    lines.add("scene", &assembly.scene);
    let verdict = match (assembly.assembles, assembly.locks) {
        (false, _) => styled(BAD, "does not assemble"),
        (true, true) => format!("{}, and its pawls hold it: it does not come out", styled(GOOD, "assembles")),
        (true, false) => format!("{}, and comes out again", styled(GOOD, "assembles")),
    };
    lines.add("verdict", &verdict);
    course(&mut lines, "insertion", &assembly.insertion);
    match (&assembly.withdrawal, &assembly.withdrawal_fault) {
        (Some(out), _) => course(&mut lines, "removal", out),
        (None, Some(why)) => lines.add("removal", &format!("cannot be asked: {why}")),
        (None, None) => {}
    }
    crossings(&mut lines, &assembly.crossings);
    let row = |s: &mainspring::SensitivityTold| {
        let way = if s.way == "withdrawal" { "removal" } else { s.way };
        let name = format!("{} ({way}) = {}{}", s.dimension, number(s.value), spaced(&s.unit));
        let Some(slope) = s.slope else {
            return [name, "none:".to_owned(), s.why.clone().unwrap_or_default()];
        };
        let percent = s.relative.map_or_else(String::new, |r| format!(", {} % a %", short(r)));
        let per = if s.unit.is_empty() { "N".to_owned() } else { format!("N/{}", bracketed(&s.unit)) };
        let side = if s.side == "both" { String::new() } else { format!(", from {}", s.side) };
        [name, number(slope), format!("{per}{percent}{side}")]
    };
    lines.table("force by", &assembly.sensitivity.iter().map(row).collect::<Vec<_>>());
    for (n, left) in assembly.left_out.iter().enumerate() {
        lines.add(if n == 0 { "left out" } else { "" }, &format!("{}: {}", left.name, left.why));
    }
    if let Some(found) = &assembly.tolerance {
        samples(&mut lines, found);
    }
    if let Some(found) = &assembly.worst {
        worst(&mut lines, found);
    }
    if let Some(found) = &assembly.approach {
        approach(&mut lines, found, assembly.assembles);
    }
    lines.text
}

fn samples(lines: &mut Lines, found: &ToleranceTold) {
    let share = |[share, lo, hi]: [f64; 3]| {
        format!("{} % ({} to {} % with 95 % confidence)", number(100.0 * share), short(100.0 * lo), short(100.0 * hi))
    };
    lines.add("samples", &format!("{}, {} of them no sound drawing", found.samples, found.unsound));
    lines.add("", &format!("assemble  {}", share(found.assembles)));
    lines.add("", &format!("held      {}", share(found.retained)));
    let most = found.peak[0].abs();
    let [mean, deviation, least, largest] = found.peak.map(|x| number(cleaned(x, most)));
    lines.add("", &format!("peak push {mean} ± {deviation} N, from {least} to {largest} N"));
    let causes: Vec<String> = found.causes.iter().map(|(cause, n)| format!("{cause} {n}")).collect();
    lines.add("", &format!("ends      {}", causes.join(", ")));
}

/// A unit that something is divided by: `mm`, `(N/mm^2)`.
fn bracketed(unit: &str) -> String {
    if unit.contains(['/', '*', ' ']) { format!("({unit})") } else { unit.to_owned() }
}

/// ` mm`, `°`, or nothing for a plain number.
fn spaced(unit: &str) -> String {
    if unit.is_empty() || unit == "°" { unit.to_owned() } else { format!(" {unit}") }
}

/// Ranges that adjoin as one, those of one dimension; of several dimensions the range that holds all.
fn joined(open: &[Vec<[f64; 2]>], dimension: usize) -> Vec<[f64; 2]> {
    let mut all: Vec<[f64; 2]> = Vec::new();
    for ranges in open {
        let next = ranges[dimension];
        match all.last_mut() {
            Some(last) if ranges.len() > 1 || last[1] == next[0] => {
                *last = [last[0].min(next[0]), last[1].max(next[1])];
            }
            _ => all.push(next),
        }
    }
    all
}

/// Share undecided from which on more boxes are worth a hint.
const MUCH: f64 = 0.05;

/// `assembles` as `assemble`.
fn bare(does: &str) -> String {
    match does.split_once(' ') {
        Some((verb, rest)) => format!("{} {rest}", verb.strip_suffix('s').unwrap_or(verb)),
        None => does.strip_suffix('s').unwrap_or(does).to_owned(),
    }
}

/// Undecided ranges of one dimension that are told one by one.
const TOLD: usize = 6;

fn worst(lines: &mut Lines, found: &WorstTold) {
    let range =
        |r: &RangeTold| format!("{} from {} to {}{}", r.dimension, number(r.least), number(r.largest), spaced(&r.unit));
    lines.add("worst", &format!("case of {}", found.ranges.iter().map(range).collect::<Vec<_>>().join(", ")));
    for way in &found.ways {
        let words = match way.way {
            "insertion" => ["insertion", "assembles", "does not assemble"],
            _ => ["removal", "comes out", "does not come out"],
        };
        proof(lines, way, words, &found.ranges);
    }
    if let Some(why) = &found.withdrawal_fault {
        lines.add("", &format!("removal   cannot be asked: {why}"));
    }
}

/// Verdict, force, failure and effort of one way; `words` are its name, and what it does or does not.
fn proof(lines: &mut Lines, way: &WorstWay, [name, does, does_not]: [&str; 3], ranges: &[RangeTold]) {
    let all = if ranges.len() == 1 { "range" } else { "box" };
    let share = |x: f64| short(100.0 * x);
    let (passes, fails, open) = (share(way.passes), share(way.fails), share(way.undecided));
    let verdict = if way.passes == 1.0 {
        styled(GOOD, &format!("{does} in every case"))
    } else if way.fails == 1.0 {
        styled(BAD, &format!("{does_not} in any case"))
    } else if way.undecided == 1.0 {
        "nothing is proved".to_owned()
    } else if way.fails == 0.0 && way.undecided <= 0.5 {
        format!("{does} in all of the {all} but {open} %, which is undecided")
    } else if way.passes == 0.0 && way.undecided <= 0.5 {
        format!("{does_not} in all of the {all} but {open} %, which is undecided")
    } else if way.fails == 0.0 {
        format!("proved to {} in {passes} % of the {all}; {open} % is undecided", bare(does))
    } else if way.passes == 0.0 {
        format!("proved not to {} in {fails} % of the {all}; {open} % is undecided", bare(does))
    } else {
        format!("{does} in {passes} % of the {all}, {does_not} in {fails} %, {open} % undecided")
    };
    lines.add("", &format!("{name:<9} {verdict}"));
    let case = |values: &[f64]| {
        let one = |(r, v): (&RangeTold, &f64)| format!("{} = {}{}", r.dimension, whole(*v), spaced(&r.unit));
        ranges.iter().zip(values).map(one).collect::<Vec<_>>().join(", ")
    };
    let found = way.found.as_ref().and_then(|c| Some((c.force?, c)));
    if let Some((force, found)) = found {
        let bound = match way.bound {
            Some(bound) if bound.is_finite() => {
                let part = if way.passes == 1.0 { "in every case" } else { "where it is proved to go through" };
                let beyond =
                    if force > bound { "; the one found is larger, and lies where nothing is proved" } else { "" };
                format!("at most {} N {part}{beyond}", above(bound))
            }
            _ => "no bound proved".to_owned(),
        };
        // rounded as samples are, which it is not below
        lines.add("", &format!("peak push {} N found, {bound}", number(force)));
        let place =
            found.peak.as_ref().map_or_else(String::new, |p| format!(", at {} m: {}", number(p.travel), p.contact));
        lines.add("", &format!("found for {}{place}", case(&found.values)));
    }
    if let Some(failing) = &way.failing {
        lines.add("", &format!("fails for {}: {}", case(&failing.values), failing.cause));
        if failing.cause == "jam_pair" && way.undecided > 0.0 {
            lines.add(
                "",
                "          a jam between two is traced, never proved: where pieces jam so, the answer stays undecided",
            );
        }
    }
    let boxes = |n: usize| counted(n, "box", "boxes");
    lines.add("", &format!("proof     {} asked, {} kept, {} undecided", boxes(way.asked), way.boxes, way.open.len()));
    if way.undecided > MUCH {
        lines.add("", "          more `--boxes` or a narrower range may settle more");
    }
    if way.passes + way.fails == 0.0 {
        return;
    }
    for (n, range) in ranges.iter().enumerate() {
        let parts = joined(&way.open, n);
        for [lo, hi] in parts.iter().take(TOLD) {
            let text = format!("{} from {} to {}{}", range.dimension, below(*lo), above(*hi), spaced(&range.unit));
            lines.add("", &format!("undecided {text}"));
        }
        if parts.len() > TOLD {
            lines.add("", &format!("undecided {} more such ranges", parts.len() - TOLD));
        }
    }
}

fn approach(lines: &mut Lines, found: &ApproachTold, drawn: bool) {
    let within = number(found.within.to_degrees());
    lines.add("approach", &format!("up to {within}° to both sides of the direction drawn"));
    let degrees = |range: &[f64; 2]| range.map(f64::to_degrees);
    let angle =
        RangeTold { dimension: "angle".to_owned(), unit: "°".to_owned(), least: -found.within, largest: found.within };
    let mut way = found.way.clone();
    for value in way.found.iter_mut().chain(&mut way.failing).flat_map(|c| &mut c.values) {
        *value = value.to_degrees();
    }
    for open in way.open.iter_mut().flatten() {
        *open = degrees(open);
    }
    proof(lines, &way, ["insertion", "assembles", "does not assemble"], &[angle]);
    let ranges: Vec<String> =
        found.proved.iter().map(degrees).map(|[lo, hi]| format!("{}° to {}°", above(lo), below(hi))).collect();
    let ranges = if ranges.is_empty() { "no direction".to_owned() } else { ranges.join(", ") };
    lines.add("", &format!("assembles for {ranges}{}", if drawn { ", and as drawn" } else { "" }));
}

fn course(lines: &mut Lines, label: &str, course: &CourseTold) {
    let end = if course.completes { "all the way".to_owned() } else { styled(BAD, course.cause) };
    let clicks = counted(course.clicks, "click", "clicks");
    lines.add(label, &format!("{end}, travel {} m, {clicks}", number(course.travel)));
    let peak = |peak: &Option<PeakTold>| match peak {
        None => "none".to_owned(),
        Some(p) if p.force.is_finite() => format!("{} N at {} m: {}", number(p.force), number(p.travel), p.contact),
        Some(p) => format!("grows without bound at {} m: {}", number(p.travel), p.contact),
    };
    let forces = [&course.peak, &course.pull].map(|p| p.as_ref().map_or(0.0, |p| p.force));
    let most = forces.iter().copied().filter(|f| f.is_finite()).fold(0.0, f64::max);
    let there = |p: &Option<PeakTold>| p.clone().filter(|p| cleaned(p.force, most) != 0.0);
    let push = there(&course.peak);
    let push = if push.is_none() { no_push(held(course.cause)) } else { peak(&push) };
    lines.add("", &format!("peak push {push}"));
    lines.add("", &format!("peak pull {}", peak(&there(&course.pull))));
    let work = [course.work.total, course.work.stored, course.work.lost, course.work.rubbed];
    let largest = work.iter().copied().filter(|w| w.is_finite()).fold(most * course.travel, |m, w| m.max(w.abs()));
    let [total, stored, lost, rubbed] = work.map(|w| number(cleaned(w, largest)));
    let text = if course.work.total.is_finite() {
        format!("work      {total} J: {stored} J stored, {lost} J lost in snaps, {rubbed} J by friction")
    } else {
        format!(
            "work      grows without bound towards the stick, by friction; {stored} J stored, {lost} J lost in snaps"
        )
    };
    lines.add("", &text);
    for pawl in &course.pawls {
        let (clicks, most) =
            (counted(pawl.clicks, "click", "clicks"), number(cleaned(pawl.deflection, 1.0).to_degrees()));
        lines.add("", &format!("{}: deflected to {most}° at most, {clicks}", pawl.name));
    }
    lines.add("", &format!("margin    {}", course.margin));
}

#[cfg(test)]
mod tests {
    use super::*;
    use mainspring::CaseTold;

    #[test]
    fn a_force_beyond_what_is_proved_says_so() {
        let case = CaseTold { values: vec![10.0], cause: "end", force: Some(3.0), peak: None };
        let way = |bound| WorstWay {
            way: "insertion",
            passes: 0.5,
            fails: 0.0,
            undecided: 0.5,
            found: Some(case.clone()),
            bound: Some(bound),
            failing: None,
            asked: 3,
            boxes: 2,
            open: vec![vec![[10.0, 11.0]]],
        };
        let range = RangeTold { dimension: "a".to_owned(), unit: "mm".to_owned(), least: 9.0, largest: 11.0 };
        let said = |bound| {
            let mut lines = Lines::default();
            proof(
                &mut lines,
                &way(bound),
                ["insertion", "assembles", "does not assemble"],
                std::slice::from_ref(&range),
            );
            lines.text
        };
        let more = "; the one found is larger, and lies where nothing is proved";
        let (below, above) = (said(2.0), said(4.0));
        assert!(below.contains(&format!("3 N found, at most 2 N where it is proved to go through{more}")), "{below}");
        assert!(above.contains("3 N found, at most 4 N where it is proved") && !above.contains(more), "{above}");
    }
}
