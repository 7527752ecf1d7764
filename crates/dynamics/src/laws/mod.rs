//! Laws whose mode changes: each knows the bodies, none knows another.

pub mod backlash;
pub mod joint_friction;
pub mod penalty;
pub mod table;
pub mod touch;
