//! What one forward evaluation (q, v, t) → (v̇, λ) costs: instructions a body, counted by valgrind on chains of 100 bodies.
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
            let count = |times| instructions(&example, &folder, times, space, coordinates);
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
}

/// Instructions of a whole run of the example.
fn instructions(example: &Path, folder: &Path, times: u64, space: &str, coordinates: &str) -> Option<u64> {
    let file = folder.join("instructions.callgrind");
    let mut command = Command::new("valgrind");
    command.args(["--quiet", "--tool=callgrind"]).arg(format!("--callgrind-out-file={}", file.display())).arg(example);
    command.args([BODIES.to_string(), times.to_string(), space.to_owned(), coordinates.to_owned()]);
    command.output().ok().filter(|o| o.status.success())?;
    let text = std::fs::read_to_string(&file).ok()?;
    text.lines().find_map(|line| line.strip_prefix("totals: "))?.trim().parse().ok()
}
