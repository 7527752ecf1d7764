//! Features: named pieces of a surface.

use super::primitive::Primitive;

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
    /// all of it: a point, an ellipsoid
    Whole,
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
