//! `mainspring plot`: curves of a run in the terminal, or as a picture.

use crate::columns;
use crate::exit::Exit;
use crate::numbers::{counted, number};
use crate::shell::quoted;
use crate::source;
use crate::terminal::{FAINT, LABEL, complain, remark, say, styled};
use anstyle::{AnsiColor, Style};
use clap::{Args, ValueEnum};
use mainspring_workbench::record::Memory;
use mainspring_workbench::record::{shortened, shown};
use mainspring_workbench::recording::replace_file;
use mainspring_workbench::report::chart::{ChartStyle, Line, Tone};
use mainspring_workbench::report::{Histogram, Plot, PlotStyle, Theme};
use mainspring_workbench::seconds;
use std::io;
use std::path::{Path, PathBuf};

/// Curves in one plot; more cannot be told apart.
const MOST_CURVES: usize = 60;
/// Dots a px of a PNG, as sharp screens have.
const SCALE: f64 = 2.0;

const EXAMPLES: &str = "\
Examples:
  mainspring plot out/four_bar/recording.mcap             what there is to plot, with units
  mainspring plot four_bar.mech r.angle                   runs the scene; a chart in the terminal
  mainspring plot four_bar.mech r.angle --y2 o.effort     two units, an axis at each side
  mainspring plot four_bar.mech 'pin forces' -o pins.svg  a `plot` line of the scene by its title
  mainspring plot run.mcap 'norm(*)' --from '200 ms' --to 1 -o forces.png --dark --size 1200x700
  mainspring plot run.mcap lower.b.position.y --against lower.b.position.x
  mainspring plot four_bar.mech 'pin forces' --log y
  mainspring plot run.mcap pin.force.x --histogram

A path is the name of a column, the title of a `plot` line, a pattern (`*` any text, `?` one
character), or the beginning of names: `crank` is `crank.angle`, `crank.position.x` …
Times are seconds unless they have a unit. PNGs have two dots for each px of --size.";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct PlotArguments {
    /// A recording, or a scene (`.mech`), which is run first
    #[arg(value_name = "REC")]
    pub recording: PathBuf,
    /// What to plot; nothing lists what there is
    #[arg(value_name = "PATH")]
    pub paths: Vec<String>,
    /// Over this column instead of time
    #[arg(long, value_name = "PATH", conflicts_with = "histogram")]
    pub against: Option<String>,
    /// On an axis of their own at the right
    #[arg(long, value_name = "PATH", num_args = 1.., conflicts_with = "histogram")]
    pub y2: Vec<String>,
    /// Logarithmic axes; what is not positive is left out and counted
    #[arg(long, value_name = "AXES", conflicts_with = "histogram")]
    pub log: Option<Log>,
    /// How often which value occurs
    #[arg(long)]
    pub histogram: bool,
    /// Only from this time on
    #[arg(long, value_name = "T", value_parser = time, allow_negative_numbers = true)]
    pub from: Option<f64>,
    /// Only up to this time
    #[arg(long, value_name = "T", value_parser = time, allow_negative_numbers = true)]
    pub to: Option<f64>,
    /// Write a picture, `.svg` or `.png`, instead of a chart here
    #[arg(short = 'o', long = "out", alias = "output", value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Light curves on a dark picture
    #[arg(long, requires = "output")]
    pub dark: bool,
    /// Width and height of the picture in px [default: 800 wide, as high as suits]
    #[arg(long, value_name = "WxH", value_parser = size, requires = "output")]
    pub size: Option<[f64; 2]>,
    /// Nothing but ASCII in the terminal
    #[arg(long, conflicts_with = "output")]
    pub ascii: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Log {
    X,
    Y,
    Xy,
}

fn time(text: &str) -> Result<f64, String> {
    let time = seconds(text).map_err(|e| e.to_string())?;
    if time.is_finite() { Ok(time) } else { Err("a finite time is expected".to_owned()) }
}

fn size(text: &str) -> Result<[f64; 2], String> {
    let expected = || "width and height in px are expected, from 240x160 to 8000x8000, as in 1200x700".to_owned();
    let (w, h) = text.split_once(['x', 'X', '×']).ok_or_else(expected)?;
    let side = |text: &str, least: u32| text.trim().parse().ok().filter(|n| (least..=8000).contains(n)).map(f64::from);
    side(w, 240).zip(side(h, 160)).map(|(w, h)| [w, h]).ok_or_else(expected)
}

pub fn run(arguments: &PlotArguments) -> io::Result<Exit> {
    if let Some(file) = arguments.output.as_deref().filter(|f| kind(f).is_none()) {
        let other = match file.extension().and_then(|ending| ending.to_str()) {
            Some("html" | "htm") => "; `mainspring report` makes pages",
            Some("csv" | "json" | "parquet" | "arrow") => "; `mainspring export` makes tables",
            _ => "",
        };
        complain(&format!("`{}`: a picture is an `.svg` or a `.png`{other}", shown(file)));
        return Ok(Exit::Usage);
    }
    let run = match source::load(&arguments.recording, arguments.from, arguments.to) {
        Ok(run) => run,
        Err(exit) => return Ok(exit),
    };
    if arguments.paths.is_empty() && arguments.y2.is_empty() {
        return say(&list(&run, &arguments.recording)).map(|()| Exit::Fine);
    }
    match Picture::of(arguments, run) {
        Ok(picture) => match &arguments.output {
            Some(file) => write(arguments, &picture, file),
            None => say(&chart(&picture, arguments.ascii)).map(|()| Exit::Fine),
        },
        Err(wrong) => {
            complain(&wrong);
            Ok(Exit::Usage)
        }
    }
}

/// What was asked for.
enum Picture {
    Curves(Plot),
    Bars(Histogram),
}

impl Picture {
    fn of(arguments: &PlotArguments, mut run: Memory) -> Result<Self, String> {
        // a title may hold commas, so paths are not split at them
        let all = |paths: &[String]| -> Result<Vec<usize>, String> {
            let mut all = Vec::new();
            for path in paths {
                let found = columns::columns(&run.schema, path)?;
                all.extend(found.into_iter().filter(|i| !all.contains(i)).collect::<Vec<_>>());
            }
            Ok(all)
        };
        let right = all(&arguments.y2)?;
        let mut columns: Vec<usize> = all(&arguments.paths)?.into_iter().filter(|i| !right.contains(i)).collect();
        let left = columns.len();
        columns.extend(&right);
        if columns.len() > MOST_CURVES {
            return Err(format!(
                "{} curves are more than one can tell apart; name at most {MOST_CURVES}",
                columns.len()
            ));
        }
        let titled = match arguments.paths.as_slice() {
            [only] if right.is_empty() => {
                run.schema.plots.iter().find(|p| p.title == *only && run.find(only).is_none())
            }
            _ => None,
        };
        let against = match (&arguments.against, titled) {
            (Some(path), _) => Some(columns::column(&run.schema, path)?),
            (None, Some(plot)) if !arguments.histogram => plot.against,
            _ => None,
        };
        let scene = run.schema.scene.clone();
        let title = titled.map_or_else(|| heading(&scene, &run, &columns), |p| p.title.clone());
        keep(&mut run, arguments.from, arguments.to)?;
        if arguments.histogram {
            return Ok(Self::Bars(Histogram::from_run(&title, &run, &columns)));
        }
        tell_what_is_not_finite(&run, &columns);
        let mut plot = Plot::from_run(&title, &run, &columns, against);
        plot.curves.iter_mut().skip(left).for_each(|c| c.right = true);
        plot.log = match arguments.log {
            None => [false, false],
            Some(Log::X) => [true, false],
            Some(Log::Y) => [false, true],
            Some(Log::Xy) => [true, true],
        };
        one_unit_a_side(&plot)?;
        Ok(Self::Curves(plot))
    }

    fn svg(&self, look: &PlotStyle) -> String {
        match self {
            Self::Curves(plot) => plot.svg_with(look),
            Self::Bars(histogram) => histogram.svg_with(look),
        }
    }
}

/// `four_bar: r.angle`, or the scene alone where names would be many.
fn heading(scene: &str, run: &Memory, columns: &[usize]) -> String {
    let names: Vec<&str> = columns.iter().filter_map(|&i| run.schema.columns.get(i)).map(|c| c.name.as_str()).collect();
    match (names.as_slice(), scene.is_empty()) {
        ([one], true) => (*one).to_owned(),
        ([one], false) => format!("{scene}: {one}"),
        (_, true) => String::new(),
        (_, false) => scene.to_owned(),
    }
}

/// A curve has gaps where it is no finite number; how many is said beside the picture.
fn tell_what_is_not_finite(run: &Memory, columns: &[usize]) {
    for &c in columns {
        let count = run.column(c).filter(|v| !v.is_finite()).count();
        if let Some(column) = run.schema.columns.get(c).filter(|_| count > 0) {
            let frames = run.times.len();
            remark(&format!("`{}` is no finite number in {count} of {frames} frames\n", column.name));
        }
    }
}

fn one_unit_a_side(plot: &Plot) -> Result<(), String> {
    if !plot.curves.iter().any(|c| c.right) {
        return Ok(());
    }
    for (right, side) in [(false, "left"), (true, "right")] {
        let mut units: Vec<&str> = plot.curves.iter().filter(|c| c.right == right).map(|c| c.unit.as_str()).collect();
        units.sort_unstable();
        units.dedup();
        if let [one, another, ..] = units.as_slice() {
            let name = |unit: &str| if unit.is_empty() { "plain numbers".to_owned() } else { format!("`{unit}`") };
            return Err(format!(
                "the {side} axis would have two units, {} and {}; with --y2 each side has one",
                name(one),
                name(another)
            ));
        }
    }
    Ok(())
}

/// Leaves only the frames and events between two times.
fn keep(run: &mut Memory, from: Option<f64>, to: Option<f64>) -> Result<(), String> {
    if from.is_none() && to.is_none() {
        return Ok(());
    }
    let (from, to) = (from.unwrap_or(f64::NEG_INFINITY), to.unwrap_or(f64::INFINITY));
    if from >= to {
        return Err(format!("--from {from} s is not before --to {to} s"));
    }
    let ends = run.times.first().copied().zip(run.times.last().copied());
    let start = run.times.partition_point(|t| *t < from);
    let end = run.times.partition_point(|t| *t <= to);
    if start >= end {
        let reach =
            ends.map_or_else(String::new, |(a, b)| format!("; the run goes from {} s to {} s", number(a), number(b)));
        return Err(format!("there is no frame between these times{reach}"));
    }
    let width = run.schema.columns.len();
    run.times = run.times[start..end].to_vec();
    run.values = run.values.get(start * width..end * width).unwrap_or_default().to_vec();
    run.events.retain(|e| (from..=to).contains(&e.time));
    Ok(())
}

fn kind(file: &Path) -> Option<String> {
    let extension = file.extension()?.to_str()?.to_ascii_lowercase();
    ["svg", "png"].contains(&extension.as_str()).then_some(extension)
}

fn write(arguments: &PlotArguments, picture: &Picture, file: &Path) -> io::Result<Exit> {
    let usual = match picture {
        Picture::Curves(plot) => plot.default_style(),
        Picture::Bars(histogram) => histogram.default_style(),
    };
    let theme = if arguments.dark { Theme::Dark } else { Theme::Light };
    let look = PlotStyle { theme, ..usual };
    let fitted = match (arguments.size, picture) {
        (None, _) => Ok(look),
        (Some([w, h]), Picture::Curves(plot)) => plot.fitting(&look, w, h),
        (Some([w, h]), Picture::Bars(histogram)) => histogram.fitting(&look, w, h),
    };
    let look = match fitted {
        Ok(look) => look,
        Err(needed) => {
            complain(&format!("the picture needs a height of {needed:.0} px at least; make --size higher"));
            return Ok(Exit::Usage);
        }
    };
    let bytes = match (kind(file).as_deref(), picture) {
        (Some("png"), Picture::Curves(plot)) => plot.png(&look, SCALE),
        (Some("png"), Picture::Bars(histogram)) => histogram.png(&look, SCALE),
        _ => Ok(picture.svg(&look).into_bytes()),
    };
    let said = match bytes {
        Ok(bytes) => replace_file(file, &bytes).map_err(|e| e.to_string()),
        Err(error) => Err(error.to_string()),
    };
    if let Err(error) = said {
        complain(&format!("cannot write `{}`: {error}", shown(file)));
        return Ok(Exit::Failed);
    }
    say(&format!("{}\n", shown(file)))?;
    Ok(Exit::Fine)
}

/// The chart with colours, which pipes and files do not get.
fn chart(picture: &Picture, ascii: bool) -> String {
    let (width, height) =
        terminal_size::terminal_size().map_or((80, 24), |(w, h)| (usize::from(w.0), usize::from(h.0)));
    let panels = match picture {
        Picture::Curves(plot) => {
            let mut sides: Vec<(bool, &str)> = plot.curves.iter().map(|c| (c.right, c.unit.as_str())).collect();
            sides.sort_unstable();
            sides.dedup();
            sides.len()
        }
        Picture::Bars(histogram) => histogram.samples.len(),
    };
    // title, legend, axis and labels of each panel want six lines
    let rows = (height.saturating_sub(4) / panels.max(1)).saturating_sub(3).clamp(6, 24);
    let look = ChartStyle { width: width.min(160), rows, ascii };
    let lines = match picture {
        Picture::Curves(plot) => plot.chart(&look),
        Picture::Bars(histogram) => histogram.chart(&look),
    };
    lines.iter().map(line).collect()
}

fn line(line: &Line) -> String {
    const COLOURS: [AnsiColor; 6] =
        [AnsiColor::Cyan, AnsiColor::Yellow, AnsiColor::Green, AnsiColor::Magenta, AnsiColor::Blue, AnsiColor::Red];
    let text: String = line
        .iter()
        .map(|piece| match piece.tone {
            Tone::Plain => piece.text.clone(),
            Tone::Strong => styled(LABEL, &piece.text),
            Tone::Faint => styled(FAINT, &piece.text),
            Tone::Curve(i) => {
                let colour: Style = COLOURS[i % COLOURS.len()].on_default();
                styled(colour, &piece.text)
            }
        })
        .collect();
    format!("{text}\n")
}

/// Columns with units and reach, and what to type next.
fn list(run: &Memory, file: &Path) -> String {
    let columns = &run.schema.columns;
    let wide = columns.iter().map(|c| c.name.chars().count()).max().unwrap_or(0).min(60);
    let mut text = format!(
        "{} over {} of {}\n\n",
        counted(columns.len(), "column", "columns"),
        counted(run.times.len(), "frame", "frames"),
        if run.schema.scene.is_empty() { "a run".to_owned() } else { shortened(&run.schema.scene) },
    );
    for (i, column) in columns.iter().enumerate() {
        let reach = run
            .column(i)
            .filter(|v| v.is_finite())
            .fold(None, |r: Option<(f64, f64)>, v| Some(r.map_or((v, v), |(low, high)| (low.min(v), high.max(v)))));
        let reach = reach.map_or_else(
            || "never a finite number".to_owned(),
            |(low, high)| format!("{} to {} {}", number(low), number(high), column.unit()),
        );
        let name = format!("{:<wide$}", shortened(&column.name));
        text.push_str(&format!("  {}  {}\n", styled(LABEL, &name), styled(FAINT, reach.trim_end())));
    }
    if !run.schema.plots.is_empty() {
        text.push_str("\nplots of the scene, by their titles:\n");
        for plot in &run.schema.plots {
            text.push_str(&format!("  '{}'\n", plot.title));
        }
    }
    if let Some(first) = columns.first() {
        let file = quoted(&file.display().to_string());
        text.push_str(&format!("\nnext: mainspring plot {file} {}\n", quoted(&first.name)));
    }
    text
}
