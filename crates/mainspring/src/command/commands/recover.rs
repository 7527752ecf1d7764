//! `mainspring recover`.

use crate::exit::Exit;
use crate::numbers::number;
use crate::source;
use crate::terminal::{complain, say};
use clap::Args;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  mainspring recover out/arm/recording.mcap            writes out/arm/recording.recovered.mcap
  mainspring recover broken.mcap -o whole.mcap

A recording is written in blocks, each with its checksum. Every block that is whole is copied, with a
new index; the old file stays as it is. A run that was killed needs no recovery to be looked at, and
`mainspring run SCENE --resume` goes on with it.

Exit codes: 0 fine, also if something was lost; 2 the command line is wrong, 3 nothing can be saved";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct RecoverArguments {
    /// The damaged recording
    pub recording: PathBuf,
    /// The new file, which must not be there yet [default: <name>.recovered.mcap]
    #[arg(short, long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

pub fn run(arguments: &RecoverArguments) -> io::Result<Exit> {
    let path = &arguments.recording;
    let mut recording = match source::open(path) {
        Ok(recording) => recording,
        Err(exit) => return Ok(exit),
    };
    let out = arguments.out.clone().unwrap_or_else(|| free(path));
    let file = match File::create_new(&out) {
        Ok(file) => file,
        Err(e) => {
            let shown = out.display();
            complain(&match e.kind() {
                io::ErrorKind::AlreadyExists => format!("`{shown}` is there already and is left as it is"),
                _ => format!("cannot write `{shown}`: {e}"),
            });
            return Ok(Exit::Usage);
        }
    };
    let saved = match recording.recover(file) {
        Ok(saved) => saved,
        Err(error) => return Ok(source::unreadable(path, &error)),
    };
    let mut text = format!("wrote {}\nsaved     {} frames, {} events", out.display(), saved.frames, saved.events);
    if let Some([first, last]) = saved.span {
        text.push_str(&format!(", t = {} s to {} s", number(first), number(last)));
    }
    text.push_str(if saved.complete { ", with the end of the run\n" } else { "; the end of the run is not in it\n" });
    for (i, damage) in saved.damage.iter().enumerate() {
        text.push_str(&format!("{}{damage}\n", if i == 0 { "lost      " } else { "          " }));
    }
    if saved.damage.is_empty() {
        text.push_str("lost      nothing\n");
    }
    say(&text)?;
    Ok(Exit::Fine)
}

/// `a.recovered.mcap`, or with a number where that is taken.
fn free(path: &Path) -> PathBuf {
    let first = path.with_extension("recovered.mcap");
    let numbered = |i: u32| path.with_extension(format!("recovered-{i}.mcap"));
    if first.exists() { (2..1000).map(numbered).find(|p| !p.exists()).unwrap_or(first) } else { first }
}
