//! Instructions counted by valgrind: what one forward evaluation (q, v, t) → (v̇, λ) costs a body, on chains of 100 bodies, and
//! what part of a run goes to its auditor, on scenes of the gallery.
//!
//! The difference of two runs that differ only in how often they evaluate leaves nothing of start-up; the count is the same on
//! every machine for one compiler, so it is compared with fixed bars.

use crate::step::{Steps, cargo, output, succeeds, target_folder};
use std::path::Path;
use std::process::Command;

const BODIES: u64 = 100;
const FEW: u64 = 10;
const MANY: u64 = 30;

/// Space, coordinates, most instructions a body (none: said, not judged).
const CASES: [(&str, &str, Option<u64>); 4] = [
    ("planar", "joint", Some(1_500)),
    ("spatial", "joint", Some(6_000)),
    ("planar", "maximal", None),
    ("spatial", "maximal", None),
];

/// Scenes, and how much of each is run, in which the auditor's part is counted: few steps and many, plane and space, with
/// and without contact, and the one with the largest part found.
const AUDITED: [(&str, &str); 9] = [
    ("chain", "1"),
    ("four_bar", "0.5"),
    ("hand", "0.1"),
    ("escapement", "0.5"),
    ("dominoes", "0.1"),
    ("woodpecker", "0.2"),
    ("ratchet", "0.2"),
    ("rattle", "0.2"),
    ("peg", "0.1"),
];
/// Most of a run's instructions that its auditor may take, percent.
const AUDITOR: f64 = 5.0;

pub fn run(steps: &mut Steps) {
    if output(Command::new("valgrind").arg("--version")).is_none() {
        println!("instructions: there is no valgrind; nothing is counted");
        return;
    }
    let Some(folder) = target_folder(&steps.root) else {
        println!("instructions: cargo metadata does not say where builds go; skipped");
        return;
    };
    steps.check("instructions of one evaluation, per body", |root| {
        let build = ["build", "--quiet", "--release", "--package", "mainspring-dynamics", "--example", "evaluate"];
        if !succeeds(cargo(&build).current_dir(root)) {
            return Err(vec!["the example `evaluate` does not build".to_owned()]);
        }
        let example = folder.join("release").join("examples").join(format!("evaluate{}", std::env::consts::EXE_SUFFIX));
        let mut wrong = Vec::new();
        for (space, coordinates, bar) in CASES {
            let words = |times: u64| [BODIES.to_string(), times.to_string(), space.to_owned(), coordinates.to_owned()];
            let count = |times| instructions(Command::new(&example).args(words(times)), &folder, None);
            let (Some(few), Some(many)) = (count(FEW), count(MANY)) else {
                wrong.push(format!("{space}, {coordinates}: valgrind gave no count"));
                continue;
            };
            let each = many.saturating_sub(few) / (MANY - FEW) / BODIES;
            match bar {
                Some(bar) => println!("   {space:8} {coordinates:8} {each:6} a body, at most {bar}"),
                None => println!("   {space:8} {coordinates:8} {each:6} a body"),
            }
            if bar.is_some_and(|bar| each > bar) {
                wrong.push(format!("{space}, {coordinates}: {each} instructions a body are too many"));
            }
        }
        if wrong.is_empty() { Ok(()) } else { Err(wrong) }
    });
    steps.check("the auditor's part of a run", |root| {
        if !succeeds(cargo(&["build", "--quiet", "--release", "--package", "mainspring"]).current_dir(root)) {
            return Err(vec!["the program does not build".to_owned()]);
        }
        let program = folder.join("release").join(format!("mainspring{}", std::env::consts::EXE_SUFFIX));
        let mut wrong = Vec::new();
        for (scene, until) in AUDITED {
            let mut command = Command::new(&program);
            command
                .args(["run", "--no-record", "--until", until])
                .arg(root.join("scenes").join(scene).join("scene.mech"));
            let counted = |within| instructions(&command, &folder, Some(within)).filter(|&count| count > 0);
            let (whole, audit) = (counted("*Engine::run_loop*"), counted("*Engine>::show*"));
            let Some((whole, audit)) = whole.zip(audit) else {
                wrong.push(format!("{scene}: valgrind gave no count"));
                continue;
            };
            let share = 100.0 * audit as f64 / whole as f64;
            println!("   {scene:12} {share:5.2} % of {whole} instructions, at most {AUDITOR} %");
            if share > AUDITOR {
                wrong.push(format!("{scene}: the auditor takes {share:.2} % of the run"));
            }
        }
        if wrong.is_empty() { Ok(()) } else { Err(wrong) }
    });
}

/// Instructions of a program; where a pattern of a function's name is given, those within it.
fn instructions(program: &Command, folder: &Path, within: Option<&str>) -> Option<u64> {
    let file = folder.join("instructions.callgrind");
    let mut command = Command::new("valgrind");
    command.args(["--quiet", "--tool=callgrind"]).arg(format!("--callgrind-out-file={}", file.display()));
    command.args(within.map(|name| format!("--toggle-collect={name}")));
    command.arg(program.get_program()).args(program.get_args());
    command.output().ok().filter(|o| o.status.success())?;
    let text = std::fs::read_to_string(&file).ok()?;
    text.lines().find_map(|line| line.strip_prefix("totals: "))?.trim().parse().ok()
}
