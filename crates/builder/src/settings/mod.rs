//! Settings of a scene: gravity, the run, and how contact is treated.

pub mod gravity;
pub mod method;
pub mod run;
pub mod state;
