//! `mainspring assemble`: push a snap fit in, pull it out, and say what it takes and how sure that is.

use crate::exit::Exit;
use crate::json;
use crate::lines::Lines;
use crate::numbers::{counted, number, short};
use crate::terminal::{BAD, GOOD, complain, remark, say, styled};
use clap::Args;
use mainspring::language::render;
use mainspring::{Assembly, AssemblyError, AssemblySettings, CourseTold, PeakTold, Scene, Settings, assemble};
use std::io;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  mainspring assemble latch.mech
  mainspring assemble latch.mech --spread 'overlap=1.9..2.1' --spread 'mu=0.2+-0.03' --samples 5000
  mainspring assemble latch.mech --set mu=0.4 --json

The root is pushed in as the scene says and pulled back along the same way. `sensitivity` has the
change of the peak force for each `let` line of the scene that is a number. `--spread` takes such
a line, in its own unit: `lo..hi` anything between, `mean+-deviation` a bell curve,
`lo..mode..hi` a triangle; every sample is traced exactly, the same samples for the same seed.

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
    /// Print one JSON object instead of the summary
    #[arg(long)]
    pub json: bool,
}

pub fn run(arguments: &AssembleArguments) -> io::Result<Exit> {
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let asked = AssemblySettings {
        settings: Settings { set: arguments.set.clone(), ..Settings::default() },
        spreads: arguments.spread.clone(),
        samples: arguments.samples,
        seed: arguments.seed,
        threads,
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
    let row = |s: &mainspring::SensitivityTold| {
        let name = format!("{} ({}) = {} {}", s.dimension, s.way, number(s.value), s.unit);
        let slope = s.slope.map_or_else(|| "none".to_owned(), number);
        let percent = s.relative.map_or_else(String::new, |r| format!(", {} % a %", short(r)));
        let per = if s.unit.is_empty() { "N".to_owned() } else { format!("N/({})", s.unit) };
        let side = if s.side == "both" { String::new() } else { format!(", from {}", s.side) };
        [name, slope, format!("{per}{percent}{side}")]
    };
    lines.table("force by", &assembly.sensitivity.iter().map(row).collect::<Vec<_>>());
    if let Some(found) = &assembly.tolerance {
        let share = |[share, lo, hi]: [f64; 3]| {
            format!(
                "{} % ({} to {} % with 95 % confidence)",
                number(100.0 * share),
                short(100.0 * lo),
                short(100.0 * hi)
            )
        };
        lines.add("samples", &format!("{}, {} of them no sound drawing", found.samples, found.unsound));
        lines.add("", &format!("assemble  {}", share(found.assembles)));
        lines.add("", &format!("held      {}", share(found.retained)));
        let [mean, deviation, least, largest] = found.peak.map(number);
        lines.add("", &format!("peak push {mean} ± {deviation} N, from {least} to {largest} N"));
        let causes: Vec<String> = found.causes.iter().map(|(cause, n)| format!("{cause} {n}")).collect();
        lines.add("", &format!("ends      {}", causes.join(", ")));
    }
    lines.text
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
    lines.add("", &format!("peak push {}", peak(&course.peak)));
    lines.add("", &format!("peak pull {}", peak(&course.pull)));
    let work = &course.work;
    let [total, stored, lost, rubbed] = [work.total, work.stored, work.lost, work.rubbed].map(number);
    lines.add("", &format!("work      {total} J: {stored} J stored, {lost} J lost in snaps, {rubbed} J by friction"));
    for pawl in &course.pawls {
        let (clicks, most) = (counted(pawl.clicks, "click", "clicks"), number(pawl.deflection.to_degrees()));
        lines.add("", &format!("{}: deflected by {most}° at most, {clicks}", pawl.name));
    }
    lines.add("", &format!("margin    {}", course.margin));
}
