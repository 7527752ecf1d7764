//! `mainspring completions`.

use crate::exit::Exit;
use crate::terminal::say;
use clap::{Args, Command};
use clap_complete::{Shell, generate};
use std::io;

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  mainspring completions bash > ~/.local/share/bash-completion/completions/mainspring
  mainspring completions fish > ~/.config/fish/completions/mainspring.fish
  mainspring completions zsh > \"${fpath[1]}/_mainspring\"")]
pub struct CompletionsArguments {
    /// Which shell
    #[arg(value_enum)]
    pub shell: Shell,
}

/// The script for the command line `command`.
pub fn run(arguments: &CompletionsArguments, command: &mut Command) -> io::Result<Exit> {
    // gathered first: the generator panics when its stream is closed
    let mut script = Vec::new();
    generate(arguments.shell, command, "mainspring", &mut script);
    say(&String::from_utf8_lossy(&script))?;
    Ok(Exit::Fine)
}
