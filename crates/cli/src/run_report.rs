//! A run with what is said of it besides its numbers.

use crate::event_list::Listing;
use mainspring_workbench::Run;
use mainspring_workbench::engine::RunError;
use std::path::{Path, PathBuf};

/// A run with where it went.
pub struct RunReport<'a> {
    pub run: &'a Run,
    /// wall time of the run, s
    pub wall: f64,
    pub error: Option<&'a RunError>,
    pub recording: Option<&'a Path>,
    /// the last one that finished, while this has not
    pub previous: Option<PathBuf>,
    pub plots: &'a [PathBuf],
    /// whether times were asked for
    pub at_times: bool,
    /// whether all events are to be listed
    pub events: Option<Listing>,
}

/// Whether a run, or the motion of a sweep, ended before a time that was asked for.
pub fn missed(run: &Run, time: f64) -> bool {
    time > run.outcome.time
}
