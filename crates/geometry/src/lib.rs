//! Planar regions and spatial solids: outlines, booleans, exact moments.
//!
//! Lengths are plain numbers in one unit (metres elsewhere in the project). Nothing here panics on bad numbers:
//! constructors check sizes and outlines once, so that a [`Region`] or [`Solid`] in hand is always a sound one.

mod boolean;
mod depth;
mod hull;
mod meet;
mod mesh;
mod outline;
mod plane_moments;
mod region;
mod segment;
mod size;
mod solid;
mod space_moments;
pub mod touch;

pub use mesh::Mesh;
pub use plane_moments::PlaneMoments;
pub use region::{Region, RegionError};
pub use segment::Segment;
pub use solid::{Placed, Solid, SolidError, SolidKind};
pub use space_moments::SpaceMoments;
