//! `mainspring plane`: where a pawl of a sweep could be, what bounds that, and the way it takes.

use crate::exit::Exit;
use crate::findings::tell;
use crate::source;
use crate::terminal::{complain, say};
use clap::Args;
use mainspring_workbench::record::shown;
use mainspring_workbench::recording::replace_file;
use mainspring_workbench::report::{PlotStyle, Theme};
use mainspring_workbench::{Settings, prepare, seconds};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Dots a px of a PNG, as sharp screens have.
const SCALE: f64 = 2.0;

const EXAMPLES: &str = "\
Examples:
  mainspring plane latch.mech                               plane.svg: the whole way of the first pawl
  mainspring plane latch.mech --pawl left -o left.png
  mainspring plane rack.mech --from '1 s' --to '1.5 s' -o teeth.svg

The picture shows the angle of a pawl over the travel of the root. The free angles around its
path are tinted; thin lines are constraint curves, free above them (solid) or below (dashed);
where they are hatched across, friction would hold a pawl that is deflected there. Dots are
events. Where the motion ends early an upright line says so, and curves go on a little beyond it,
or up to `--to`. Only what lies between the two times is worked out, so a short part of a long
rack is quick and needs little memory.

Exit codes: 0 fine, 1 the scene is wrong, 2 the command line is wrong, 3 the picture was not written";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct PlaneArguments {
    /// A scene of `method sweep`, a `.mech` file
    pub scene: PathBuf,
    /// Which pawl [default: the first]
    #[arg(long, value_name = "NAME")]
    pub pawl: Option<String>,
    /// Only from this time on
    #[arg(long, value_name = "T", value_parser = time)]
    pub from: Option<f64>,
    /// Only up to this time; it may lie beyond an early end
    #[arg(long, value_name = "T", value_parser = time)]
    pub to: Option<f64>,
    /// Another value for a `let`, an option … (repeatable)
    #[arg(long, value_name = "PATH=VALUE", allow_hyphen_values = true)]
    pub set: Vec<String>,
    /// The picture, `.svg` or `.png`
    #[arg(short = 'o', long = "out", alias = "output", value_name = "FILE", default_value = "plane.svg")]
    pub output: PathBuf,
    /// Light lines on a dark picture
    #[arg(long)]
    pub dark: bool,
}

fn time(text: &str) -> Result<f64, String> {
    let time = seconds(text).map_err(|e| e.to_string())?;
    if time >= 0.0 && time.is_finite() { Ok(time) } else { Err("a time is not negative".to_owned()) }
}

pub fn run(arguments: &PlaneArguments) -> io::Result<Exit> {
    if source::is_recording(&arguments.scene) {
        return Ok(source::wants_scene(&arguments.scene));
    }
    let file = &arguments.output;
    let kind = file.extension().and_then(|e| e.to_str()).map(str::to_lowercase);
    if !matches!(kind.as_deref(), Some("svg" | "png")) {
        complain(&format!("`{}`: a picture is an `.svg` or a `.png`", shown(file)));
        return Ok(Exit::Usage);
    }
    let settings = Settings { set: arguments.set.clone(), ..Settings::default() };
    let prepared = match prepare(&source::scene(&arguments.scene), &settings) {
        Ok(prepared) => prepared,
        Err(wrong) => {
            tell(&wrong.findings, &wrong.sources);
            return Ok(if wrong.only_settings() { Exit::Usage } else { Exit::Scene });
        }
    };
    tell(&prepared.notes, &prepared.sources);
    let picture = match prepared.plane(arguments.pawl.as_deref(), [arguments.from, arguments.to]) {
        Ok(picture) => picture,
        Err(error) => {
            complain(&error.to_string());
            return Ok(Exit::Usage);
        }
    };
    let theme = if arguments.dark { Theme::Dark } else { Theme::Light };
    let look = PlotStyle { theme, height_per_panel: 420.0, ..PlotStyle::default() };
    let bytes = match kind.as_deref() {
        Some("png") => picture.png(&look, SCALE).map_err(|e| e.to_string()),
        _ => Ok(picture.svg_with(&look).into_bytes()),
    };
    match bytes.and_then(|bytes| written(file, &bytes)) {
        Ok(()) => say(&format!("{}\n", shown(file))).map(|()| Exit::Fine),
        Err(error) => {
            complain(&format!("cannot write `{}`: {error}", shown(file)));
            Ok(Exit::Failed)
        }
    }
}

fn written(file: &Path, bytes: &[u8]) -> Result<(), String> {
    if let Some(folder) = file.parent().filter(|f| !f.as_os_str().is_empty()) {
        fs::create_dir_all(folder).map_err(|e| e.to_string())?;
    }
    replace_file(file, bytes).map_err(|e| e.to_string())
}
