//! `work_precision`: our side of the benchmark in `bench/`.
//!
//! ```text
//! work_precision describe SCENE --until 10 --check-at 0.1 --error-at 3
//! work_precision measure  SCENE --until 10 --reference FILE --integrator dop853 --rtol 1e-6,1e-9
//! work_precision plot     RESULTS FOLDER
//! work_precision touch    SCENE --until 6 --every 1e-3 --rtol 1e-6,1e-9
//! work_precision slices   SCENE --until 0.8 --every 0.0167
//! work_precision draw     RESULTS FOLDER
//! ```
//!
//! `describe` prints the mechanism as plain numbers, from which every peer builds its own model, and where its parts are
//! at two later times, found at the tightest tolerance. `measure` prints a line of JSON a rung: CPU time, drift, error.
//! `plot` draws work–precision pictures of all engines. `touch` prints a line of JSON a rung of a contact scene: CPU time and
//! where every part is; `slices` the CPU time of a run slice by slice; `draw` draws any curves given as numbers.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program whose output other programs read")]

mod arguments;
mod clock;
mod describe;
mod draw;
mod measure;
mod plot;
mod slices;
mod touch;

use arguments::Arguments;
use std::process::ExitCode;

const USAGE: &str = "usage: work_precision describe SCENE [--until S] [--check-at S] [--error-at S] [--set PATH=VALUE]
       work_precision measure SCENE [--until S] [--reference FILE] [--integrator NAME] [--rtol LIST | --step LIST]
                      [--repeat N] [--set PATH=VALUE]
       work_precision plot RESULTS FOLDER
       work_precision touch SCENE [--until S] [--every S] [--rtol LIST] [--repeat N] [--set PATH=VALUE]
       work_precision slices SCENE [--until S] [--every S] [--repeat N] [--set PATH=VALUE]
       work_precision draw RESULTS FOLDER";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let done = match words.first().map(String::as_str) {
        Some("describe") => Arguments::read(&words[1..]).and_then(|a| describe::run(&a)),
        Some("measure") => Arguments::read(&words[1..]).and_then(|a| measure::run(&a)),
        Some("touch") => Arguments::read(&words[1..]).and_then(|a| touch::run(&a)),
        Some("slices") => Arguments::read(&words[1..]).and_then(|a| slices::run(&a)),
        Some("draw") if words.len() == 3 => draw::run(words[1].as_ref(), words[2].as_ref()),
        Some("plot") if words.len() == 3 => plot::run(words[1].as_ref(), words[2].as_ref()),
        _ => Err(USAGE.to_owned()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}
