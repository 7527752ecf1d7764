//! Two features that overlap, and what they do to each other.

/// What two overlapping features do to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum OverlapState {
    /// push each other apart
    Pressing,
    /// part faster than the spring can follow: no force, its energy turns into heat
    Separating,
    /// overlap only because others do: no contact of their own
    Redundant,
}

impl OverlapState {
    /// Whether there is a spring between them.
    #[must_use]
    pub const fn acts(self) -> bool {
        !matches!(self, Self::Redundant)
    }
}

/// Two features that overlap, under the penalty method.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Overlap {
    /// index into the pairs that may touch
    pub pair: u32,
    /// feature of the first
    pub a: u32,
    /// feature of the second
    pub b: u32,
    /// what they do
    pub state: OverlapState,
    /// approach that restitution refers to, m/s
    pub speed: f64,
}
