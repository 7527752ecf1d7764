//! Exact sweeps and assembly studies.
//!
//! One program, because each one more has to be built and linked; what cannot share stands beside it.

mod assembly_affine;
mod assembly_study;
mod assembly_tolerance;
mod assembly_worst;
mod crowds;
mod given;
mod plane;
mod reference;
