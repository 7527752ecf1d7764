//! The load phase: springs, drives, forces, constraints, switches; and what is fixed or starts.

pub mod drives_and_forces;
pub mod fix;
pub mod force_laws;
pub mod phase;
pub mod springs;
pub mod starts;
pub mod switches;
