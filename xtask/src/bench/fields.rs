//! `cargo xtask bench fields`: actuator arrays. What pushes a part, beside clipping every cell; a thousand parts; friction.
//!
//! One program (`bench/fields`) holds ours, a floor written by hand and general clipping libraries, and prints a line of JSON
//! a number; here they become tables and bars. Results go to `target/bench/fields.json`.

mod bars;
mod growth;

pub use growth::power;

use crate::bench::install::Shed;
use crate::bench::rungs::lines;
use crate::bench::wanted::Wanted;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::process::Command;

/// What is measured.
pub const PARTS: [&str; 4] = ["wrench", "thousand", "growth", "friction"];

pub fn run(root: &Path, folder: &Path, wanted: &Wanted) -> Result<(), String> {
    let program = Shed::new(root, folder).build_with_ours("fields", "fields-peers");
    let program = program.ok_or("the program cannot be built: its crates cannot be had, or ours do not compile")?;
    let mut all = Vec::new();
    for part in PARTS.into_iter().filter(|part| wanted.runs(part)) {
        let mut command = Command::new(&program);
        command.arg(root.join("bench/fields/thousand.mech")).args(["--only", part]);
        if wanted.quick {
            command.arg("--quick");
        }
        let measured = lines(&mut command)?;
        if let Some(why) = measured.iter().find_map(|line| line["failed"].as_str()) {
            return Err(format!("{part}: {why}"));
        }
        print(part, &measured);
        all.extend(measured);
    }
    let bars = bars::all(&all, |part| wanted.runs(part));
    crate::bench::bars::print(&bars);
    let saved = json!({ "lines": all, "bars": bars.iter().map(crate::bench::bars::Bar::json).collect::<Vec<_>>() });
    let file = folder.join("fields.json");
    fs::write(&file, format!("{saved:#}\n")).map_err(|e| format!("{}: {e}", file.display()))?;
    println!("   {}", file.display());
    Ok(())
}

fn print(part: &str, measured: &[Value]) {
    let text = |line: &Value, name: &str| line[name].as_str().unwrap_or_default().to_owned();
    let number = |line: &Value, name: &str| line[name].as_f64().unwrap_or(f64::NAN);
    match part {
        "wrench" => {
            println!("-- wrench: a 12-gon with a hole over 48 × 48 cells");
            println!("   {:<10} {:>12} {:>9}", "", "µs", "error");
            for line in measured {
                let (who, why) = (text(line, "who"), text(line, "why"));
                println!("   {who:<10} {:>12.2} {:>9.0e}  {why}", 1e-3 * number(line, "ns"), number(line, "error"));
            }
        }
        "thousand" => {
            println!("-- thousand: 1,000 parts of 12 vertices on 500 × 500 cells, nothing touches");
            println!("   {:<10} {:<9} {:>9} {:>17}", "", "law", "steps/s", "evaluations/step");
            for line in measured {
                let (who, law) = (text(line, "who"), text(line, "law"));
                let evaluations = line["evaluations"].as_f64().map_or_else(|| "1".to_owned(), |e| format!("{e:.2}"));
                println!("   {who:<10} {law:<9} {:>9.0} {evaluations:>17}", number(line, "steps_per_s"));
            }
        }
        "growth" => growth::print(measured),
        _ => {
            println!("-- friction of a 12-gon");
            for line in measured {
                println!("   {:<32} {:>8.0} ns", text(line, "what"), number(line, "ns"));
            }
        }
    }
}
