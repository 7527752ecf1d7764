//! What can be wrong with a problem.

/// A problem the sweep cannot answer, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// Nothing is hinged on the root.
    #[error("there is no pawl")]
    NoPawl,
    /// The root does not move.
    #[error("the velocity of the root is zero")]
    NoVelocity,
    /// The motion has no length.
    #[error("the motion must last longer than 0 s")]
    NoTime,
    /// Friction below zero.
    #[error("friction of `{pawl}` is negative")]
    Friction {
        /// Whose.
        pawl: String,
    },
    /// Stiffness not above zero.
    #[error("stiffness of `{pawl}` must be above zero")]
    Stiffness {
        /// Whose.
        pawl: String,
    },
    /// Fewer than three corners.
    #[error("`{polygon}` has fewer than three corners{}", ring_words(*ring))]
    FewCorners {
        /// Whose.
        polygon: String,
        /// Which ring; 0 is the outline.
        ring: u32,
    },
    /// Two vertices in a row at the same place.
    #[error("vertices {vertex} and {other} of `{polygon}` are at the same place{}", ring_words(*ring))]
    Repeated {
        /// Whose.
        polygon: String,
        /// Which ring; 0 is the outline.
        ring: u32,
        /// The first vertex.
        vertex: u32,
        /// The one after it.
        other: u32,
    },
    /// Edges of one polygon that cross or touch.
    #[error(
        "edges of `{polygon}` cross: the one from vertex {edge}{} and the one from vertex {other}{}",
        ring_words(*ring), ring_words(*other_ring)
    )]
    SelfCrossing {
        /// Whose.
        polygon: String,
        /// Ring of the first edge.
        ring: u32,
        /// The first edge, by the vertex it starts at.
        edge: u32,
        /// Ring of the other edge.
        other_ring: u32,
        /// The other edge.
        other: u32,
    },
    /// A hole that does not lie inside its outline.
    #[error("hole {ring} of `{polygon}` lies outside of its outline (at its vertex {vertex})")]
    HoleOutside {
        /// Whose.
        polygon: String,
        /// Which hole.
        ring: u32,
        /// A vertex of it that is outside.
        vertex: u32,
    },
    /// The pawl starts inside an obstacle.
    #[error(
        "`{pawl}` starts inside `{obstacle}`: its edge from vertex {edge} crosses the edge from vertex {obstacle_edge}{}",
        ring_words(*ring)
    )]
    Overlap {
        /// Which pawl.
        pawl: String,
        /// Its edge.
        edge: u32,
        /// Which obstacle.
        obstacle: String,
        /// Which of its rings.
        ring: u32,
        /// Its edge.
        obstacle_edge: u32,
    },
    /// The pawl starts wholly inside an obstacle, or around one.
    #[error("`{pawl}` and `{obstacle}` start one inside the other")]
    Inside {
        /// Which pawl.
        pawl: String,
        /// Which obstacle.
        obstacle: String,
    },
    /// The hinge starts inside an obstacle.
    #[error("the hinge of `{pawl}` starts inside `{obstacle}`")]
    Hinge {
        /// Whose.
        pawl: String,
        /// In what.
        obstacle: String,
    },
    /// The outline of the root starts inside an obstacle.
    #[error("the root starts inside `{obstacle}`")]
    Root {
        /// In what.
        obstacle: String,
    },
}

fn ring_words(ring: u32) -> String {
    if ring == 0 { String::new() } else { format!(" of hole {ring}") }
}
