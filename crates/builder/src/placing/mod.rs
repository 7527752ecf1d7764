//! Placing: where parts stand before loops are closed.

pub mod meshing;
pub mod moved;
pub mod phase;
pub mod place;
pub mod poses;
pub mod settle;
pub mod turned_axes;
