//! What a kind of joint says of itself. Nothing has a default: a kind that leaves something out does not compile.

use crate::options::{OptionReader, Refused};
use crate::pose::Pose;
use mainspring_definition::SpaceKind;
use std::fmt::Debug;

/// A kind of joint between a part `a` (first-named) and a part `b`; its fields are its sizes.
///
/// Markers, one on each part, carry the joint: a point with axes. In the plane slides go along a's x axis and turns about
/// the normal; in space a's z axis is the joint's axis.
pub trait JointDescriptor: Copy + Debug + PartialEq {
    /// The word for it in a scene; several kinds may share one.
    const WORD: &'static str;
    /// What its coordinates are, in order: true for an angle (rad), false for a travel (m).
    const COORDINATES: &'static [bool];
    /// The arm of dry friction in its first coordinate; None: friction in it is not simulated.
    const FRICTION: Option<FrictionArm>;
    /// How pictures draw it.
    const SYMBOL: Symbol;
    /// One with sizes that fit, for tests of all kinds.
    const EXAMPLE: Self;

    /// Reads its sizes from the options of a scene. None: the options mean another kind of the same word.
    ///
    /// # Errors
    /// After the reader has reported what is wrong.
    fn read(options: &mut dyn OptionReader) -> Result<Option<Self>, Refused>;

    /// Which sides must have an orientation, which point masses have not.
    fn oriented_sides(space: SpaceKind) -> [bool; 2];
    /// What its rows measure.
    fn rows(space: SpaceKind) -> Rows;
    /// What two of its kind must share besides their points and sizes to hold the same.
    fn sharing(space: SpaceKind) -> Sharing;
    /// Its motions in an open tree; None: it stays in maximal coordinates.
    fn tree(space: SpaceKind) -> Option<TreeMotions>;

    /// b's marker in a's, for given coordinates; None if its size is still open.
    fn relative(&self, space: SpaceKind, first: f64, second: f64) -> Option<Pose>;
    /// The pose of b's marker in a's that the joint allows and that keeps, of the pose `now`, what it leaves free; given
    /// coordinates come first.
    fn nearest(&self, space: SpaceKind, now: &Pose, first: Option<f64>, second: Option<f64>) -> Pose;
    /// While its length follows from how the parts are placed: what makes the joint of that length (m).
    fn open_length(&self) -> Option<fn(f64) -> Self>;

    /// Radius of what rolls or of an arc, length of a rod, m; otherwise 0.
    fn drawn_size(&self) -> f64;
    /// The axis of a's marker that is drawn: of a hinge, a slide, a line rolled on, the normal of a plane.
    fn drawn_axis(space: SpaceKind) -> MarkerAxis;
}

/// What the rows of a kind measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rows {
    /// lengths alone
    Lengths,
    /// angles alone
    Angles,
    /// lengths and angles
    LengthsAndAngles,
    /// speeds: nothing that could give way like a spring
    Speeds,
}

/// What two joints of a kind between the same points must share besides to hold the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sharing {
    /// nothing
    Points,
    /// which side is first
    Order,
    /// which side is first, and the direction of its line in the plane
    OrderAndLine,
    /// which side is first, and the z axis
    OrderAndAxis,
    /// which side is first, the z axis and the x axis
    OrderAndAxes,
    /// the z axis
    Axis,
}

/// The arm at which a coefficient of friction acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrictionArm {
    /// a joint that slides: the force itself
    Slide,
    /// a hinge: the radius of its pin
    Pin,
}

/// One motion of a link on the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Freedom {
    /// about the axis through the joint's point
    Turn,
    /// along the axis
    Slide,
    /// not at all
    Held,
    /// about the joint's point, any way
    Ball,
}

/// One motion of a joint in a tree, from a to b.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreeMotion {
    /// how it moves
    pub freedom: Freedom,
    /// marker axis: 0 x, 1 y, 2 z
    pub axis: usize,
    /// the joint's coordinate that it is, if it is one
    pub coordinate: Option<usize>,
}

impl TreeMotion {
    /// A motion that is coordinate `coordinate` of its joint.
    #[must_use]
    pub const fn measured(freedom: Freedom, axis: usize, coordinate: usize) -> Self {
        Self { freedom, axis, coordinate: Some(coordinate) }
    }

    /// A motion that no coordinate of its joint measures.
    #[must_use]
    pub const fn free(freedom: Freedom, axis: usize) -> Self {
        Self { freedom, axis, coordinate: None }
    }
}

/// The motions of a joint in a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreeMotions {
    /// from a to b; at least one
    pub motions: &'static [TreeMotion],
    /// they start from the parent whichever side that is; otherwise they are taken backwards where b is the parent
    pub from_parent: bool,
}

/// An axis of a marker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkerAxis {
    /// its x axis
    X,
    /// its z axis; in the plane the normal
    Z,
}

/// How pictures draw a joint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symbol {
    /// a pin
    Hinge,
    /// a rail
    Slider,
    /// a square
    Weld,
    /// a rod from point to point
    Rod,
    /// a pin in a slot, straight (size 0) or round
    PinInSlot,
    /// a wheel on a line or on another wheel, or on a plane
    Roller,
    /// a ball
    Ball,
    /// a cross of two axes
    Cross,
    /// a rail about which it also turns
    Cylinder,
    /// a plane
    Plane,
    /// nothing of its own
    Nothing,
}

impl Symbol {
    /// As pages name it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Hinge => "hinge",
            Self::Slider => "slider",
            Self::Weld => "weld",
            Self::Rod => "rod",
            Self::PinInSlot => "pin_in_slot",
            Self::Roller => "roller",
            Self::Ball => "ball",
            Self::Cross => "cross",
            Self::Cylinder => "cylinder",
            Self::Plane => "plane",
            Self::Nothing => "nothing",
        }
    }
}
