//! Dry friction in joints.

pub mod friction;
pub mod mode;
