//! Play between the tooth sides of gears and racks.

pub mod play;
