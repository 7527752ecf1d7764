//! Shapes from sizes and points: regions of the plane and solids in space.

pub mod checks;
pub mod regions;
pub mod words;
