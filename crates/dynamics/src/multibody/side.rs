//! The two ends of a range.

/// An end of a range: of a joint's travel, or of the play between two gears.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// where the coordinate is smallest
    Lower,
    /// where it is largest
    Upper,
}

impl Side {
    /// Both, in the order in which guards are listed.
    pub const BOTH: [Self; 2] = [Self::Lower, Self::Upper];

    /// −1 or 1.
    #[must_use]
    pub const fn sign(self) -> i8 {
        match self {
            Self::Lower => -1,
            Self::Upper => 1,
        }
    }
}
