//! The two spaces a scene can live in.

use serde::{Deserialize, Serialize};

/// Planar scenes have bodies with (x, y, angle); spatial ones with position and orientation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SpaceKind {
    /// motion in the x–y plane, z towards the viewer
    Planar,
    /// motion in space
    Spatial,
}

impl SpaceKind {
    /// Components of a position: 2 or 3.
    #[must_use]
    pub const fn components(self) -> usize {
        match self {
            Self::Planar => 2,
            Self::Spatial => 3,
        }
    }
}
