//! Shapes and how they touch.
//!
//! One program, because each one more has to be built and linked; what cannot share stands beside it.

mod crossing_arcs;
mod flush;
mod meshes;
mod motions;
mod region_repair;
mod regions;
mod solids;
mod touch_curves;
mod touch_space_search;
mod touch_spatial;
