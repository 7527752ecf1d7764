//! Play between the tooth sides of gears and racks.
//!
//! A gear with play has its row while a tooth side pushes; it is struck when one is met, and is free in between.

pub mod guards;
pub mod play;
