//! `mainspring new`.

use crate::exit::Exit;
use crate::terminal::{complain, say};
use clap::Args;
use mainspring_workbench::record::shown;
use mainspring_workbench::recording::create_file;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

const STARTER: &str = include_str!("starter.mech");

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  mainspring new swing && mainspring run swing.mech")]
pub struct NewArguments {
    /// Name of the scene: `swing` writes `swing.mech`
    pub name: PathBuf,
}

pub fn run(arguments: &NewArguments) -> io::Result<Exit> {
    let path = with_ending(&arguments.name);
    match write(&path) {
        Ok(()) => {
            let shown = shown(&path);
            say(&format!("wrote {shown}; run it with `mainspring run {shown}`\n"))?;
            Ok(Exit::Fine)
        }
        Err(error) => {
            let shown = shown(&path);
            complain(&match error.kind() {
                io::ErrorKind::AlreadyExists => format!("`{shown}` is there already and is left as it is"),
                _ => format!("cannot write `{shown}`: {error}"),
            });
            Ok(Exit::Usage)
        }
    }
}

fn with_ending(name: &Path) -> PathBuf {
    if name.extension().is_some_and(|e| e == "mech") {
        return name.to_owned();
    }
    // `a.b` is a name too
    let mut whole = name.as_os_str().to_owned();
    whole.push(".mech");
    PathBuf::from(whole)
}

fn write(path: &Path) -> io::Result<()> {
    if let Some(folder) = path.parent().filter(|f| !f.as_os_str().is_empty()) {
        fs::create_dir_all(folder)?;
    }
    create_file(path, STARTER.as_bytes())
}
