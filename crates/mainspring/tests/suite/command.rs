//! The command as a shell sees it: what it prints, where it writes, how it exits.
#![expect(clippy::unwrap_used, reason = "helpers of tests fail like tests")]
#![expect(clippy::print_stderr, reason = "a skipped test must say so")]

#[path = "command/support.rs"]
mod support;

#[path = "command/arrays.rs"]
mod arrays;
#[path = "command/bad_input.rs"]
mod bad_input;
#[path = "command/blows.rs"]
mod blows;
#[path = "command/bursts.rs"]
mod bursts;
#[path = "command/fmt.rs"]
mod fmt;
mod full_disk;
#[path = "command/hostile_names.rs"]
mod hostile_names;
#[path = "command/interrupt.rs"]
mod interrupt;
#[path = "command/json.rs"]
mod json;
#[path = "command/kills.rs"]
mod kills;
#[path = "command/looking.rs"]
mod looking;
#[path = "command/misled.rs"]
mod misled;
#[path = "command/mutants.rs"]
mod mutants;
#[path = "command/orient.rs"]
mod orient;
#[path = "command/others.rs"]
mod others;
#[path = "command/plot.rs"]
mod plot;
#[path = "command/previous.rs"]
mod previous;
#[path = "command/recordings.rs"]
mod recordings;
#[path = "command/render.rs"]
mod render;
#[path = "command/report.rs"]
mod report;
#[path = "command/resume.rs"]
mod resume;
#[path = "command/run.rs"]
mod run;
#[path = "command/sweep.rs"]
mod sweep;
#[path = "command/sweep_told.rs"]
mod sweep_told;
#[path = "command/sweep_words.rs"]
mod sweep_words;
#[path = "command/verdict.rs"]
mod verdict;
