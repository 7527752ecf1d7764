//! What a method may ask of a system, a trait for each purpose.

pub mod adaptive_stiffness;
pub mod constraints;
pub mod equations;
pub mod guards;
pub mod mode_changes;
pub mod parts;
pub mod rattle;
pub mod readings;
pub mod singular;
pub mod step_bounds;
pub mod stepping;
