//! `mainspring render`.

use crate::exit::Exit;
use crate::interrupt;
use crate::progress::Frames;
use crate::source;
use crate::terminal::{complain, say};
use crate::video::{self, Codec};
use clap::Args;
use mainspring_workbench::record::{DrawnBody, Memory, shown};
use mainspring_workbench::report::render::{Camera, Film, Format, PictureStyle, PlaybackRate, RenderError, png};
use mainspring_workbench::{Scene, named_point, seconds};
use std::fs::{self, File};
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

const EXAMPLES: &str = "\
Examples:
  mainspring render four_bar.mech -o four_bar.gif --trace rod --speed 0.5
  mainspring render pendulum.mech -o swing.png --at '1.2 s' --forces
  mainspring render arm.mech -o arm.svg --camera 30,20 --dark
  mainspring render hand.mech -o hand.apng --from 0.2 --to 1.5 --size 1280x720 --fps 30
  mainspring render gears.mech -o gears.mp4 --camera 0.05,0,0.3

The file's ending says what is made: .png and .svg are one moment, .gif and .apng (or .png with
--animate) are movies; none of these needs another program. .mp4 and .webm are made by ffmpeg,
which must be on the PATH.

Times are seconds unless they have a unit: 5, '500 ms', '2 min'. The camera stands still and has
everything in view, unless it is told where to look:
  in the plane   x,y,width                        metres; the middle of the picture and its width
  in space       azimuth,elevation[,distance]     degrees, and metres
                 iso, front, side, top            by name
Forces are drawn with a scale in newtons: what joints exert on their second part, applied forces,
springs.

Exit codes: 0 fine, 1 the scene is wrong, 2 the command line is wrong,
            3 the run failed or nothing could be written, 130 stopped by Ctrl-C, SIGTERM or SIGHUP";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct RenderArguments {
    /// A recording, or a scene (`.mech`) that is run on the spot
    pub recording: PathBuf,
    /// The picture or movie: .png, .svg, .gif, .apng, .mp4, .webm
    #[arg(short, long, alias = "output", value_name = "FILE")]
    pub out: PathBuf,
    /// Width and height, px
    #[arg(long, value_name = "WxH", default_value = "960x720", value_parser = size)]
    pub size: [u32; 2],
    /// Frames a second of a movie
    #[arg(long, value_name = "N", default_value = "25", value_parser = fps, allow_negative_numbers = true)]
    pub fps: f64,
    /// Seconds of the run in a second of the movie
    #[arg(long, value_name = "X", default_value = "1", value_parser = speed, allow_negative_numbers = true)]
    pub speed: f64,
    /// First moment [default: the run's first]
    #[arg(long, value_name = "T", value_parser = time, allow_negative_numbers = true)]
    pub from: Option<f64>,
    /// Last moment [default: the run's last]
    #[arg(long, value_name = "T", value_parser = time, allow_negative_numbers = true)]
    pub to: Option<f64>,
    /// The moment of a still [default: the middle of the span]
    #[arg(long, value_name = "T", value_parser = time, allow_negative_numbers = true)]
    pub at: Option<f64>,
    /// Where to look from [default: everything in view]
    #[arg(long, value_name = "CAMERA", value_parser = camera, allow_hyphen_values = true)]
    pub camera: Option<Camera>,
    /// Draw the path of a body's centre of mass, or of one of its points (repeatable)
    #[arg(long, value_name = "BODY[.POINT]")]
    pub trace: Vec<String>,
    /// Draw forces as arrows
    #[arg(long)]
    pub forces: bool,
    /// Light on dark
    #[arg(long)]
    pub dark: bool,
    /// No background (.png, .apng, .svg)
    #[arg(long)]
    pub transparent: bool,
    /// A movie as animated PNG though the file ends in .png
    #[arg(long)]
    pub animate: bool,
    /// Without the scene's name
    #[arg(long)]
    pub no_title: bool,
    /// Without the grid and its scale
    #[arg(long)]
    pub no_grid: bool,
    /// Without the time
    #[arg(long)]
    pub no_time: bool,
}

/// What a file's ending asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Png,
    Svg,
    Movie(Format),
    Video(Codec),
}

pub fn run(arguments: &RenderArguments) -> io::Result<Exit> {
    let kind = match kind(&arguments.out, arguments.animate) {
        Ok(kind) => kind,
        Err(cause) => {
            complain(&cause);
            return Ok(Exit::Usage);
        }
    };
    let mut memory = match source::load(&arguments.recording, arguments.from, arguments.to) {
        Ok(memory) => memory,
        Err(exit) => return Ok(exit),
    };
    let look = PictureStyle {
        size: arguments.size,
        dark: arguments.dark,
        // films have no see-through
        transparent: arguments.transparent && matches!(kind, Kind::Png | Kind::Svg | Kind::Movie(Format::Apng)),
        title: !arguments.no_title,
        grid: !arguments.no_grid,
        clock: !arguments.no_time,
        forces: arguments.forces,
        traces: arguments.trace.iter().map(|name| carried(&mut memory, name)).collect(),
        camera: arguments.camera,
        from: arguments.from,
        to: arguments.to,
    };
    if let Some(at) = arguments.at.filter(|at| memory.is_lost(*at)) {
        complain(&format!("the frames at t = {at} s are lost, the recording is damaged there: choose another --at"));
        return Ok(Exit::Failed);
    }
    let made = Film::new(&memory, &look).and_then(|film| make(&film, kind, arguments));
    match made {
        Ok(what) => {
            say(&format!("wrote {} ({what})\n", shown(&arguments.out)))?;
            Ok(Exit::Fine)
        }
        Err(RenderError::Stopped) => {
            complain("stopped; nothing was written");
            Ok(Exit::Interrupted)
        }
        Err(error) => {
            complain(&error.to_string());
            Ok(if matches!(error, RenderError::Write(_)) { Exit::Failed } else { Exit::Usage })
        }
    }
}

/// The name that a point to be traced has on its own body; one that the scene knows by another name is added there.
fn carried(memory: &mut Memory, name: &str) -> String {
    let own = |body: &DrawnBody| {
        let rest = name.strip_prefix(&body.path)?;
        let point = rest.strip_prefix('.');
        Some(rest.is_empty() || point.is_some_and(|p| p == "center" || body.points.iter().any(|(n, _)| n == p)))
    };
    if memory.schema.drawing.bodies.iter().filter_map(own).any(|known| known) {
        return name.to_owned();
    }
    let found = Scene::recorded(&memory.schema).and_then(|(scene, settings)| named_point(&scene, &settings, name));
    let Some((path, point)) = found else { return name.to_owned() };
    let Some(body) = memory.schema.drawing.bodies.iter_mut().find(|b| b.path == path) else { return name.to_owned() };
    body.points.push((name.to_owned(), point));
    format!("{path}.{name}")
}

/// Makes the file and says what it is.
fn make(film: &Film<'_>, kind: Kind, arguments: &RenderArguments) -> Result<String, RenderError> {
    let moment = match arguments.at {
        Some(at) => {
            let [from, to] = film.span();
            if !(from..=to).contains(&at) {
                let cause = "--at lies outside it";
                return Err(RenderError::Span { first: from, last: to, from: at, to: at, cause });
            }
            at
        }
        None => film.representative_time(),
    };
    let [width, height] = arguments.size;
    let still = |bytes: &[u8]| {
        whole(&arguments.out, |part| fs::write(part, bytes).map_err(|e| wrote(&arguments.out, &e)))?;
        Ok(format!("{width}×{height}, t = {} s", crate::numbers::short(moment)))
    };
    match kind {
        Kind::Png => still(&png(&film.picture(moment).raster()?)?),
        Kind::Svg => still(film.picture(moment).svg().as_bytes()),
        Kind::Movie(_) | Kind::Video(_) => movie(film, kind, arguments),
    }
}

fn movie(film: &Film<'_>, kind: Kind, arguments: &RenderArguments) -> Result<String, RenderError> {
    let pace = PlaybackRate { fps: arguments.fps, speed: arguments.speed };
    let film = &film.clone().at_playback_rate(pace);
    let total = film.moments(pace)?.len();
    let stop = interrupt::watch();
    let mut bar = Frames::new(total as u64);
    let mut go_on = |done: usize| {
        bar.done(done as u64);
        !stop.load(Ordering::Relaxed)
    };
    let made = whole(&arguments.out, |part| match kind {
        Kind::Video(codec) => video::encode(film, pace, codec, part, &mut go_on),
        Kind::Movie(format) => {
            let file = File::create(part).map_err(|e| wrote(&arguments.out, &e))?;
            film.movie(BufWriter::new(file), format, pace, &mut go_on).map(|_| ())
        }
        Kind::Png | Kind::Svg => Ok(()),
    });
    bar.close();
    // a terminal's Ctrl-C reaches ffmpeg too, which then takes no more frames
    if made.is_err() && stop.load(Ordering::Relaxed) {
        return Err(RenderError::Stopped);
    }
    made?;
    let [width, height] = arguments.size;
    let long = crate::numbers::short(total as f64 / arguments.fps);
    Ok(format!("{width}×{height}, {total} frames, {long} s"))
}

/// Writes beside the file and puts it in place only when it is whole.
fn whole(out: &Path, write: impl FnOnce(&Path) -> Result<(), RenderError>) -> Result<(), RenderError> {
    if out.is_dir() {
        return Err(RenderError::Write(format!("`{}` is a folder", shown(out))));
    }
    if let Some(folder) = out.parent().filter(|f| !f.as_os_str().is_empty()) {
        fs::create_dir_all(folder).map_err(|e| wrote(out, &e))?;
    }
    // the ending stays: ffmpeg goes by it
    let name = out.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    let part = out.with_file_name(format!(".part-{}-{name}", std::process::id()));
    let done = write(&part).and_then(|()| fs::rename(&part, out).map_err(|e| wrote(out, &e)));
    if done.is_err() {
        let _not_there_perhaps = fs::remove_file(&part);
    }
    done
}

fn wrote(out: &Path, error: &io::Error) -> RenderError {
    RenderError::Write(format!("`{}`: {error}", shown(out)))
}

fn kind(out: &Path, animate: bool) -> Result<Kind, String> {
    let ending = out.extension().map(|e| e.to_string_lossy().to_lowercase()).unwrap_or_default();
    Ok(match ending.as_str() {
        "png" if animate => Kind::Movie(Format::Apng),
        "png" => Kind::Png,
        "svg" => Kind::Svg,
        "gif" => Kind::Movie(Format::Gif),
        "apng" => Kind::Movie(Format::Apng),
        "mp4" => Kind::Video(Codec::H264),
        "webm" => Kind::Video(Codec::Vp9),
        _ => {
            let other = match ending.as_str() {
                "html" | "htm" => "; `mainspring report` makes pages",
                "csv" | "json" | "parquet" | "arrow" => "; `mainspring export` makes tables",
                _ => "",
            };
            return Err(format!(
                "`{}` does not say what to make: let it end in .png, .svg, .gif, .apng, .mp4 or .webm{other}",
                shown(out)
            ));
        }
    })
}

fn size(text: &str) -> Result<[u32; 2], String> {
    let parts = text.split_once(['x', '×']).and_then(|(w, h)| Some([w.trim().parse().ok()?, h.trim().parse().ok()?]));
    match parts {
        Some(size) if size.iter().all(|s| (16..=8192).contains(s)) => Ok(size),
        _ => Err("give width and height between 16 and 8192 pixels, as in 960x720".to_owned()),
    }
}

fn fps(text: &str) -> Result<f64, String> {
    let fits = text.trim().parse().ok().filter(|f: &f64| (0.1..=240.0).contains(f));
    fits.ok_or_else(|| "give frames a second between 0.1 and 240".to_owned())
}

fn speed(text: &str) -> Result<f64, String> {
    let fits = text.trim().parse().ok().filter(|s: &f64| (1e-9..=1e9).contains(s));
    fits.ok_or_else(|| "give a positive number: 0.1 is ten times slower than it happened, 2 twice as fast".to_owned())
}

fn time(text: &str) -> Result<f64, String> {
    seconds(text).map_err(|e| e.to_string())
}

fn camera(text: &str) -> Result<Camera, String> {
    text.parse()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_say_what_is_made() {
        let of = |name: &str, animate| kind(Path::new(name), animate);
        assert_eq!(of("a.PNG", false), Ok(Kind::Png));
        assert_eq!(of("a.png", true), Ok(Kind::Movie(Format::Apng)));
        assert_eq!(of("x/y.gif", false), Ok(Kind::Movie(Format::Gif)));
        assert_eq!(of("x.webm", false), Ok(Kind::Video(Codec::Vp9)));
        assert!(of("x.avi", false).is_err() && of("x", false).is_err() && of(".gif", false).is_err());
        assert_eq!(size("960x720"), Ok([960, 720]));
        assert!(size("960").is_err() && size("0x10").is_err() && size("1x99999").is_err() && size("axb").is_err());
        assert!(fps("0").is_err() && fps("nan").is_err() && fps("25").is_ok());
        assert!(speed("-1").is_err() && speed("inf").is_err() && speed("0.1").is_ok());
    }
}
