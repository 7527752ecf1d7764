//! Gears and racks: they couple coordinates of two joints instead of holding parts.

/// One coordinate of a joint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Coordinate {
    /// which joint: its index in the model
    pub joint: usize,
    /// 0, or 1 for the second coordinate of a two-coordinate joint
    pub index: usize,
}

/// second − second₀ = ratio × (first − first₀), both joint coordinates; a rack has one angle and one travel. Wheels that a
/// moving part carries are measured against it: then coordinates of that carrier come in too.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gear {
    /// driving coordinate
    pub first: Coordinate,
    /// driven coordinate
    pub second: Coordinate,
    /// 1, m or 1/m
    pub ratio: f64,
    /// how far the carrier of both wheels has turned beside the first and the second joint, with the factor in [`Gear::terms`]
    pub carrier: [Option<(Coordinate, f64)>; 2],
}

impl Gear {
    /// The words for it in a scene: wheels, and a wheel with a rack.
    pub const WORDS: [&'static str; 2] = ["gear", "rack"];

    /// Between two coordinates of joints that one part carries.
    #[must_use]
    pub const fn between(first: Coordinate, second: Coordinate, ratio: f64) -> Self {
        Self { first, second, ratio, carrier: [None; 2] }
    }

    /// Coordinates with factors whose sum stays what it is, the second one's first.
    pub fn terms(&self) -> impl Iterator<Item = (Coordinate, f64)> + use<> {
        [(self.second, 1.0), (self.first, -self.ratio)].into_iter().chain(self.carrier.into_iter().flatten())
    }

    /// Σ factor · value over its coordinates.
    pub fn sum(&self, value: impl Fn(Coordinate) -> f64) -> f64 {
        self.terms().map(|(c, factor)| factor * value(c)).fold(-0.0, |sum, x| sum + x)
    }
}
