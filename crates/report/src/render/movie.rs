//! Movies: frames made in parallel, handed on in order, few of them in memory at a time.

use super::encode::{ApngSink, FrameSink, GifSink};
use super::film::Film;
use super::raster::Image;
use super::style::RenderError;
use crate::tolerances::STEP_ROUNDING;
use std::io::Write;

/// More than an hour at 25 frames a second helps nobody.
const MOST_FRAMES: f64 = 100_000.0;
/// What GIF and APNG viewers still open.
const MOST_PIXELS: f64 = 2e10;
/// Frames whose colours make a GIF's palette.
const SAMPLES: usize = 8;

/// How a movie runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlaybackRate {
    /// frames a second of the movie
    pub fps: f64,
    /// seconds of the run in a second of the movie
    pub speed: f64,
}

/// Files that need no other program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// 255 colours, opens everywhere
    Gif,
    /// every colour
    Apng,
}

impl Film<'_> {
    /// Moments of a movie, s.
    ///
    /// # Errors
    /// There would be too many, or the pace is no pace.
    pub fn moments(&self, pace: PlaybackRate) -> Result<Vec<f64>, RenderError> {
        let [from, to] = self.span();
        let [width, height] = self.look.size;
        let step = pace.speed / pace.fps;
        let frames = libm::floor((to - from) / step + STEP_ROUNDING) + 1.0;
        let fix = if !(step > 0.0 && step.is_finite()) {
            "--fps and --speed must be positive"
        } else if frames > MOST_FRAMES || frames * f64::from(width) * f64::from(height) > MOST_PIXELS {
            "make it shorter (--from, --to), faster (--speed), smaller (--size) or coarser (--fps)"
        } else {
            return Ok((0..frames as usize).map(|i| from + i as f64 * step).collect());
        };
        Err(RenderError::TooLong { frames, width, height, fix })
    }

    /// Makes a frame for each moment and hands them on in order; `go_on` gets how many are done and may stop.
    ///
    /// # Errors
    /// A frame could not be made or taken, or the caller said stop.
    pub fn each(
        &self,
        moments: &[f64],
        go_on: &mut dyn FnMut(usize) -> bool,
        take: &mut dyn FnMut(&Image) -> Result<(), RenderError>,
    ) -> Result<(), RenderError> {
        let workers = std::thread::available_parallelism().map_or(1, usize::from).min(16);
        for (i, group) in moments.chunks(workers).enumerate() {
            if !go_on(i * workers) {
                return Err(RenderError::Stopped);
            }
            let made: Vec<Result<Image, RenderError>> = std::thread::scope(|scope| {
                let started: Vec<_> =
                    group.iter().map(|time| scope.spawn(move || self.picture(*time).raster())).collect();
                let joined = started.into_iter().map(|thread| {
                    thread.join().unwrap_or_else(|_| Err(RenderError::Write("a frame could not be made".to_owned())))
                });
                joined.collect()
            });
            for image in made {
                take(&image?)?;
            }
        }
        Ok(())
    }

    /// Writes a movie; returns how many frames it has.
    ///
    /// # Errors
    /// The movie would be too long, cannot be written, or the caller said stop.
    pub fn movie<W: Write>(
        &self,
        to: W,
        format: Format,
        pace: PlaybackRate,
        go_on: &mut dyn FnMut(usize) -> bool,
    ) -> Result<usize, RenderError> {
        let moments = self.moments(pace)?;
        let mut sink: Box<dyn FrameSink + '_> = match format {
            Format::Gif => {
                if !(0.01..=50.0).contains(&pace.fps) {
                    return Err(RenderError::Write(format!(
                        "a gif of {} frames a second: viewers show at most 50",
                        pace.fps
                    )));
                }
                // with what is seen when every trace and arrow is there
                let count = SAMPLES.min(moments.len());
                let spread: Vec<f64> =
                    (0..count).map(|i| moments[(moments.len() - 1) * i / (count - 1).max(1)]).collect();
                let mut samples = Vec::new();
                self.each(&spread, &mut |_| go_on(0), &mut |image| {
                    samples.push(image.clone());
                    Ok(())
                })?;
                Box::new(GifSink::new(to, &samples, pace.fps)?)
            }
            Format::Apng => {
                let frames = u32::try_from(moments.len()).unwrap_or(u32::MAX);
                Box::new(ApngSink::new(to, self.look.size, frames, pace.fps, !self.look.transparent)?)
            }
        };
        self.each(&moments, go_on, &mut |image| sink.frame(image))?;
        sink.finish()?;
        Ok(moments.len())
    }
}
