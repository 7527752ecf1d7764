//! `cargo xtask bench`: every engine on the same mechanisms in the same run, on one core: tables, bars, plots.
//!
//! `cargo xtask bench contact` does the same with scenes in which parts touch, `cargo xtask bench crowds` with scenes in which
//! many do, `cargo xtask bench fields` measures actuator arrays, `cargo xtask bench sweep` how the work of the exact sweep
//! grows. `bench/README.md` says what is measured. Peers are installed from the package registries into `target/bench/`; one that cannot be had is named, and its
//! bars are unmet.

mod bars;
mod contact;
mod crowds;
mod engines;
mod fields;
mod install;
mod mechanisms;
mod peers;
mod rungs;
mod sweep;
mod table;
mod wanted;

use crate::step::{Count, Steps, cargo, succeeds, target_folder};
use engines::Engines;
use mechanisms::{MECHANISMS, Mechanism};
use rungs::Rung;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::process::Command;
use wanted::Wanted;

/// What the words after `bench` ask for; None where they make no sense.
pub fn parse(words: &[&str]) -> Option<Wanted> {
    let wanted = Wanted::read(words)?;
    let (known, engines) = if wanted.contact {
        (contact::names(), &peers::ENGINES[..])
    } else if wanted.crowds {
        (crowds::names(), &peers::ENGINES[..])
    } else if wanted.fields {
        (fields::PARTS.map(str::to_owned).to_vec(), &[][..])
    } else if wanted.sweep {
        (sweep::names(), &[][..])
    } else {
        (MECHANISMS.iter().map(|m| m.name.to_owned()).collect(), &engines::NAMES[..])
    };
    let fits = wanted.only.iter().all(|name| known.contains(name))
        && wanted.engines.iter().all(|name| engines.contains(&name.as_str()));
    let kinds = [wanted.contact, wanted.crowds, wanted.fields, wanted.sweep].into_iter().filter(|kind| *kind).count();
    (fits && kinds <= 1).then_some(wanted)
}

pub fn run(steps: &mut Steps, wanted: &Wanted) {
    let Some(folder) = target_folder(&steps.root) else {
        println!("bench: cargo metadata does not say where builds go");
        return;
    };
    steps.step("bench", |root| Count::one(bench(root, &folder, wanted).map_err(|why| println!("   {why}")).is_ok()));
}

fn bench(root: &Path, target: &Path, wanted: &Wanted) -> Result<(), String> {
    let folder = target.join("bench");
    fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    if wanted.fields {
        return fields::run(root, &folder, wanted);
    }
    if wanted.sweep {
        return sweep::run(root, target, &folder, wanted);
    }
    if wanted.crowds {
        return crowds::run(root, target, &folder, wanted);
    }
    let ours =
        ["build", "--release", "--quiet", "-p", "mainspring", "--no-default-features", "--example", "work_precision"];
    if !succeeds(cargo(&ours).current_dir(root)) {
        return Err("our own side cannot be built".to_owned());
    }
    let program = target.join("release/examples").join(format!("work_precision{}", std::env::consts::EXE_SUFFIX));
    if wanted.contact {
        return contact::run(root, &folder, &program, wanted);
    }
    let engines = Engines::install(root, &folder, wanted);
    let mut results: Vec<(&Mechanism, Vec<Rung>)> = Vec::new();
    let mut apart = Vec::new();
    for mechanism in MECHANISMS {
        if !wanted.runs(mechanism.name) {
            continue;
        }
        println!("-- {}: {}", mechanism.name, mechanism.says);
        let described = mechanism.describe(root, &program, &folder)?;
        let mut rungs = Vec::new();
        if wanted.wants("ours") {
            rungs.extend(mechanism.ours(root, &program, &described, wanted.quick)?);
        }
        for line in engines.climb(mechanism, &described) {
            if let Some(check) = line.get("tolerance") {
                apart.extend(table::checked(&line, check));
            } else {
                rungs.push(Rung::read(&line));
            }
        }
        table::print(&rungs);
        results.push((mechanism, rungs));
    }
    let bars = bars::all(&results, &engines.missing);
    bars::print(&bars);
    save(&folder, &results, &bars, &engines)?;
    println!("   {}", folder.join("results.json").display());
    let plots = Command::new(&program).arg("plot").arg(folder.join("results.json")).arg(&folder).status();
    if !plots.is_ok_and(|status| status.success()) {
        return Err("the plots could not be drawn".to_owned());
    }
    if apart.is_empty() { Ok(()) } else { Err(apart.join("\n   ")) }
}

/// Everything, for programs.
fn save(
    folder: &Path,
    results: &[(&Mechanism, Vec<Rung>)],
    bars: &[bars::Bar],
    engines: &Engines,
) -> Result<(), String> {
    let mechanisms: Vec<Value> = results
        .iter()
        .map(|(m, rungs)| json!({ "name": m.name, "until": m.until, "rungs": rungs.iter().map(Rung::json).collect::<Vec<_>>() }))
        .collect();
    let all = json!({
        "versions": engines.versions,
        "missing": engines.missing,
        "mechanisms": mechanisms,
        "bars": bars.iter().map(bars::Bar::json).collect::<Vec<_>>(),
    });
    let file = folder.join("results.json");
    fs::write(&file, format!("{all:#}\n")).map_err(|e| format!("{}: {e}", file.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_and_unknown_ones_refused() {
        let wanted = parse(&["--only", "chain,four_bar", "--engines", "mujoco,ours"]).unwrap();
        assert_eq!(wanted.only, ["chain", "four_bar"]);
        assert!(wanted.wants("mujoco") && !wanted.wants("drake"));
        let contact = parse(&["contact", "--only", "bounce,stack_50", "--engines", "box2d"]).unwrap();
        assert!(contact.contact && contact.runs("stack_50") && !contact.runs("roll"));
        let fields = parse(&["fields", "--only", "growth"]).unwrap();
        assert!(fields.fields && fields.runs("growth") && !fields.runs("wrench"));
        let sweep = parse(&["sweep", "--only", "rack,comb"]).unwrap();
        assert!(sweep.sweep && sweep.runs("comb") && !sweep.runs("twin"));
        let crowds = parse(&["crowds", "--only", "stack_50,heap_200", "--engines", "ours,pymunk"]).unwrap();
        assert!(crowds.crowds && crowds.runs("heap_200") && !crowds.runs("heap_50") && !crowds.wants("box2d"));
        let quick = parse(&["--quick"]).unwrap();
        assert!(quick.wants("ours") && !quick.wants("mujoco"));
        let wrong = [
            &["--only", "bicycle"][..],
            &["--engines", "abacus"],
            &["--slow"],
            &["--only"],
            &["--only", "bounce"],
            &["contact", "--only", "chain"],
            &["contact", "--engines", "drake"],
            &["contact", "fields"],
            &["crowds", "contact"],
            &["crowds", "--only", "roll"],
            &["fields", "--only", "chain"],
            &["fields", "sweep"],
            &["sweep", "--only", "wrench"],
            &["fields", "--engines", "geo"],
        ];
        for wrong in wrong {
            assert_eq!(parse(wrong), None);
        }
    }
}
