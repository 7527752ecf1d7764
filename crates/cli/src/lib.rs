//! The `mainspring` command: [`main`] reads the command line, runs one command and says how it ended.
//!
//! One file a command in `commands`; each calls the workbench and prints what it returns. Summaries show the energy
//! drawn by windows and arrays on a line of its own, `drawn`, because it is no part of the balance, and say so where
//! an impact law gained energy.

mod actuators;
mod arguments;
mod columns;
mod commands;
mod event_list;
mod exit;
mod files;
mod findings;
mod guess;
mod interrupt;
mod json;
mod lines;
mod model_text;
mod numbers;
mod progress;
mod prose;
mod resume;
mod run_report;
mod scales;
mod shell;
mod source;
mod summary;
mod sweep_summary;
mod terminal;
mod tolerances;
mod unknown_command;
mod values_table;
mod video;

use arguments::{Arguments, Command};
use clap::{CommandFactory, Parser};
use exit::Exit;
use std::process::ExitCode;

/// Runs the command that the program was started with.
#[must_use]
pub fn main() -> ExitCode {
    let arguments = Arguments::try_parse().unwrap_or_else(|error| unknown_command::exit(error));
    let done = match arguments.command {
        Command::Run(run) => commands::run::run(&run),
        Command::Report(report) => commands::report::run(&report),
        Command::Check(check) => commands::check::run(&check),
        Command::Fmt(fmt) => commands::fmt::run(&fmt),
        Command::Explain(explain) => commands::explain::run(&explain),
        Command::New(new) => commands::new::run(&new),
        Command::Info(info) => commands::info::run(&info),
        Command::Diff(diff) => commands::diff::run(&diff),
        Command::Export(export) => commands::export::run(&export),
        Command::Recover(recover) => commands::recover::run(&recover),
        Command::Render(render) => commands::render::run(&render),
        Command::Gallery(gallery) => commands::gallery::run(&gallery),
        Command::Orient(orient) => commands::orient::run(&orient),
        Command::Assemble(assemble) => commands::assemble::run(&assemble),
        Command::Plane(plane) => commands::plane::run(&plane),
        Command::Plot(plot) => commands::plot::run(&plot),
        Command::Completions(completions) => commands::completions::run(&completions, &mut Arguments::command()),
    };
    match done {
        Ok(exit) => exit.into(),
        // whoever was reading has seen enough
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Exit::Fine.into(),
        Err(error) => {
            terminal::complain(&format!("cannot write: {error}"));
            Exit::Failed.into()
        }
    }
}
