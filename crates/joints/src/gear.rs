//! Gears and racks: they couple coordinates of two joints instead of holding parts.

/// One coordinate of a joint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Coordinate {
    /// which joint: its index in the model
    pub joint: usize,
    /// 0, or 1 for the second coordinate of a two-coordinate joint
    pub index: usize,
}

/// second − second₀ = ratio × (first − first₀), both joint coordinates; a rack has one angle and one travel.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gear {
    /// driving coordinate
    pub first: Coordinate,
    /// driven coordinate
    pub second: Coordinate,
    /// 1, m or 1/m
    pub ratio: f64,
}

impl Gear {
    /// The words for it in a scene: wheels, and a wheel with a rack.
    pub const WORDS: [&'static str; 2] = ["gear", "rack"];
}
