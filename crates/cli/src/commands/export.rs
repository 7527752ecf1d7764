//! `mainspring export`.

use crate::columns;
use crate::exit::Exit;
use crate::files::same_file;
use crate::numbers::counted;
use crate::source;
use crate::terminal::{complain, remark, say};
use clap::{Args, ValueEnum};
use mainspring_workbench::record::shown;
use mainspring_workbench::recording::{
    ExportError, Format, MemoryStream, ReplacementFile, Selection, Stream, TABLES, beside_clock, export,
    export_contacts, export_recording,
};
use mainspring_workbench::seconds;
use std::fs;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  mainspring export out/four_bar/recording.mcap --to csv
  mainspring export recording.mcap --to parquet --columns 'rocker.*,crank.angle' -o rocker.parquet
  mainspring export recording.mcap --to csv --every '10 ms' --from 1 --until 2 -o - | head
  mainspring export pendulum.mech --to json            runs the scene on the spot
  mainspring export recording.mcap --to csv --what contacts --units

In Python: pandas.read_csv(file), pandas.read_parquet(file), polars.read_ipc(file).
Values are in SI units. Parquet and Arrow have each column's unit in the metadata of its field, JSON in
`columns`; CSV has names only unless --units puts `[unit]` behind them. JSON has null for NaN and
infinity, and lists in `damage` what could not be read. `--to mcap` writes a smaller recording, without
the checkpoints that --resume needs. A file is put in its place when it is whole.

Exit codes: 0 fine, 2 the command line is wrong, 3 the file cannot be read or written";

/// What to write
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum To {
    Csv,
    #[cfg_attr(not(feature = "tables"), value(help = "not in this build, which lacks the feature `tables`"))]
    Parquet,
    #[cfg_attr(not(feature = "tables"), value(help = "not in this build, which lacks the feature `tables`"))]
    Arrow,
    Json,
    Mcap,
}

/// Which table
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum What {
    /// recorded quantities, one row a frame
    Quantities,
    /// where parts touch, one row a point of contact a frame
    Contacts,
}

impl To {
    fn ending(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Parquet => "parquet",
            Self::Arrow => "arrow",
            Self::Json => "json",
            Self::Mcap => "mcap",
        }
    }
}

/// What is said of a format that only builds with the feature `tables` write; none where this build writes it.
fn not_built(to: To, tables: bool) -> Option<String> {
    let name = match to {
        To::Parquet => "Parquet",
        To::Arrow => "Arrow",
        To::Csv | To::Json | To::Mcap => return None,
    };
    (!tables).then(|| {
        format!(
            "this program was built without {name}; `cargo build --profile dist -p mainspring --features tables` builds one \
             that writes it"
        )
    })
}

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct ExportArguments {
    /// A recording, or a scene that is run on the spot
    pub recording: PathBuf,
    /// Format [default: what the name of the new file ends in]
    #[arg(long, value_enum, required_unless_present = "out")]
    pub to: Option<To>,
    /// Which table
    #[arg(long, value_enum, default_value = "quantities")]
    pub what: What,
    /// The new file; `-` is standard output (csv, json) [default: beside the recording]
    #[arg(short, long, alias = "output", value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Only these columns, in this order; `*` and `?` stand for anything [default: all]
    #[arg(long, value_name = "NAMES")]
    pub columns: Vec<String>,
    /// At least this long between frames [default: every frame]
    #[arg(long, value_name = "T", value_parser = positive)]
    pub every: Option<f64>,
    /// Earliest time [default: the beginning]
    #[arg(long, value_name = "T", value_parser = time, allow_negative_numbers = true)]
    pub from: Option<f64>,
    /// Latest time [default: the end]
    #[arg(long, value_name = "T", value_parser = time, allow_negative_numbers = true)]
    pub until: Option<f64>,
    /// Put units behind the names of a CSV: `bob.position.y [m]`
    #[arg(long)]
    pub units: bool,
}

impl ExportArguments {
    /// The format asked for, or that of the new file's name.
    fn format(&self) -> Option<To> {
        self.to.or_else(|| {
            let extension = self.out.as_deref()?.extension()?.to_str()?;
            To::value_variants().iter().copied().find(|to| to.ending() == extension)
        })
    }
}

fn time(text: &str) -> Result<f64, String> {
    seconds(text).map_err(|e| e.to_string())
}

fn positive(text: &str) -> Result<f64, String> {
    let time = time(text)?;
    if time > 0.0 { Ok(time) } else { Err("more than 0 s is expected".to_owned()) }
}

pub fn run(arguments: &ExportArguments) -> io::Result<Exit> {
    let Some(to) = arguments.format() else {
        complain(
            "the name of the new file does not say its format: give `--to csv`, `json`, `parquet`, `arrow` or `mcap`",
        );
        return Ok(Exit::Usage);
    };
    if let Some(why) = not_built(to, TABLES) {
        complain(&why);
        return Ok(Exit::Usage);
    }
    let path = &arguments.recording;
    let mut selection = Selection {
        from: arguments.from.unwrap_or(f64::NEG_INFINITY),
        to: arguments.until.unwrap_or(f64::INFINITY),
        every: arguments.every.unwrap_or(0.0),
        ..Selection::default()
    };
    let (from, to) = (selection.from, selection.to);
    if source::is_scene(path) {
        let memory = match source::load(path, None, None) {
            Ok(memory) => memory,
            Err(exit) => return Ok(exit),
        };
        return carry_out(arguments, &mut selection, &mut MemoryStream::new(&memory, from, to));
    }
    let mut recording = match source::open(path) {
        Ok(recording) => recording,
        Err(exit) => return Ok(exit),
    };
    let exit = carry_out(arguments, &mut selection, &mut recording.stream(from, to));
    source::tell_damage(path, recording.damage());
    exit
}

fn carry_out(arguments: &ExportArguments, selection: &mut Selection, stream: &mut dyn Stream) -> io::Result<Exit> {
    if !arguments.columns.is_empty() {
        match columns::listed(stream.schema(), &arguments.columns) {
            Ok(columns) => selection.columns = Some(columns),
            Err(why) => {
                complain(&why);
                return Ok(Exit::Usage);
            }
        }
    }
    if arguments.what == What::Contacts {
        let pairs = stream.schema().contact_pairs.len();
        let wrong = match (arguments.format(), arguments.columns.is_empty(), pairs) {
            (Some(To::Mcap), ..) => Some("a recording has its contacts in it already: leave out `--what contacts`"),
            (_, false, _) => Some("the table of contacts has its own columns: leave out `--columns`"),
            (.., 0) => Some("no parts of this scene may touch: there is no table of contacts"),
            _ => None,
        };
        if let Some(wrong) = wrong {
            complain(wrong);
            return Ok(Exit::Usage);
        }
    }
    let standard = arguments.out.as_deref() == Some(Path::new("-"));
    let text = matches!(arguments.format(), Some(To::Csv | To::Json));
    if standard && !text && (arguments.format() == Some(To::Mcap) || io::stdout().is_terminal()) {
        complain("that format is no text: give `-o` a file");
        return Ok(Exit::Usage);
    }
    let columns = selection.schema(stream.schema()).columns;
    if let Some(name) =
        beside_clock(&columns).filter(|_| arguments.format() != Some(To::Mcap) && arguments.what == What::Quantities)
    {
        remark(&format!("the recorded quantity `time` is exported as `{name}`: the column `time` is the clock\n"));
    }
    if standard {
        let result = write(arguments, selection, stream, io::stdout());
        return ended(arguments, Path::new("-"), result, true);
    }
    // without a file's name the format is said
    let path = match (&arguments.out, arguments.to) {
        (Some(path), _) => path.clone(),
        (None, to) => beside(&source::called(&arguments.recording), to.unwrap_or(To::Csv), arguments.what),
    };
    if same_file(&path, &arguments.recording) {
        complain(&format!("`{}` would overwrite what is exported: give `-o` another name", shown(&path)));
        return Ok(Exit::Usage);
    }
    if let Some(folder) = path.parent().filter(|f| !f.as_os_str().is_empty())
        && let Err(e) = fs::create_dir_all(folder)
    {
        return Ok(unwritable(&path, &e));
    }
    let result = placed(arguments, selection, stream, &path);
    ended(arguments, &path, result, false)
}

/// Writes the file under another name and puts it in its place when it is whole.
fn placed(
    arguments: &ExportArguments,
    selection: &Selection,
    stream: &mut dyn Stream,
    path: &Path,
) -> Result<u64, ExportError> {
    let file = ReplacementFile::create(path)?;
    let frames = match arguments.format() {
        Some(To::Mcap) => export_recording(stream, selection, file.writer()?),
        _ => write(arguments, selection, stream, BufWriter::new(file.writer()?)),
    }?;
    file.place()?;
    Ok(frames)
}

fn write(
    arguments: &ExportArguments,
    selection: &Selection,
    stream: &mut dyn Stream,
    out: impl Write + Send,
) -> Result<u64, ExportError> {
    let format = match arguments.format() {
        Some(To::Csv) => Format::Csv { units: arguments.units },
        Some(To::Json) => Format::Json,
        Some(To::Parquet) => Format::Parquet,
        Some(To::Arrow) => Format::Arrow,
        Some(To::Mcap) | None => return Err(ExportError::Table("a recording goes to a file".to_owned())),
    };
    match arguments.what {
        What::Quantities => export(stream, selection, format, out),
        What::Contacts => export_contacts(stream, selection, format, out),
    }
}

fn ended(
    arguments: &ExportArguments,
    path: &Path,
    result: Result<u64, ExportError>,
    standard: bool,
) -> io::Result<Exit> {
    match result {
        Ok(rows) if standard => {
            if rows == 0 {
                remark(match arguments.what {
                    What::Quantities => "no frames lie in that time\n",
                    What::Contacts => "nothing touches in that time\n",
                });
            }
            Ok(Exit::Fine)
        }
        Ok(rows) => {
            let [one, many] = match arguments.what {
                What::Quantities => ["frame", "frames"],
                What::Contacts => ["point of contact", "points of contact"],
            };
            let rows = counted(usize::try_from(rows).unwrap_or(usize::MAX), one, many);
            say(&format!("wrote {}: {rows}\n", shown(path)))?;
            Ok(Exit::Fine)
        }
        // whoever was reading has seen enough
        Err(ExportError::Write(e)) if e.kind() == io::ErrorKind::BrokenPipe => Ok(Exit::Fine),
        Err(ExportError::Read(error)) => Ok(source::unreadable(&arguments.recording, &error)),
        Err(ExportError::Write(error)) => Ok(unwritable(path, &error)),
        Err(ExportError::Table(cause)) => Ok(unwritable(path, &cause)),
        Err(error @ ExportError::NoTables) => Ok(unwritable(path, &error)),
    }
}

/// Says why a file cannot be written.
pub fn unwritable(path: &Path, cause: &dyn std::fmt::Display) -> Exit {
    let shown = if path == Path::new("-") { "standard output".to_owned() } else { format!("`{}`", shown(path)) };
    complain(&format!("cannot write {shown}: {cause}"));
    Exit::Failed
}

/// The recording's name with another ending; a recording made from one says so.
fn beside(recording: &Path, to: To, what: What) -> PathBuf {
    if what == What::Contacts {
        return recording.with_extension(format!("contacts.{}", to.ending()));
    }
    let path = recording.with_extension(to.ending());
    if path == recording { recording.with_extension(format!("export.{}", to.ending())) } else { path }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_build_without_tables_names_the_command_that_builds_one() {
        let said = "this program was built without Parquet; `cargo build --profile dist -p mainspring --features tables` \
                    builds one that writes it";
        assert_eq!(not_built(To::Parquet, false).as_deref(), Some(said));
        assert!(not_built(To::Arrow, false).is_some_and(|why| why.contains("without Arrow; `cargo build")));
        for to in [To::Csv, To::Json, To::Mcap] {
            assert_eq!(not_built(to, false), None);
        }
        assert_eq!(not_built(To::Parquet, true), None);
    }
}
