//! The joint phase: joints between parts, gears between joints, and their options.

pub mod backlash;
pub mod carriers;
pub mod checks;
pub mod coincident;
pub mod friction;
pub mod gears;
pub mod joint;
pub mod kind_options;
pub mod options;
pub mod phase;
