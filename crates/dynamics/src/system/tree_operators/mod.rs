//! The operators of a tree in joint coordinates: motion by the recursion, everything else by the maximal system inside.

mod adaptive_stiffness;
mod constraints;
mod equations;
mod guards;
mod mode_changes;
mod parts;
mod rattle;
mod readings;
mod singular;
mod step_bounds;
mod stepping;
