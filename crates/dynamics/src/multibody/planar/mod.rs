//! The plane: a rigid body has columns (x, y, θ), a point mass (x, y).

pub mod distance;
pub mod marker;
pub mod prismatic;
pub mod revolute;
pub mod rolling_on_disc;
pub mod rolling_on_line;
pub mod slot;
pub mod space;
pub mod weld;
