//! One file a command.

pub mod assemble;
pub mod check;
pub mod completions;
pub mod diff;
pub mod explain;
pub mod export;
pub mod fmt;
pub mod gallery;
pub mod info;
pub mod info_scene;
pub mod new;
pub mod orient;
pub mod plane;
pub mod plot;
mod proofs;
pub mod recover;
pub mod render;
pub mod report;
pub mod run;
