//! The operators of the maximal-coordinate system, a file for each trait.

mod adaptive_stiffness;
mod constraints;
mod equations;
mod evaluation;
mod guards;
mod mode_changes;
mod parts;
mod rattle;
mod readings;
mod singular;
mod step_bounds;
mod stepping;
