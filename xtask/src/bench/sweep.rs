//! `cargo xtask bench sweep`: how the work of the exact sweep grows with the problem, counted and timed.
//!
//! An example of the crate (`scaling`) solves families of problems and prints a line of JSON each; here they become tables, fits and
//! bars. Results go to `target/bench/sweep.json`.

use crate::bench::bars::Bar;
use crate::bench::fields::power;
use crate::bench::rungs::lines;
use crate::bench::wanted::Wanted;
use crate::step::{cargo, succeeds};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::process::Command;

/// Names of families as they are asked for, and as the example tells them.
const FAMILIES: [(&str, &str); 8] = [
    ("rack", "rack"),
    ("twin", "rack, every pair"),
    ("reach", "reach as long as the rack"),
    ("comb", "comb over comb"),
    ("scattered", "scattered triangles"),
    ("wheel", "wheel over pegs"),
    ("spikes", "spikes"),
    ("pawls", "pawls on a rack"),
];

/// Largest size of each family of a quick run.
const QUICK: &str = "1000";
/// Teeth and seconds of the largest rack.
const TEETH: f64 = 1e5;
const SECONDS: f64 = 2.0;

/// What can be asked for.
pub fn names() -> Vec<String> {
    FAMILIES.iter().map(|(name, _)| (*name).to_owned()).collect()
}

pub fn run(root: &Path, target: &Path, folder: &Path, wanted: &Wanted) -> Result<(), String> {
    let build = ["build", "--release", "--quiet", "-p", "mainspring-sweep", "--example", "scaling"];
    if !succeeds(cargo(&build).current_dir(root)) {
        return Err("the example cannot be built".to_owned());
    }
    let program = target.join("release/examples").join(format!("scaling{}", std::env::consts::EXE_SUFFIX));
    let mut all = Vec::new();
    for (_, family) in FAMILIES.into_iter().filter(|(name, _)| wanted.runs(name)) {
        let mut command = Command::new(&program);
        command.arg(family);
        if wanted.quick {
            command.arg(QUICK);
        }
        let measured = lines(&mut command)?;
        print(family, &measured);
        all.extend(measured);
    }
    let bars = bars(&all, |name| wanted.runs(name), wanted.quick);
    crate::bench::bars::print(&bars);
    let saved = json!({ "lines": all, "bars": bars.iter().map(Bar::json).collect::<Vec<_>>() });
    let file = folder.join("sweep.json");
    fs::write(&file, format!("{saved:#}\n")).map_err(|e| format!("{}: {e}", file.display()))?;
    println!("   {}", file.display());
    Ok(())
}

fn number(line: &Value, name: &str) -> f64 {
    line[name].as_f64().unwrap_or(f64::NAN)
}

/// All calls of predicates: boxes compared, pairs of curves sought, signs and orders decided.
fn calls(line: &Value) -> f64 {
    ["boxes", "pairs", "filtered", "exact"].iter().map(|name| number(line, name)).sum()
}

/// The power with which calls grow with something.
fn growth<'a>(measured: impl Iterator<Item = &'a Value>, with: &str) -> Option<f64> {
    power(&measured.map(|line| (number(line, with), calls(line))).collect::<Vec<_>>())
}

fn print(family: &str, measured: &[Value]) {
    println!("-- {family}");
    println!(
        "   {:>8} {:>10} {:>9} {:>12} {:>11} {:>11} {:>9} {:>9} {:>9}",
        "size", "curves", "events", "boxes", "pairs", "decisions", "exact", "share", "s"
    );
    for line in measured {
        let [size, curves, events, boxes, pairs] =
            ["size", "curves", "events", "boxes", "pairs"].map(|n| number(line, n));
        let exact = number(line, "exact");
        let decided = exact + number(line, "filtered");
        let share = 100.0 * exact / decided.max(1.0);
        println!(
            "   {size:>8} {curves:>10} {events:>9} {boxes:>12} {pairs:>11} {decided:>11} {exact:>9} {share:>8.4}% {:>9.4}",
            number(line, "seconds")
        );
    }
    if let (Some(size), Some(curves)) = (growth(measured.iter(), "size"), growth(measured.iter(), "curves")) {
        println!("   calls grow as size to the power {size:.3}, as curves to the power {curves:.3}");
    }
}

/// What must hold of the families that were run.
fn bars(all: &[Value], runs: impl Fn(&str) -> bool, quick: bool) -> Vec<Bar> {
    let of = |family: &'static str| all.iter().filter(move |line| line["family"] == family);
    let mut bars = Vec::new();
    let mut fit = |name: &str, family: &'static str, with: &str, words: &str, holds: &dyn Fn(f64) -> bool| {
        if runs(name) {
            let found = growth(of(family), with);
            bars.push(Bar {
                words: format!("{family}: {words}"),
                met: found.is_some_and(holds),
                ratio: None,
                note: found.map_or_else(|| "not measured".to_owned(), |p| format!("power {p:.3}")),
            });
        }
    };
    fit("rack", "rack", "size", "calls grow with teeth to at most the power 1.1", &|p| p <= 1.1);
    fit("twin", "rack, every pair", "size", "the twin's calls grow to at least the power 1.9", &|p| p >= 1.9);
    fit("reach", "reach as long as the rack", "curves", "calls grow with curves to at most the power 1.3", &|p| {
        p <= 1.3
    });
    fit("comb", "comb over comb", "curves", "calls grow with curves to at most the power 1.3", &|p| p <= 1.3);
    if runs("rack") && !quick {
        let seconds = of("rack").find(|line| number(line, "size") == TEETH).map(|line| number(line, "seconds"));
        bars.push(Bar {
            words: format!("rack of {TEETH:e} teeth under a pawl of six corners: below {SECONDS} s"),
            met: seconds.is_some_and(|s| s < SECONDS),
            ratio: seconds.map(|s| SECONDS / s),
            note: seconds.map_or_else(|| "not measured".to_owned(), |s| format!("{s:.2} s")),
        });
    }
    bars
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_met_by_what_grows_as_it_may() {
        let line = |family: &str, size: f64, boxes: f64| json!({ "family": family, "size": size, "curves": size, "boxes": boxes, "pairs": 0, "filtered": 0, "exact": 0, "seconds": 0.5 });
        let made = |power: f64| -> Vec<Value> {
            ["rack", "rack, every pair", "comb over comb"]
                .into_iter()
                .flat_map(|family| [1e2, 1e3, 1e5].map(|size| line(family, size, 7.0 * libm::pow(size, power))))
                .collect()
        };
        let met =
            |power: f64| bars(&made(power), |name| name != "reach", false).iter().map(|b| b.met).collect::<Vec<_>>();
        assert_eq!(met(1.0), [true, false, true, true]);
        assert_eq!(met(1.2), [false, false, true, true]);
        assert_eq!(met(2.0), [false, true, false, true]);
        assert!(bars(&[], |_| true, false).iter().all(|b| !b.met));
    }
}
