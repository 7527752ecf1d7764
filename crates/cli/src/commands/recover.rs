//! `mainspring recover`.

use crate::commands::export::unwritable;
use crate::exit::Exit;
use crate::files::other_kind;
use crate::numbers::{counted, number};
use crate::source;
use crate::terminal::{complain, say};
use clap::Args;
use mainspring_workbench::record::shown;
use mainspring_workbench::recording::{Damage, ExportError, Recording, Recovered, ReplacementFile};
use std::io;
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  mainspring recover out/arm/recording.mcap            writes out/arm/recording.recovered.mcap
  mainspring recover broken.mcap -o whole.mcap

A recording is written in blocks, each with its checksum. Every block that is whole is copied, with a
new index; the old file stays as it is. A run that was killed needs no recovery to be looked at, and
`mainspring run SCENE --resume` goes on with it.

Exit codes: 0 fine, also if something was lost; 2 the command line is wrong, 3 nothing can be
saved or written";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct RecoverArguments {
    /// The damaged recording
    pub recording: PathBuf,
    /// The new file, which must not be there yet [default: <name>.recovered.mcap]
    #[arg(short, long, alias = "output", value_name = "FILE")]
    pub out: Option<PathBuf>,
}

pub fn run(arguments: &RecoverArguments) -> io::Result<Exit> {
    let path = &arguments.recording;
    let mut recording = match source::open(path) {
        Ok(recording) => recording,
        Err(exit) => return Ok(exit),
    };
    let out = arguments.out.clone().unwrap_or_else(|| free(path));
    if let Some(ending) = other_kind(&out, &["mcap"]) {
        complain(&format!("`{}`: what is saved is a recording, an MCAP file, not `.{ending}`", shown(&out)));
        return Ok(Exit::Usage);
    }
    if out.symlink_metadata().is_ok() {
        complain(&format!("`{}` is there already and is left as it is", shown(&out)));
        return Ok(Exit::Usage);
    }
    let saved = match placed(&mut recording, &out) {
        Ok(saved) => saved,
        Err(ExportError::Read(error)) => return Ok(source::unreadable(path, &error)),
        Err(ExportError::Write(error)) => return Ok(unwritable(&out, &error)),
        Err(ExportError::Table(cause)) => return Ok(unwritable(&out, &cause)),
        Err(error @ ExportError::NoTables) => return Ok(unwritable(&out, &error)),
    };
    let count = |n: u64, one: &str, many: &str| counted(usize::try_from(n).unwrap_or(usize::MAX), one, many);
    let (frames, events) = (count(saved.frames, "frame", "frames"), count(saved.events, "event", "events"));
    let mut text = format!("wrote {}\nsaved     {frames}, {events}", shown(&out));
    if let Some([first, last]) = saved.span {
        text.push_str(&format!(", t = {} s to {} s", number(first), number(last)));
    }
    text.push_str(if saved.complete { ", with the end of the run\n" } else { "; the end of the run is not in it\n" });
    let (lost, mended): (Vec<&Damage>, Vec<&Damage>) = saved.damage.iter().partition(|d| d.loses());
    for (label, list) in [("mended", mended), ("lost", lost.clone())] {
        for (i, damage) in list.into_iter().enumerate() {
            text.push_str(&format!("{:<10}{damage}\n", if i == 0 { label } else { "" }));
        }
    }
    if lost.is_empty() {
        text.push_str("lost      nothing\n");
    }
    say(&text)?;
    Ok(Exit::Fine)
}

/// Writes the file under another name and puts it in its place when it is whole.
fn placed(recording: &mut Recording, out: &Path) -> Result<Recovered, ExportError> {
    let file = ReplacementFile::create(out)?;
    let saved = recording.recover(file.writer()?)?;
    file.place()?;
    Ok(saved)
}

/// `a.recovered.mcap`, or with a number where that is taken.
fn free(path: &Path) -> PathBuf {
    let first = path.with_extension("recovered.mcap");
    let numbered = |i: u32| path.with_extension(format!("recovered-{i}.mcap"));
    if first.exists() { (2..1000).map(numbered).find(|p| !p.exists()).unwrap_or(first) } else { first }
}
