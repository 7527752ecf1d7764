//! Joints: kinds, coordinates, and what else a joint has.

use crate::model::frame::Marker;
use crate::model::ids::JointId;
use mainspring_definition::Span;

/// A joint between `a` (first-named) and `b` (second-named).
#[derive(Clone, Debug)]
pub struct Joint {
    /// its path
    pub path: String,
    /// where it is declared
    pub span: Span,
    /// which
    pub kind: JointKind,
    /// first-named side
    pub a: Marker,
    /// second-named side
    pub b: Marker,
    /// holds at t = 0; false when an `attach` brings it later
    pub attached: bool,
    /// realised as a stiff spring–damper instead of rows
    pub compliant: Option<Compliance>,
    /// lowest and highest value of its first coordinate
    pub limits: Option<[f64; 2]>,
    /// the limits are rigid stops, with this restitution; None: passing them is only reported
    pub stop: Option<f64>,
    /// resists its first coordinate
    pub friction: Option<Friction>,
    /// play of a gear or rack
    pub backlash: Option<Backlash>,
}

/// Dry friction in a joint's coordinate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Friction {
    /// while it moves: N or N·m, or a coefficient, see `law`
    pub kinetic: f64,
    /// while it rests, ≥ `kinetic`
    pub resting: f64,
    /// what the two are
    pub law: FrictionLaw,
}

/// How large friction is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FrictionLaw {
    /// always the same effort, N or N·m
    Constant,
    /// coefficient × |reaction| × `arm`
    Coulomb {
        /// 1 for a joint that slides, the radius of the pin (m) for a hinge
        arm: f64,
    },
}

/// Play between the flanks of a gear or rack, in its second coordinate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Backlash {
    /// from one flank to the other, rad or m, > 0; the pair starts half way
    pub width: f64,
    /// rebound over approach, 0 to 1
    pub restitution: f64,
}

/// The kinds of joint. Coordinates, in order, stand in brackets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum JointKind {
    /// planar or spatial hinge \[angle\]
    Revolute,
    /// slides along a's x axis in the plane, a's z axis in space; does not turn \[travel\]
    Prismatic,
    /// no relative motion
    Weld,
    /// keeps the two points this far apart, m
    Distance {
        /// m, > 0
        length: f64,
    },
    /// planar: b's point stays on the line through a's point along a's x axis \[travel, angle\]
    Slot,
    /// planar: b's point stays on the circle of this radius round a's point
    Arc {
        /// m, > 0
        radius: f64,
    },
    /// planar: a disc of `radius` round b's point rolls without slip on the line through a's point along a's x axis
    /// (on its left, +y side) \[travel, angle\]
    RollingOnLine {
        /// m, > 0
        radius: f64,
    },
    /// planar: a disc of `radius` round b's point rolls without slip on a disc of `base` round a's point,
    /// outside it, or inside it if `base` is negative
    RollingOnDisc {
        /// radius of the disc on b, m, > 0
        radius: f64,
        /// radius of the disc on a, m; negative: b rolls inside
        base: f64,
    },
    /// spatial ball joint
    Spherical,
    /// spatial: slides along and turns about a's z axis \[travel, angle\]
    Cylindrical,
    /// spatial: turns about a's z axis and b's x axis \[angle about a's z, angle about b's x\]
    Universal,
    /// spatial: b's point stays in a's x–y plane, b's z stays parallel to a's z
    Planar,
    /// spatial: a sphere of `radius` round b's point rolls without slip on a's x–y plane (on the +z side)
    RollingSphere {
        /// m, > 0
        radius: f64,
    },
    /// spatial: a thin disc of `radius` round b's point, axis b's z, rolls without slip on a's x–y plane (+z side)
    RollingDisc {
        /// m, > 0
        radius: f64,
    },
    /// second − second₀ = ratio × (first − first₀), both joint coordinates; a rack has one angle and one travel
    Gear {
        /// driving coordinate
        first: Coordinate,
        /// driven coordinate
        second: Coordinate,
        /// 1, m or 1/m
        ratio: f64,
    },
}

/// One coordinate of a joint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Coordinate {
    /// which joint
    pub joint: JointId,
    /// 0, or 1 for the second coordinate of a two-coordinate joint
    pub index: usize,
}

impl JointKind {
    /// What the coordinates are, in order: true for an angle (rad), false for a travel (m).
    #[must_use]
    pub const fn coordinates(&self) -> &'static [bool] {
        match self {
            Self::Revolute => &[true],
            Self::Prismatic => &[false],
            Self::Slot | Self::Cylindrical | Self::RollingOnLine { .. } => &[false, true],
            Self::Universal => &[true, true],
            Self::Weld
            | Self::Distance { .. }
            | Self::Arc { .. }
            | Self::RollingOnDisc { .. }
            | Self::Spherical
            | Self::Planar
            | Self::RollingSphere { .. }
            | Self::RollingDisc { .. }
            | Self::Gear { .. } => &[],
        }
    }

    /// The word for it in a scene.
    #[must_use]
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Revolute => "revolute",
            Self::Prismatic => "prismatic",
            Self::Weld => "weld",
            Self::Distance { .. } => "distance",
            Self::Slot | Self::Arc { .. } => "slot",
            Self::RollingOnLine { .. }
            | Self::RollingOnDisc { .. }
            | Self::RollingSphere { .. }
            | Self::RollingDisc { .. } => "rolling",
            Self::Spherical => "spherical",
            Self::Cylindrical => "cylindrical",
            Self::Universal => "universal",
            Self::Planar => "planar",
            Self::Gear { .. } => "gear",
        }
    }
}

/// Stiffness of a compliant joint; rows measured in metres use the first pair, rows measured as angles the second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Compliance {
    /// N/m
    pub stiffness: f64,
    /// N·s/m
    pub damping: f64,
    /// N·m/rad
    pub turning_stiffness: f64,
    /// N·m·s/rad
    pub turning_damping: f64,
    /// stiffness follows the step's error, up to what is given here
    pub adapt: bool,
}
