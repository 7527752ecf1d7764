//! Which features touch.

use std::fmt;

/// Which features touch, by their places in the polygons as given.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub enum Contact {
    /// Edge of the pawl on a vertex of an obstacle.
    Edge {
        /// Edge of the pawl, by the vertex it starts at.
        edge: u32,
        /// Which obstacle.
        obstacle: u32,
        /// Which of its rings; 0 is the outline.
        ring: u32,
        /// Which vertex of the ring.
        vertex: u32,
    },
    /// Vertex of the pawl on an edge of an obstacle.
    Vertex {
        /// Vertex of the pawl.
        vertex: u32,
        /// Which obstacle.
        obstacle: u32,
        /// Which of its rings; 0 is the outline.
        ring: u32,
        /// Edge of the ring, by the vertex it starts at.
        edge: u32,
    },
}

impl fmt::Display for Contact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ring = |f: &mut fmt::Formatter<'_>, n: u32| if n > 0 { write!(f, "r{n}") } else { Ok(()) };
        match *self {
            Self::Edge { edge, obstacle, ring: n, vertex } => {
                write!(f, "A:e{edge}/o{obstacle}")?;
                ring(f, n)?;
                write!(f, "v{vertex}")
            }
            Self::Vertex { vertex, obstacle, ring: n, edge } => {
                write!(f, "B:v{vertex}/o{obstacle}")?;
                ring(f, n)?;
                write!(f, "e{edge}")
            }
        }
    }
}
