//! Depths that are known, and properties that every depth has.
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

mod planar_cases;
mod planar_random;
mod random;
mod solids;
mod spatial_cases;
mod spatial_random;
