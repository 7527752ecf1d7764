//! `mainspring diff`.

use crate::exit::Exit;
use crate::json::text;
use crate::lines::Lines;
use crate::numbers::{counted, number, short};
use crate::source;
use crate::terminal::{GOOD, say, styled};
use clap::Args;
use mainspring_workbench::recording::{ColumnDifference, Differences, compare};
use std::io;
use std::path::PathBuf;

/// Columns shown before the rest are only counted.
const SHOWN: usize = 20;

const EXAMPLES: &str = "\
Examples:
  mainspring diff before.mcap after.mcap               are they the same, to the bit?
  mainspring diff rough.mcap fine.mcap --tolerance 1e-6
  mainspring diff a.mcap b.mcap --json

Two numbers agree when they differ by no more than the tolerance times the larger of them or, for
numbers below 1 in SI units, by no more than the tolerance. Frames are compared where both runs have
one at the same time; columns by name, and the poses, forces and energies of every frame too. Settings
that differ are told, and do not count.

Exit codes: 0 they agree, 1 they differ, 2 the command line is wrong, 3 a file cannot be read";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct DiffArguments {
    /// A recording
    pub first: PathBuf,
    /// Another
    pub second: PathBuf,
    /// How far numbers may be apart [default: 0, not at all]
    #[arg(long, value_name = "X", value_parser = tolerance, default_value_t = 0.0, hide_default_value = true)]
    pub tolerance: f64,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

fn tolerance(text: &str) -> Result<f64, String> {
    let value: Option<f64> = text.trim().parse().ok().filter(|x: &f64| *x >= 0.0 && x.is_finite());
    value.ok_or_else(|| "a number that is not negative is expected".to_owned())
}

pub fn run(arguments: &DiffArguments) -> io::Result<Exit> {
    let (first, second) = match (source::open(&arguments.first), source::open(&arguments.second)) {
        (Ok(first), Ok(second)) => (first, second),
        (Err(exit), _) | (_, Err(exit)) => return Ok(exit),
    };
    let (mut first, mut second) = (first, second);
    let result = {
        let mut a = first.stream(f64::NEG_INFINITY, f64::INFINITY);
        let mut b = second.stream(f64::NEG_INFINITY, f64::INFINITY);
        compare(&mut a, &mut b, arguments.tolerance)
    };
    let found = match result {
        Ok(found) => found,
        Err(error) => return Ok(source::unreadable(&arguments.first, &error)),
    };
    source::tell_damage(&arguments.first, first.damage());
    source::tell_damage(&arguments.second, second.damage());
    say(&if arguments.json { text(&found) } else { plain(&found, arguments) })?;
    Ok(if found.agree { Exit::Fine } else { Exit::Different })
}

fn plain(found: &Differences, arguments: &DiffArguments) -> String {
    let mut lines = Lines::default();
    let mut add = |label: &str, line: &str| lines.add(label, line);
    let verdict = match (found.identical, found.agree) {
        (true, _) => styled(GOOD, "the same, to the bit"),
        (false, true) => styled(GOOD, &format!("they agree within {}", short(arguments.tolerance))),
        (false, false) => "they differ".to_owned(),
    };
    let frames = frames(found.frames);
    add("result", &format!("{verdict}: {frames}, {} and {} events", found.events[0], found.events[1]));
    if let Some(first) = &found.first {
        let [a, b] = apart(first.values);
        let unit = &first.unit;
        let time = number(first.time);
        add("part at", format!("t = {time} s: {} is {a} {unit} and {b} {unit}", first.column).trim_end());
    }
    for (which, count) in ["first", "second"].iter().zip(found.frames_only) {
        if count > 0 {
            let time = number(found.first_only.unwrap_or(f64::NAN));
            add("frames", &format!("{count} only in the {which} run; times part at t = {time} s"));
        }
    }
    table(&found.columns, &mut add);
    for (which, names) in ["first", "second"].iter().zip(&found.columns_only) {
        if !names.is_empty() {
            let some: Vec<&str> = names.iter().take(SHOWN).map(String::as_str).collect();
            add("only", &format!("in the {which} run: {}", some.join(", ")));
            if names.len() > SHOWN {
                add("", &format!("… and {} more", names.len() - SHOWN));
            }
        }
    }
    if let Some(pair) = &found.first_event {
        for (which, event) in ["first", "second"].iter().zip(pair) {
            let said = match event {
                Some(e) => format!("t = {} s, {}: {}", number(e.time), e.kind, e.text),
                None => "has no further event".to_owned(),
            };
            add("event", &format!("{which} run: {said}"));
        }
    }
    if let Some(pair) = found.endings.as_ref().filter(|_| !found.identical) {
        for (which, ending) in ["first", "second"].iter().zip(pair) {
            let said = match ending {
                Some(e) => format!("{} at t = {} s, state {:#018x}", e.reason, number(e.time), e.hash),
                None => "broken off".to_owned(),
            };
            add("end", &format!("{which} run: {said}"));
        }
    }
    for (i, (name, a, b)) in found.settings.iter().enumerate() {
        add(if i == 0 { "settings" } else { "" }, &format!("{name}: {a} and {b}"));
    }
    lines.text
}

/// Two numbers that differ, as short as they can be while that shows; none takes hundreds of digits.
fn apart(values: [f64; 2]) -> [String; 2] {
    let plain = |x: f64| x == 0.0 || !x.is_finite() || (1e-5..1e16).contains(&x.abs());
    let [a, b] = values.map(|x| if plain(x) { x.to_string() } else { number(x) });
    if a == b { values.map(|x| format!("{x:e}")) } else { [a, b] }
}

fn frames(count: u64) -> String {
    counted(usize::try_from(count).unwrap_or(usize::MAX), "frame", "frames")
}

/// How far each column is apart, aligned.
fn table(columns: &[ColumnDifference], add: &mut impl FnMut(&str, &str)) {
    let wide = columns.iter().take(SHOWN).map(|c| c.name.chars().count()).max().unwrap_or(0).min(48);
    for (i, c) in columns.iter().take(SHOWN).enumerate() {
        let ([absolute, at], [relative, when]) = (c.absolute, c.relative);
        let apart = format!("{} {} at t = {} s", short(absolute), c.unit, number(at));
        let line = format!(
            "{:<wide$}  by {apart}; relative {} at t = {} s; in {}",
            c.name,
            short(relative),
            number(when),
            frames(c.count)
        );
        add(if i == 0 { "columns" } else { "" }, &line);
    }
    if columns.len() > SHOWN {
        add("", &format!("… and {} more", columns.len() - SHOWN));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_differ_are_short_and_look_different() {
        assert_eq!(apart([1.234_567_89e217, 2.0]), ["1.23457e217", "2"]);
        assert_eq!(apart([f64::INFINITY, 1e-300]), ["inf", "1e-300"]);
        assert_eq!(apart([0.1 + 0.2, 0.3]), ["0.30000000000000004", "0.3"]);
        assert_eq!(apart([1e300, 1.000_000_000_1e300]), ["1e300", "1.0000000001e300"]);
    }
}
