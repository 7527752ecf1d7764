//! Ball joint.

use crate::descriptor::{
    Freedom, FrictionArm, JointDescriptor, MarkerAxis, Rows, Sharing, Symbol, TreeMotion, TreeMotions,
};
use crate::options::{OptionReader, Refused};
use crate::pose::Pose;
use mainspring_definition::SpaceKind;

/// Spatial ball joint: the points stay together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spherical;

impl JointDescriptor for Spherical {
    const WORD: &'static str = "spherical";
    const COORDINATES: &'static [bool] = &[];
    const FRICTION: Option<FrictionArm> = None;
    const SYMBOL: Symbol = Symbol::Ball;
    const EXAMPLE: Self = Self;

    fn read(_: &mut dyn OptionReader) -> Result<Option<Self>, Refused> {
        Ok(Some(Self))
    }

    fn oriented_sides(_: SpaceKind) -> [bool; 2] {
        [false, false]
    }

    fn rows(_: SpaceKind) -> Rows {
        Rows::Lengths
    }

    fn sharing(_: SpaceKind) -> Sharing {
        Sharing::Points
    }

    fn tree(_: SpaceKind) -> Option<TreeMotions> {
        Some(TreeMotions { motions: const { &[TreeMotion::free(Freedom::Ball, 2)] }, from_parent: false })
    }

    fn relative(&self, _: SpaceKind, _: f64, _: f64) -> Option<Pose> {
        Some(Pose::IDENTITY)
    }

    fn nearest(&self, _: SpaceKind, now: &Pose, _: Option<f64>, _: Option<f64>) -> Pose {
        now.moved_to([0.0; 3])
    }

    fn open_length(&self) -> Option<fn(f64) -> Self> {
        None
    }

    fn drawn_size(&self) -> f64 {
        0.0
    }

    fn drawn_axis(_: SpaceKind) -> MarkerAxis {
        MarkerAxis::Z
    }
}
