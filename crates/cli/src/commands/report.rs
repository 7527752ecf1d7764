//! `mainspring report`: a page to share.

use crate::exit::Exit;
use crate::files::{other_kind, same_file};
use crate::source;
use crate::terminal::{complain, say};
use clap::Args;
use mainspring_workbench::record::shown;
use mainspring_workbench::recording::replace_file;
use mainspring_workbench::report::Page;
use mainspring_workbench::seconds;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  mainspring report out/four_bar/recording.mcap            writes out/four_bar/report.html
  mainspring report four_bar.mech -o four_bar.html         runs the scene first
  mainspring report out/arm/recording.mcap --from 1 --to '2500 ms' --title 'The reach'

The page is one file that needs nothing else: open it from disk, send it, put it on a server. It
shows the moving mechanism, the scene's plots with a cursor that follows, events, the energy
ledger, the scene's text and how to make the run again. Press ? in it for its keys.

Exit codes: 0 fine, 1 the scene is wrong, 2 the command line is wrong, 3 it could not be read or written";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct ReportArguments {
    /// A recording, or a scene (`.mech`) to run on the spot
    pub recording: PathBuf,
    /// The page [default: beside the recording, report.html for recording.mcap, otherwise called after it]
    #[arg(short = 'o', long = "out", alias = "output", value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// What stands above [default: the scene's name]
    #[arg(long, value_name = "TEXT")]
    pub title: Option<String>,
    /// Frames kept for each second of watching, 1 to 240; fewer make a smaller page
    #[arg(long, value_name = "N", default_value = "60", value_parser = rate, allow_negative_numbers = true)]
    pub fps: f64,
    /// First moment shown [default: the first recorded]
    #[arg(long, value_name = "T", value_parser = moment, allow_negative_numbers = true)]
    pub from: Option<f64>,
    /// Last moment shown [default: the last recorded]
    #[arg(long, value_name = "T", value_parser = moment, allow_negative_numbers = true)]
    pub to: Option<f64>,
}

fn rate(text: &str) -> Result<f64, String> {
    let value: Option<f64> = text.trim().parse().ok().filter(|x| (1.0..=240.0).contains(x));
    value.ok_or_else(|| "a number between 1 and 240 is expected".to_owned())
}

fn moment(text: &str) -> Result<f64, String> {
    let time = seconds(text).map_err(|e| e.to_string())?;
    if time >= 0.0 && time.is_finite() { Ok(time) } else { Err("a time is not negative".to_owned()) }
}

pub fn run(arguments: &ReportArguments) -> io::Result<Exit> {
    let output = arguments.output.clone().unwrap_or_else(|| beside(&source::called(&arguments.recording)));
    if let (Some(from), Some(to)) = (arguments.from, arguments.to)
        && from > to
    {
        complain(&format!("--from {from} s is after --to {to} s; give them the other way round"));
        return Ok(Exit::Usage);
    }
    if same_file(&output, &arguments.recording) {
        complain(&format!("the page would overwrite `{}`; give `-o` another name", shown(&output)));
        return Ok(Exit::Usage);
    }
    if let Some(ending) = other_kind(&output, &["html", "htm"]) {
        let way = match ending.as_str() {
            "png" | "svg" | "gif" | "mp4" | "webm" | "apng" => "`mainspring render` and `plot` make pictures",
            "csv" | "json" | "parquet" | "arrow" => "`mainspring export` makes tables",
            _ => "a browser prints it to other formats",
        };
        let (shown, name) = (shown(&output), shown(&output.with_extension("html")));
        complain(&format!("`{shown}`: a report is an HTML page, not `.{ending}`; name it `{name}`; {way}"));
        return Ok(Exit::Usage);
    }
    let mut run = match source::load(&arguments.recording, arguments.from, arguments.to) {
        Ok(run) => run,
        Err(exit) => return Ok(exit),
    };
    // a scene run on the spot was run with its own settings
    if run.schema.origin.command.is_empty() && source::is_scene(&arguments.recording) {
        let scene = arguments.recording.display().to_string();
        run.schema.origin.command = vec!["mainspring".to_owned(), "run".to_owned(), scene];
    }
    if let Some((own, _)) = run.schema.origin.sources.iter().find(|(name, _)| same_file(&output, Path::new(name))) {
        complain(&format!("the page would overwrite `{own}`, which is part of the scene; give `-o` another name"));
        return Ok(Exit::Usage);
    }
    let page = Page { title: arguments.title.clone(), fps: arguments.fps, from: arguments.from, to: arguments.to };
    let html = match page.html(&run) {
        Ok(html) => html,
        Err(error) => {
            complain(&format!("`{}`: {error}", shown(&arguments.recording)));
            return Ok(Exit::Failed);
        }
    };
    let folder = output.parent().filter(|f| !f.as_os_str().is_empty());
    let written = folder.map_or(Ok(()), fs::create_dir_all).and_then(|()| replace_file(&output, html.as_bytes()));
    if let Err(error) = written {
        complain(&format!("cannot write `{}`: {error}", shown(&output)));
        return Ok(Exit::Failed);
    }
    say(&format!("{}: {} kB, open it in a browser\n", shown(&output), html.len().div_ceil(1000)))?;
    Ok(Exit::Fine)
}

/// `report.html` beside `recording.mcap` and `scene.mech`, which a folder has once; otherwise called after the file.
fn beside(recording: &Path) -> PathBuf {
    let once = ["recording", "scene"].iter().any(|name| recording.file_stem().is_some_and(|stem| stem == *name));
    if once { recording.with_file_name("report.html") } else { recording.with_extension("html") }
}
