//! What can be wrong with an outline, and with regions that are combined.

/// A number without hundreds of zeros.
pub(crate) fn readable(value: f64) -> String {
    if value == 0.0 || (1e-6..1e9).contains(&value.abs()) { format!("{value}") } else { format!("{value:e}") }
}

/// What can be wrong with an outline. Edges and points are counted from 0 here and from 1 in the messages.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum RegionError {
    /// a width, height, radius, scale … is not a positive number of sensible size
    #[error("the {what} must be a positive number, found {}", readable(*.value))]
    Size {
        /// which
        what: &'static str,
        /// as given
        value: f64,
    },
    /// NaN, infinite or absurdly large
    #[error("point {} of the outline is not a finite number of sensible size", .point + 1)]
    Coordinate {
        /// which
        point: usize,
    },
    /// less than a triangle
    #[error("an outline needs at least 3 distinct points, found {distinct}")]
    TooFewPoints {
        /// how many there are
        distinct: usize,
    },
    /// all on one line, or enclosing as much clockwise as counter-clockwise
    #[error("the outline encloses no area")]
    NoArea,
    /// edges cross, touch or run back over each other
    #[error("edges {} and {} of the outline meet at ({}, {})", .first + 1, .second + 1, .at[0], .at[1])]
    SelfIntersecting {
        /// the edge that starts at this point
        first: usize,
        /// the other edge
        second: usize,
        /// a point they share
        at: [f64; 2],
    },
    /// an edge does not start where the one before it ends
    #[error("edge {} ends at ({}, {}) but the next starts at ({}, {})", .edge + 1, .end[0], .end[1], .start[0], .start[1])]
    Open {
        /// the edge before the gap
        edge: usize,
        /// its end
        end: [f64; 2],
        /// start of the next
        start: [f64; 2],
    },
    /// a straight edge whose ends are the same point
    #[error("edge {} of the outline has no length", .edge + 1)]
    ZeroLength {
        /// which
        edge: usize,
    },
    /// end points, centre and sweep do not fit, or no sweep at all, or more than a turn
    #[error("edge {} is not an arc: its ends, centre and sweep do not agree", .edge + 1)]
    Arc {
        /// which
        edge: usize,
    },
    /// outlines with arcs that run along each other so closely that rounding hides which is which
    #[error(
        "outlines with curved edges run so close to each other at ({}, {}) that rounding hides what lies inside",
        .at[0], .at[1]
    )]
    Doubtful {
        /// a place where it was tried
        at: [f64; 2],
    },
    /// a hole that takes nothing, or less than itself, out of its region
    #[error("hole {} does not lie inside the outline; move it inside, or leave it out", .hole + 1)]
    HoleOutside {
        /// which
        hole: usize,
    },
    /// holes must lie apart
    #[error("holes {} and {} overlap; join them into one", .first + 1, .second + 1)]
    HolesOverlap {
        /// one
        first: usize,
        /// the other
        second: usize,
    },
    /// the combination has no points
    #[error("nothing is left of the region")]
    Empty,
}
