//! A bar on the terminal while a run goes on; nothing where nobody watches.

use crate::numbers::short;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use mainspring_workbench::engine;
use std::time::{Duration, Instant};

/// How often the bar moves.
const EVERY: Duration = Duration::from_millis(80);
/// Positions of the bar.
const PARTS: f64 = 10_000.0;

/// Simulated time, how much faster than real time, and how long still.
pub struct Progress {
    bar: ProgressBar,
    began: Instant,
    shown: Instant,
}

impl Progress {
    /// On standard error if that is a terminal.
    pub fn new() -> Self {
        let bar = ProgressBar::with_draw_target(Some(PARTS as u64), ProgressDrawTarget::stderr_with_hz(15));
        if let Ok(style) = ProgressStyle::with_template("{bar:30.cyan/dim} {msg}") {
            bar.set_style(style.progress_chars("━━─"));
        }
        let now = Instant::now();
        Self { bar, began: now, shown: now }
    }

    /// After a step.
    pub fn step(&mut self, now: engine::Progress) {
        if self.bar.is_hidden() || self.shown.elapsed() < EVERY {
            return;
        }
        self.shown = Instant::now();
        let wall = self.began.elapsed().as_secs_f64();
        let left = wall * (now.end - now.time) / now.time.max(f64::MIN_POSITIVE);
        self.bar.set_position((PARTS * now.time / now.end) as u64);
        self.bar.set_message(format!(
            "{} of {} s · {} × real time · {} left",
            short(now.time),
            short(now.end),
            short(now.time / wall),
            duration(left),
        ));
    }

    /// Takes the bar away.
    pub fn close(self) {
        self.bar.finish_and_clear();
    }
}

/// Frames of a movie, and how long still.
pub struct Frames {
    bar: ProgressBar,
}

impl Frames {
    /// On standard error if that is a terminal.
    pub fn new(total: u64) -> Self {
        let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::stderr_with_hz(15));
        if let Ok(style) = ProgressStyle::with_template("{bar:30.cyan/dim} {pos} of {len} frames · {eta} left") {
            bar.set_style(style.progress_chars("━━─"));
        }
        Self { bar }
    }

    /// After so many frames.
    pub fn done(&mut self, frames: u64) {
        self.bar.set_position(frames);
    }

    /// Takes the bar away.
    pub fn close(self) {
        self.bar.finish_and_clear();
    }
}

/// Wall time for people.
pub fn duration(seconds: f64) -> String {
    if !seconds.is_finite() || seconds > 1e7 {
        return "very long".to_owned();
    }
    let whole = seconds.round() as u64;
    match whole {
        0 if seconds < 1e-3 => format!("{:.0} µs", seconds * 1e6),
        0 => format!("{:.0} ms", seconds * 1e3),
        1..60 => format!("{seconds:.1} s"),
        60..3600 => format!("{} min {} s", whole / 60, whole % 60),
        _ => format!("{} h {} min", whole / 3600, whole % 3600 / 60),
    }
}
