//! Words that other programs have for what a command here does.

use crate::arguments::Arguments;
use crate::terminal::remark;
use clap::CommandFactory;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use mainspring_workbench::definition::did_you_mean;

/// What a command does, in other words.
const WORDS: [(&str, &[&str]); 9] = [
    ("report", &["view", "show", "open", "display", "watch", "live", "browse", "page", "html", "viewer"]),
    ("render", &["draw", "picture", "image", "movie", "video", "animate", "animation", "play", "film", "gif"]),
    ("run", &["simulate", "sim", "start", "execute", "exec", "go", "solve", "integrate", "resume"]),
    ("check", &["validate", "lint", "verify", "test", "parse"]),
    ("fmt", &["format", "tidy", "pretty"]),
    ("gallery", &["examples", "example", "demo", "demos", "list", "scenes"]),
    ("new", &["init", "create", "template"]),
    ("export", &["convert", "csv", "json", "dump", "save"]),
    ("plot", &["graph", "chart", "curve", "curves"]),
];

/// The error, with the command that was probably meant.
fn with_guess(mut error: clap::Error) -> clap::Error {
    if error.kind() == ErrorKind::InvalidSubcommand
        && let Some(ContextValue::String(typed)) = error.get(ContextKind::InvalidSubcommand)
    {
        let typed = typed.to_lowercase();
        let meant =
            WORDS.iter().find(|(_, words)| words.contains(&typed.as_str())).map(|(command, _)| (*command).to_owned());
        let near = || {
            let commands: Vec<String> =
                Arguments::command().get_subcommands().map(|c| c.get_name().to_owned()).collect();
            did_you_mean(&typed, commands.iter().map(String::as_str)).map(str::to_owned)
        };
        let none = error.get(ContextKind::SuggestedSubcommand).is_none();
        if let Some(command) = meant.or_else(|| if none { near() } else { None }) {
            error.insert(ContextKind::SuggestedSubcommand, ContextValue::Strings(vec![command]));
        }
    }
    error
}

/// Says what is wrong with a command line, and ends the program.
pub fn exit(error: clap::Error) -> ! {
    let error = with_guess(error);
    if !error.use_stderr() {
        error.exit();
    }
    remark(&error.render().ansi().to_string());
    std::process::exit(error.exit_code())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[test]
    fn each_word_leads_to_a_command_and_is_none() {
        let commands: Vec<String> = Arguments::command().get_subcommands().map(|c| c.get_name().to_owned()).collect();
        for (command, words) in WORDS {
            assert!(commands.iter().any(|c| c == command), "{command}");
            for word in words {
                assert!(!commands.iter().any(|c| c == word), "{word}");
                let error = with_guess(Arguments::try_parse_from(["mainspring", word]).unwrap_err()).to_string();
                assert!(error.contains(&format!("subcommand exists: '{command}'")), "{error}");
            }
        }
    }
}
