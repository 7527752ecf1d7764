//! A shape's surface as features.

use super::{Motion, Primitive};

/// What kind of piece of a surface a feature is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FeatureKind {
    /// a convex corner
    Corner,
    /// a straight edge; in the plane a side of the outline
    Edge,
    /// a round piece of a planar outline, bulging out or hollow
    Arc,
    /// a flat face, in space
    Face,
    /// a ball or the round end of a capsule
    Ball,
    /// the side of a capsule, cylinder or bore
    Side,
    /// the sharp rim of a cylinder or cone
    Rim,
}

impl FeatureKind {
    /// The word for it in reports.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Corner => "corner",
            Self::Edge => "edge",
            Self::Arc => "arc",
            Self::Face => "face",
            Self::Ball => "ball",
            Self::Side => "side",
            Self::Rim => "rim",
        }
    }
}

/// One piece of a surface; its place in the surface's list is its name for as long as the shape lives.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Feature {
    /// what it is
    pub kind: FeatureKind,
    /// counted among those of its kind, from 1, in the order of the outline
    pub number: u32,
    /// its smooth surface, in the body's frame
    pub primitive: Primitive,
}

/// Two features, one of each shape: places in their lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FeaturePair {
    /// of the first shape
    pub a: u32,
    /// of the second
    pub b: u32,
}

/// How fast a body can move within a stretch of a path, per unit of the path's parameter.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Speeds {
    /// |ċ| of its origin
    pub linear: f64,
    /// |ω|
    pub angular: f64,
    /// |c̈| of its origin
    pub linear_rate: f64,
    /// |ω̇|
    pub angular_rate: f64,
}

/// The motion of two bodies over a step, parameter θ from 0 to 1.
pub trait Path {
    /// Where both are at θ; velocities per unit θ.
    fn at(&self, theta: f64) -> [Motion; 2];
    /// Upper bounds of how fast both move anywhere in [from, to]; true bounds, not samples.
    fn speeds(&self, from: f64, to: f64) -> [Speeds; 2];
}
