//! One file a command.

pub mod check;
pub mod completions;
pub mod explain;
pub mod fmt;
pub mod gallery;
pub mod new;
pub mod plot;
pub mod render;
pub mod run;
