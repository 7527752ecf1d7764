//! `mainspring fmt`.

use crate::exit::Exit;
use crate::findings::tell;
use crate::terminal::{complain, say};
use clap::Args;
use mainspring_workbench::Scene;
use mainspring_workbench::definition::{Diagnostic, Source};
use mainspring_workbench::language::{decode, format, limits};
use mainspring_workbench::recording::replace_file;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  mainspring fmt *.mech            rewrite them
  mainspring fmt --check *.mech    name those that are not in canonical form; exit code 1 if there are any
  mainspring fmt --stdin < a.mech  for editors; `-` as a file is the same

A file with errors is left as it is.")]
pub struct FmtArguments {
    /// Scenes to rewrite
    #[arg(required_unless_present = "stdin", conflicts_with = "stdin", value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Only name the files that would change
    #[arg(long)]
    pub check: bool,
    /// Read standard input, write standard output
    #[arg(long)]
    pub stdin: bool,
}

pub fn run(arguments: &FmtArguments) -> io::Result<Exit> {
    if arguments.stdin || arguments.files == [Path::new("-")] {
        return stream(arguments.check);
    }
    let mut exit = Exit::Fine;
    for path in &arguments.files {
        let done = file(path, arguments.check)?;
        if done != Exit::Fine && exit != Exit::Failed {
            exit = done;
        }
    }
    Ok(exit)
}

fn file(path: &Path, check: bool) -> io::Result<Exit> {
    let shown = path.to_string_lossy().into_owned();
    let text = match Scene::read(path) {
        Ok(text) => text,
        Err(finding) => return Ok(refuse(vec![*finding], &shown, String::new())),
    };
    let formatted = match format(&text) {
        Ok(formatted) => formatted,
        Err(findings) => return Ok(refuse(findings, &shown, text)),
    };
    if formatted == text {
        return Ok(Exit::Fine);
    }
    if check {
        say(&format!("{shown}\n"))?;
        return Ok(Exit::Scene);
    }
    if let Err(error) = replace_file(path, formatted.as_bytes()) {
        complain(&format!("cannot write `{shown}`: {error}"));
        return Ok(Exit::Failed);
    }
    Ok(Exit::Fine)
}

fn stream(check: bool) -> io::Result<Exit> {
    let mut bytes = Vec::new();
    io::stdin().lock().take(limits::FILE_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    let text = match decode(bytes) {
        Ok(text) => text,
        Err(finding) => return Ok(refuse(vec![*finding], "standard input", String::new())),
    };
    match format(&text) {
        Ok(formatted) if check => Ok(if formatted == text { Exit::Fine } else { Exit::Scene }),
        Ok(formatted) => say(&formatted).map(|()| Exit::Fine),
        Err(findings) => Ok(refuse(findings, "standard input", text)),
    }
}

fn refuse(findings: Vec<Diagnostic>, name: &str, text: String) -> Exit {
    tell(&findings, &[Source { name: name.to_owned(), text }]);
    Exit::Scene
}
