//! Force fields, friction of areas and plans.
//!
//! One program, because each one more has to be built and linked; what cannot share stands beside it.

mod friction;
mod gallery_plan;
mod grids;
mod layers;
mod limit;
mod quadrature;
mod shapes;
mod stopping;
mod windows;
