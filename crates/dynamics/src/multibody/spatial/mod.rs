//! Space: a rigid body has position and unit quaternion, velocity (v, ω) in world axes; a point mass (x, y, z).

pub mod cylindrical;
pub mod distance;
pub mod marker;
pub mod planar;
pub mod prismatic;
pub mod revolute;
pub mod rolling_disc;
pub mod rolling_sphere;
pub mod rows;
pub mod space;
pub mod spherical;
pub mod universal;
pub mod weld;
