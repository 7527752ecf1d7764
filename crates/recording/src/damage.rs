//! What can be wrong with a file: too much to read it at all, or damage in places.

use std::fmt;
use std::ops::Range;

/// Why a file cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// the operating system reports an error
    #[error("cannot read the recording: {0}")]
    Io(#[from] std::io::Error),
    /// something else
    #[error("this is no recording: {0}")]
    NoRecording(String),
    /// the run was killed before it began to write
    #[error("the recording holds nothing: it ends before its run is described")]
    Empty,
    /// the description of the run at the front is gone
    #[error("the recording cannot be understood: {0}")]
    Front(String),
    /// more than would fit
    #[error(
        "the recording has {values} numbers, more than the {most} that are read at once; ask for a part of it \
         (`--from`, `--to`) or for fewer frames (`--every`)"
    )]
    TooLarge {
        /// in the part requested
        values: u64,
        /// allowed
        most: u64,
    },
}

/// A place in the file that cannot be trusted. What was read lies outside it.
#[derive(Clone, Debug, PartialEq)]
pub struct Damage {
    /// bytes of the file
    pub range: Range<u64>,
    /// what time it held, s, as far as that is known
    pub time: Option<[f64; 2]>,
    /// frames lost, as far as that is known
    pub frames: Option<u64>,
    /// what is wrong
    pub cause: String,
}

impl Damage {
    /// Damage that the check bytes put right.
    pub(crate) fn mended(range: Range<u64>) -> Self {
        let cause = "damaged, and put right by the check bytes: nothing is lost";
        Self { frames: Some(0), ..Self::new(range, cause) }
    }

    /// Whether anything of the run is missing because of it, or may be.
    #[must_use]
    pub fn loses(&self) -> bool {
        self.frames != Some(0)
    }

    pub(crate) fn new(range: Range<u64>, cause: impl Into<String>) -> Self {
        Self { range, time: None, frames: None, cause: cause.into() }
    }
}

/// Seven digits at most.
fn rounded(time: f64) -> f64 {
    format!("{time:.6e}").parse().unwrap_or(time)
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "bytes {} to {}", self.range.start, self.range.end)?;
        if let Some([first, last]) = self.time {
            write!(f, ", t = {} s to {} s", rounded(first), rounded(last))?;
        }
        match self.frames {
            Some(0) => {}
            Some(1) => f.write_str(", 1 frame")?,
            Some(frames) => write!(f, ", {frames} frames")?,
            None => {}
        }
        write!(f, ": {}", self.cause)
    }
}
