//! `mainspring explain`.

use crate::exit::Exit;
use crate::prose::wrapped;
use crate::terminal::{LABEL, complain, say, styled};
use clap::Args;
use mainspring_workbench::all_codes;
use mainspring_workbench::definition::did_you_mean;
use std::io;

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  mainspring explain E0102\n  mainspring explain          lists every code")]
pub struct ExplainArguments {
    /// Code of an error, warning or note; none lists all
    pub code: Option<String>,
}

pub fn run(arguments: &ExplainArguments) -> io::Result<Exit> {
    let all = all_codes();
    let Some(asked) = &arguments.code else {
        let lines: Vec<String> = all.iter().map(|c| format!("{}  {}\n", styled(LABEL, c.code), c.title)).collect();
        return say(&lines.concat()).map(|()| Exit::Fine);
    };
    let code = asked.trim().trim_start_matches("error[").trim_end_matches(']').to_uppercase();
    if let Some(found) = all.iter().find(|c| c.code == code) {
        let title = styled(LABEL, &format!("{}: {}", found.code, found.title));
        say(&format!("{title}\n\n{}\n", wrapped(found.explanation.trim_end(), 0)))?;
        return Ok(Exit::Fine);
    }
    let near = did_you_mean(&code, all.iter().map(|c| c.code));
    let hint = near.map_or_else(|| "`mainspring explain` lists all".to_owned(), |c| format!("did you mean `{c}`?"));
    complain(&format!("no code `{asked}`; {hint}"));
    Ok(Exit::Usage)
}
