//! The model: bodies, joints, loads and what to measure, flat, in SI units, with paths kept for people.

mod body;
mod frame;
mod ids;
mod joint;
mod load;
pub mod rigid;
mod run;
mod scene;

pub use body::*;
pub use frame::*;
pub use ids::*;
pub use joint::*;
pub use load::*;
pub use mainspring_joints::{Coordinate, Gear, JointKind, Pose};
pub use run::*;
pub use scene::*;
