//! What a joint with friction does.

/// What a joint with friction does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum FrictionMode {
    /// held by a row of its own
    Stick,
    /// slides up (1) or down (−1) its coordinate
    Slip(i8),
    /// rests because others hold it: no row of its own, effort nothing (0) or its limit against this direction (±1)
    Held(i8),
}

impl FrictionMode {
    /// Whether its coordinate is at rest.
    #[must_use]
    pub const fn rests(self) -> bool {
        !matches!(self, Self::Slip(_))
    }
}
