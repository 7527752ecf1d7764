//! The kinds of joints: one file a kind, in `kinds/`, says all of it but its equations.
//!
//! ```text
//! registry     the list of kinds, each once, with the spaces in which it occurs
//! descriptor   what a kind must say: word, options, freedoms, placement, coincidence, drawing
//! kinds/       one file a kind, a struct with its sizes
//! kind         JointKind, made of the list
//! catalogue    words, options and examples of all kinds of a space
//! ```
//!
//! A joint's equations stand in a file of the same name in `multibody/planar/` or `multibody/spatial/` of the dynamics,
//! which declares its modules from the same list: a kind without equations does not compile. Gears and racks couple
//! coordinates of two joints and so are no such kind ([`Gear`]).

#[macro_use]
mod registry;

mod catalogue;
mod descriptor;
mod gear;
mod kind;
mod kinds;
mod options;
mod pose;
mod rolling;

pub use catalogue::{KindEntry, all_words, examples, kinds, read, symbol, words};
pub use descriptor::{
    Freedom, FrictionArm, JointDescriptor, MarkerAxis, Rows, Sharing, Symbol, TreeMotion, TreeMotions,
};
pub use gear::{Coordinate, Gear};
pub use kind::JointKind;
pub use kinds::*;
pub use options::{OptionReader, Refused};
pub use pose::Pose;
