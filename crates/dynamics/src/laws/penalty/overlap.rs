//! What is remembered of a place where two parts press on each other.

use mainspring_geometry::touch::{FeaturePair, Place};

/// What two that overlap do to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum OverlapState {
    /// push each other apart
    Pressing,
    /// part faster than the spring can follow: no force, its energy turns into heat
    Separating,
    /// features in space that overlap only because others do: no contact of their own
    Redundant,
}

impl OverlapState {
    /// Whether there is a spring between them.
    #[must_use]
    pub const fn acts(self) -> bool {
        !matches!(self, Self::Redundant)
    }
}

/// Where two parts overlap, among all places where they could.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub enum OverlapPlace {
    /// features of the first and the second, in space
    Features(u32, u32),
    /// a corner or end of a side of the first, in the plane
    FirstNode(u32),
    /// one of the second
    SecondNode(u32),
    /// pieces of both outlines
    Arc(u32, u32),
    /// an arc of the first and a notch of the second
    FirstArc(u32, u32),
    /// a notch of the first and an arc of the second
    SecondArc(u32, u32),
}

impl From<Place> for OverlapPlace {
    fn from(place: Place) -> Self {
        match place {
            Place::FirstNode(i) => Self::FirstNode(i),
            Place::SecondNode(i) => Self::SecondNode(i),
            Place::Arc(i, k) => Self::Arc(i, k),
            Place::FirstArc(i, k) => Self::FirstArc(i, k),
            Place::SecondArc(i, k) => Self::SecondArc(i, k),
        }
    }
}

/// A place where two parts overlap, under the penalty method. In space these are the contacts; in the plane contacts follow from
/// where the parts are, and this is how fast each was met.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Overlap {
    /// index into the pairs that may touch
    pub pair: u32,
    /// where
    pub site: OverlapPlace,
    /// what they do; in the plane when last settled, for guards
    pub state: OverlapState,
    /// approach that restitution refers to, m/s
    pub speed: f64,
}

impl Overlap {
    /// The features, in space.
    #[must_use]
    pub const fn features(&self) -> Option<FeaturePair> {
        match self.site {
            OverlapPlace::Features(a, b) => Some(FeaturePair { a, b }),
            _ => None,
        }
    }
}
