//! Video through ffmpeg: frames go into its standard input as they are made.

use mainspring_workbench::report::render::{Film, Image, PlaybackRate, RenderError};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};

/// How a video is compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Codec {
    /// for .mp4
    H264,
    /// for .webm
    Vp9,
}

/// The format that ffmpeg makes of the frames.
fn words(codec: Codec) -> &'static [&'static str] {
    match codec {
        Codec::H264 => &["-c:v", "libx264", "-preset", "medium", "-crf", "18", "-movflags", "+faststart"],
        Codec::Vp9 => &["-c:v", "libvpx-vp9", "-b:v", "0", "-crf", "28", "-row-mt", "1"],
    }
}

/// Writes the film to `out`.
///
/// # Errors
/// ffmpeg is not there or fails, or the caller said stop.
pub fn encode(
    film: &Film<'_>,
    pace: PlaybackRate,
    codec: Codec,
    out: &Path,
    go_on: &mut dyn FnMut(usize) -> bool,
) -> Result<(), RenderError> {
    let moments = film.moments(pace)?;
    let first = film.picture(moments[0]).raster()?;
    let mut child = start(&first, pace.fps, codec, out)?;
    // read as it is said, or a talkative one would wait for its pipe to empty
    let listener = child.stderr.take().map(|errors| std::thread::spawn(move || last_line(errors)));
    let result = feed(&mut child, film, &moments, go_on);
    if matches!(result, Err(RenderError::Stopped)) {
        // it must not finish a film nobody wants
        let _gone_already = child.kill();
    }
    drop(child.stdin.take());
    let said = listener.and_then(|l| l.join().ok()).flatten();
    let status = child.wait().map_err(|e| RenderError::Write(format!("ffmpeg: {e}")))?;
    match result {
        Err(RenderError::Stopped) => Err(RenderError::Stopped),
        // Ctrl-C at a terminal is sent to both, and ffmpeg may be gone before we have heard of it
        _ if was_interrupted(status) => Err(RenderError::Stopped),
        _ if !status.success() => {
            let last = said.as_deref().unwrap_or("it did not say why");
            Err(RenderError::Write(format!("ffmpeg failed ({status}): {last}")))
        }
        other => other,
    }
}

#[cfg(unix)]
fn was_interrupted(status: ExitStatus) -> bool {
    const SIGINT: i32 = 2;
    std::os::unix::process::ExitStatusExt::signal(&status) == Some(SIGINT)
}

#[cfg(not(unix))]
fn was_interrupted(_: ExitStatus) -> bool {
    false
}

/// The last that is said, of any length only its beginning.
fn last_line(errors: impl Read) -> Option<String> {
    let mut errors = BufReader::new(errors);
    let mut last = None;
    let mut line = Vec::new();
    loop {
        line.clear();
        // a line without an end does not fill the memory
        match errors.by_ref().take(1000).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return last,
            Ok(_) => {}
        }
        let text = String::from_utf8_lossy(&line);
        if !text.trim().is_empty() {
            last = Some(text.trim().to_owned());
        }
    }
}

fn start(first: &Image, fps: f64, codec: Codec, out: &Path) -> Result<Child, RenderError> {
    let [width, height] = first.size;
    let [red, green, blue, _] = first.pixels.first().copied().unwrap_or_default();
    let mut ffmpeg = Command::new("ffmpeg");
    ffmpeg.args(["-hide_banner", "-loglevel", "error", "-nostdin", "-y", "-f", "rawvideo", "-pix_fmt", "rgb24"]);
    ffmpeg.args(["-s", &format!("{width}x{height}"), "-r", &fps.to_string(), "-i", "pipe:0", "-an"]);
    // players want even sizes and this pixel format; a row more goes on as the corner does
    let even = format!("pad=ceil(iw/2)*2:ceil(ih/2)*2:0:0:0x{red:02x}{green:02x}{blue:02x}");
    ffmpeg.args(["-vf", &format!("{even},scale=out_color_matrix=bt709:out_range=tv,format=yuv420p")]);
    // said, or players guess it from the size and show other colours
    ffmpeg.args(["-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709", "-color_range", "tv"]);
    ffmpeg.args(words(codec)).args(["-fflags", "+bitexact", "-flags:v", "+bitexact"]);
    // a name that begins with a hyphen is no option
    let out = if out.is_absolute() { out.to_owned() } else { Path::new(".").join(out) };
    ffmpeg.arg(out).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
    ffmpeg.spawn().map_err(|e| {
        RenderError::Write(match e.kind() {
            io::ErrorKind::NotFound => "mp4 and webm are made by the program `ffmpeg`, which is not on the PATH: \
                 install it, or let the file end in .gif or .apng, which need no other program"
                .to_owned(),
            _ => format!("cannot start ffmpeg: {e}"),
        })
    })
}

fn feed(
    child: &mut Child,
    film: &Film<'_>,
    moments: &[f64],
    go_on: &mut dyn FnMut(usize) -> bool,
) -> Result<(), RenderError> {
    let Some(input) = child.stdin.as_mut() else {
        return Err(RenderError::Write("ffmpeg takes no frames".to_owned()));
    };
    film.each(moments, go_on, &mut |image: &Image| {
        let bytes: Vec<u8> = image.pixels.iter().flat_map(|p| &p[..3]).copied().collect();
        input.write_all(&bytes).map_err(|e| RenderError::Write(format!("ffmpeg takes no more frames: {e}")))
    })
}
