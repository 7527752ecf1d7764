//! Fields, measured: `fields-peers SCENE [--quick]` prints a line of JSON a number.
//!
//! Ours, a floor written by hand and general clipping libraries run in one program, one after the other on one core.

mod clippers;
#[path = "../../../crates/mainspring/examples/work_precision/clock.rs"]
mod clock;
mod floor;
mod growth;
mod part;
mod rubbing;
mod thousand;
mod timing;
mod wrench;

use std::path::PathBuf;
use std::process::ExitCode;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let quick = words.iter().any(|w| w == "--quick");
    let only = words.iter().position(|w| w == "--only").and_then(|i| words.get(i + 1));
    let Some(scene) = words.first().map(PathBuf::from) else {
        eprintln!("usage: fields-peers SCENE [--quick] [--only wrench|growth|friction|thousand]");
        return ExitCode::FAILURE;
    };
    let runs = |name: &str| only.is_none_or(|o| o == name);
    let measured: [(&str, &dyn Fn() -> Result<Vec<serde_json::Value>, String>); 4] = [
        ("wrench", &|| wrench::run(quick)),
        ("growth", &|| growth::run(quick)),
        ("friction", &|| rubbing::run(quick)),
        ("thousand", &|| thousand::run(&scene, quick)),
    ];
    for (name, run) in measured.into_iter().filter(|(name, _)| runs(name)) {
        match run() {
            Ok(lines) => lines.iter().for_each(|line| println!("{line}")),
            Err(why) => println!("{}", serde_json::json!({ "part": name, "failed": why })),
        }
    }
    ExitCode::SUCCESS
}
