//! The circles of files that may stay, because what they describe recurses.

/// A circle that may stay.
#[derive(Clone, Copy, Debug)]
pub struct Recursion {
    /// from the repository root; at most [`MOST_FILES`], all in one room
    pub files: &'static [&'static str],
    pub reason: &'static str,
}

/// The most files of a circle that may stay.
pub const MOST_FILES: usize = 6;

/// The circles that may stay. One that is no longer there fails the check.
pub const RECURSIONS: &[Recursion] = &[];
