//! `mainspring assemble`: push a snap fit in, pull it out, and say what it takes and how sure that is.

use crate::commands::proofs::{approach, spaced, worst};
use crate::exit::Exit;
use crate::findings::tell;
use crate::json;
use crate::lines::Lines;
use crate::numbers::{cleaned, counted, length, number, short};
use crate::source;
use crate::sweep_summary::{crossings, held, no_push};
use crate::terminal::{BAD, GOOD, complain, say, styled};
use clap::Args;
use mainspring_workbench::record::shortened;
use mainspring_workbench::{
    Assembly, AssemblyError, AssemblySettings, CourseReport, PeakReport, Settings, ToleranceReport, assemble,
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
told. `--approach` does that for directions of approach on both sides of the one drawn. Both want
pawls that begin relaxed.

It assembles if the root goes all its way, or comes to rest on something after a pawl has clicked.

With --json, numbers are SI, but those of dimensions in the unit of their `let` line, which is
beside them. `assembles` and `locks` are the verdict; `insertion` and `withdrawal` each have
`cause`, `travel`, `peak` and `pull` (`force`, `time`, `travel`, `contact`; a force without bound
is null), `work`, `clicks`, `friction_limit`, `margin` and `pawls`, a way out that cannot be asked
is null and `withdrawal_fault` says why. `sensitivity` has a `slope` in N over the unit for each
dimension and way, `left_out` the lines that are none. `tolerance` has shares of the sound samples
as [share, least, largest] with 95 % confidence, `unsound` how many were no sound drawing and
`unsound_case` the first of them, `causes`, and the `peak` force as [mean, deviation, least,
largest]. `worst` has `ranges` and `ways`: shares of the box that `passes`, `fails` and is
`undecided`, the case `found` with the largest force, its proved `bound`, a `failing` case, and
`open`, the boxes undecided. `approach` has the same as `way`, and the ranges `proved`, in rad.
A scene that is wrong gives `errors` and `notes` instead.

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
    match assemble(&source::scene(&arguments.scene), &asked) {
        Ok(assembly) => {
            say(&if arguments.json { json::text(&assembly) } else { text(&assembly, asked.boxes) })?;
            Ok(Exit::Fine)
        }
        Err(AssemblyError::Scene(wrong)) => {
            if arguments.json {
                say(&json::wrong(&wrong))?;
            } else {
                tell(&wrong.findings, &wrong.sources);
            }
            Ok(if wrong.only_settings() { Exit::Usage } else { Exit::Scene })
        }
        Err(error) => {
            complain(&error.to_string());
            Ok(Exit::Usage)
        }
    }
}

/// What came of it in one line.
fn verdict(assembly: &Assembly) -> String {
    let (root, insertion) = (&assembly.root, &assembly.insertion);
    let stopped = insertion.cause == "root_hit";
    if !assembly.assembles {
        let no = styled(BAD, "does not assemble");
        return match stopped && insertion.clicks == 0 {
            true => format!("{no}: `{root}` meets {} before any pawl has clicked", obstacles(insertion)),
            false => no,
        };
    }
    let yes = styled(GOOD, "assembles");
    let so = if stopped {
        let clicks = counted(insertion.clicks, "click", "clicks");
        format!("{yes}: `{root}` comes to rest on {} after {clicks}", obstacles(insertion))
    } else {
        yes
    };
    let then = if assembly.locks { "and its pawls hold it: it does not come out" } else { "and comes out again" };
    format!("{so}, {then}")
}

/// What the root runs into: "`wall`", "`wall` and `floor`".
fn obstacles(insertion: &CourseReport) -> String {
    let names: Vec<String> = insertion.hits.iter().map(|name| format!("`{name}`")).collect();
    match names.split_last() {
        None => "an obstacle".to_owned(),
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
    }
}

/// The summary; `boxes` is how many a proof was allowed.
fn text(assembly: &Assembly, boxes: usize) -> String {
    let mut lines = Lines::default();
    lines.add("scene", &shortened(&assembly.scene));
    lines.add("verdict", &verdict(assembly));
    course(&mut lines, "insertion", &assembly.insertion, assembly.assembles);
    match (&assembly.withdrawal, &assembly.withdrawal_fault) {
        (Some(out), _) => course(&mut lines, "removal", out, out.completes),
        (None, Some(why)) => lines.add("removal", &format!("cannot be asked: {why}")),
        (None, None) => {}
    }
    crossings(&mut lines, &assembly.crossings);
    let row = |s: &mainspring_workbench::SensitivityReport| {
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
        worst(&mut lines, found, boxes);
    }
    if let Some(found) = &assembly.approach {
        approach(&mut lines, found, assembly.assembles, boxes);
    }
    lines.text
}

fn samples(lines: &mut Lines, found: &ToleranceReport) {
    let share = |[share, lo, hi]: [f64; 3]| {
        format!("{} % ({} to {} % with 95 % confidence)", number(100.0 * share), short(100.0 * lo), short(100.0 * hi))
    };
    let sound = found.samples - found.unsound;
    match &found.unsound_case {
        None => lines.add("samples", &format!("{sound}, all sound drawings")),
        Some(case) => {
            let values: Vec<String> =
                case.values.iter().map(|(name, value)| format!("{name} = {}", number(*value))).collect();
            lines.add("samples", &format!("{} of {} are sound drawings and count", sound, found.samples));
            lines.add("", &format!("left out  {}, such as {}: {}", found.unsound, values.join(", "), case.why));
            if let Some(name) = case.values.keys().next() {
                lines.add("", &format!("          `--spread {name}=lo..hi` keeps it within what can be drawn"));
            }
        }
    }
    if sound == 0 {
        return;
    }
    lines.add("", &format!("assemble  {}", share(found.assembles)));
    lines.add("", &format!("held      {}", share(found.retained)));
    let most = found.peak[0].abs();
    let [mean, deviation, least, largest] = found.peak.map(|x| number(cleaned(x, most)));
    let peak = match found.assembles[0] > 0.0 {
        true => format!("{mean} ± {deviation} N, from {least} to {largest} N"),
        false => "of none: no sample assembles".to_owned(),
    };
    lines.add("", &format!("peak push {peak}"));
    let causes: Vec<String> = found.causes.iter().map(|(cause, n)| format!("{cause} {n}")).collect();
    lines.add("", &format!("ends      {}", causes.join(", ")));
}

/// A unit that something is divided by: `mm`, `(N/mm^2)`.
fn bracketed(unit: &str) -> String {
    if unit.contains(['/', '*', ' ']) { format!("({unit})") } else { unit.to_owned() }
}

/// One way; `does` says whether it does what it is for.
fn course(lines: &mut Lines, label: &str, course: &CourseReport, does: bool) {
    let end = match course.cause {
        "root_hit" if does => format!("to rest on {}", obstacles(course)),
        _ if course.completes => "all the way".to_owned(),
        cause => styled(BAD, cause),
    };
    let clicks = counted(course.clicks, "click", "clicks");
    lines.add(label, &format!("{end}, travel {}, {clicks}", length(course.travel)));
    let peak = |peak: &Option<PeakReport>| match peak {
        None => "none".to_owned(),
        Some(p) if p.force.is_finite() => format!("{} N at {}: {}", number(p.force), length(p.travel), p.contact),
        Some(p) => format!("grows without bound at {}: {}", length(p.travel), p.contact),
    };
    let forces = [&course.peak, &course.pull].map(|p| p.as_ref().map_or(0.0, |p| p.force));
    let most = forces.iter().copied().filter(|f| f.is_finite()).fold(0.0, f64::max);
    let there = |p: &Option<PeakReport>| p.clone().filter(|p| cleaned(p.force, most) != 0.0);
    let push = there(&course.peak);
    let push = if push.is_none() { no_push(held(course.cause)) } else { peak(&push) };
    lines.add("", &format!("peak push {push}"));
    lines.add("", &format!("peak pull {}", peak(&there(&course.pull))));
    let work = [course.work.total, course.work.stored, course.work.lost, course.work.rubbed];
    let largest = work.iter().copied().filter(|w| w.is_finite()).fold(course.held, |m, w| m.max(w.abs()));
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
    let margin = match &course.margin_words {
        (words, Some((travel, contact))) => format!("{words}, at travel {}: {contact}", length(*travel)),
        (words, None) => words.clone(),
    };
    lines.add("", &format!("margin    {margin}"));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stops_the_root_is_in_the_verdict() {
        let verdict = |assembles: bool, cause: &'static str, clicks: usize, locks: bool| {
            let work = mainspring_workbench::WorkReport { total: 0.0, stored: 0.0, lost: 0.0, rubbed: 0.0 };
            let insertion = CourseReport {
                held: 0.0,
                cause,
                completes: cause == "end",
                hits: vec!["seal".to_owned(), "stop".to_owned()],
                travel: 0.01,
                peak: None,
                pull: None,
                work,
                clicks,
                friction_limit: None,
                margin: String::new(),
                margin_words: (String::new(), None),
                pawls: Vec::new(),
            };
            let assembly = Assembly {
                scene: "a".to_owned(),
                root: "cover".to_owned(),
                assembles,
                locks,
                insertion,
                withdrawal: None,
                withdrawal_fault: None,
                sensitivity: Vec::new(),
                left_out: Vec::new(),
                tolerance: None,
                worst: None,
                crossings: Vec::new(),
                approach: None,
            };
            anstream::adapter::strip_str(&verdict(&assembly)).to_string()
        };
        assert_eq!(
            verdict(true, "root_hit", 2, true),
            "assembles: `cover` comes to rest on `seal` and `stop` after 2 clicks, and its pawls hold it: it does not come out"
        );
        assert_eq!(
            verdict(false, "root_hit", 0, false),
            "does not assemble: `cover` meets `seal` and `stop` before any pawl has clicked"
        );
        assert_eq!(verdict(true, "end", 1, false), "assembles, and comes out again");
        assert_eq!(verdict(false, "stick", 1, false), "does not assemble");
    }
}
