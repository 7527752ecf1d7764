//! What is recorded, plotted and probed.

pub mod phase;
pub mod spelling;
