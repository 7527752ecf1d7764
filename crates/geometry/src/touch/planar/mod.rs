//! The surface of a planar region: its corners, straight edges and arcs.
//!
//! Convex corners are features of their own; a corner that bends inwards is not, since what reaches into it touches the two
//! sides, nor is a joint where two pieces run on smoothly.

mod behind;
mod corner;
mod distance;
mod extent;
mod nearest;
mod outline;
mod pairs;
mod pressing;
mod surface;
mod under_side;

pub(crate) use distance::{distance, height_above};
pub(crate) use nearest::{midway, midway_above};
pub(crate) use outline::Outline;
pub(crate) use pairs::{cone, margin, margin_above, near, near_above};
pub(crate) use pressing::{Pressed, Shaped, pressed};
pub(crate) use surface::{PlanarSurface, Pose};
