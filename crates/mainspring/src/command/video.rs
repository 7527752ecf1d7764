//! Video through ffmpeg: frames go into its standard input as they are made.

use mainspring::report::render::{Film, Image, Pace, RenderError};
use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// How a video is compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Codec {
    /// for .mp4
    H264,
    /// for .webm
    Vp9,
}

/// What ffmpeg is told to make of the frames.
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
    pace: Pace,
    codec: Codec,
    out: &Path,
    go_on: &mut dyn FnMut(usize) -> bool,
) -> Result<(), RenderError> {
    let moments = film.moments(pace)?;
    let first = film.picture(moments[0]);
    let mut child = start(first.size, pace.fps, codec, out)?;
    let result = feed(&mut child, film, &moments, go_on);
    if matches!(result, Err(RenderError::Stopped)) {
        // it must not finish a film nobody wants
        let _gone_already = child.kill();
    }
    drop(child.stdin.take());
    let mut said = String::new();
    if let Some(mut errors) = child.stderr.take() {
        let _nothing_said = errors.read_to_string(&mut said);
    }
    let status = child.wait().map_err(|e| RenderError::Write(format!("ffmpeg: {e}")))?;
    match result {
        Err(RenderError::Stopped) => Err(RenderError::Stopped),
        _ if !status.success() => {
            let last = said.trim().lines().last().unwrap_or("it did not say why");
            Err(RenderError::Write(format!("ffmpeg failed ({status}): {last}")))
        }
        other => other,
    }
}

fn start(size: [u32; 2], fps: f64, codec: Codec, out: &Path) -> Result<Child, RenderError> {
    let mut ffmpeg = Command::new("ffmpeg");
    ffmpeg.args(["-hide_banner", "-loglevel", "error", "-nostdin", "-y", "-f", "rawvideo", "-pix_fmt", "rgb24"]);
    ffmpeg.args(["-s", &format!("{}x{}", size[0], size[1]), "-r", &fps.to_string(), "-i", "pipe:0", "-an"]);
    // players want even sizes and this pixel format
    ffmpeg.args(["-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2", "-pix_fmt", "yuv420p"]);
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
