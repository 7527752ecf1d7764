//! Planar regions and spatial solids: outlines of lines and arcs with holes, booleans, exact moments; [`touch`] is
//! where shapes meet.
//!
//! Lengths are plain numbers in one unit (metres elsewhere in the project). Nothing here panics on bad numbers:
//! constructors check sizes and outlines once, so that a [`Region`] or [`Solid`] in hand is always a sound one.

mod arrangement;
mod boolean;
mod cut;
mod depth;
mod hull;
mod limits;
mod mesh;
mod outline_checks;
mod plane_moments;
mod region;
mod region_error;
mod repair;
mod segment;
mod segment_intersections;
mod solid;
mod space_moments;
mod tolerances;
pub mod touch;

pub use mesh::Mesh;
pub use plane_moments::PlaneMoments;
pub use region::Region;
pub use region_error::RegionError;
pub use repair::{Repair, Repairs};
pub use segment::Segment;
pub use solid::{PlacedSolid, Solid, SolidError, SolidKind};
pub use space_moments::SpaceMoments;
