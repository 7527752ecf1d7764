//! The table phase: surfaces, windows, arrays, frames, scripts and bins, evaluated.

pub mod arrays;
pub mod bins;
pub mod cells;
pub mod dependence;
pub mod frames;
pub mod layout;
pub mod options;
pub mod overlapping;
pub mod phase;
pub mod place;
pub mod presence;
pub mod scripts;
pub mod surface;
pub mod windows;
