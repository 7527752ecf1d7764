//! `mainspring check`.

use crate::exit::Exit;
use crate::findings::tell;
use crate::model_text::{model_text, sweep_text};
use crate::numbers::counted;
use crate::source;
use crate::terminal::{BAD, GOOD, say, styled};
use clap::Args;
use mainspring_workbench::record::shown;
use mainspring_workbench::{Prepared, Settings, prepare};
use std::io;
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  mainspring check *.mech\n\nExit codes: 0 all fine, 1 a scene is wrong")]
pub struct CheckArguments {
    /// Scenes to read, build and assemble
    #[arg(required = true, value_name = "SCENE")]
    pub scenes: Vec<PathBuf>,
}

pub fn run(arguments: &CheckArguments) -> io::Result<Exit> {
    let mut exit = Exit::Fine;
    for path in &arguments.scenes {
        let scene = source::scene(path);
        match prepare(&scene, &Settings::default()) {
            Ok(prepared) => {
                tell(&prepared.notes, &prepared.sources);
                say(&format!("{}: {}, {}\n", shown(path), styled(GOOD, "fine"), found(&prepared)))?;
            }
            Err(wrong) => {
                exit = Exit::Scene;
                let errors = wrong.findings.iter().filter(|d| d.is_error()).count();
                tell(&wrong.findings, &wrong.sources);
                say(&format!("{}: {}\n", shown(path), styled(BAD, &counted(errors, "error", "errors"))))?;
            }
        }
    }
    Ok(exit)
}

fn found(prepared: &Prepared) -> String {
    if let Some(sweep) = prepared.model.sweep() {
        return sweep_text(sweep);
    }
    let mut text = model_text(&prepared.model, prepared.freedom);
    let rows: usize = prepared.redundant.iter().map(|r| r.rows).sum();
    if rows > 0 {
        let joints: Vec<String> = prepared.redundant.iter().map(|r| format!("`{}`", r.path)).collect();
        text.push_str(&format!(", {} (of {})", counted(rows, "redundant row", "redundant rows"), joints.join(", ")));
    }
    text
}
