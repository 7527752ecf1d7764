//! Places of two planar shapes that press on each other.

/// Which place of two shapes presses; the same for as long as it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// a corner or the end of a side of the first, counted
    FirstNode(u32),
    /// one of the second
    SecondNode(u32),
    /// a piece of the first's outline and one of the second's, at least one a bulging arc
    Arc(u32, u32),
    /// a bulging arc of the first and a notch of the second
    FirstArc(u32, u32),
    /// a notch of the first and a bulging arc of the second
    SecondArc(u32, u32),
}
