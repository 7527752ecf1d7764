//! No relative motion.

use crate::descriptor::{
    Freedom, FrictionArm, JointDescriptor, MarkerAxis, Rows, Sharing, Symbol, TreeMotion, TreeMotions,
};
use crate::options::{OptionReader, Refused};
use crate::pose::Pose;
use mainspring_definition::SpaceKind;

/// No relative motion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weld;

impl JointDescriptor for Weld {
    const WORD: &'static str = "weld";
    const COORDINATES: &'static [bool] = &[];
    const FRICTION: Option<FrictionArm> = None;
    const SYMBOL: Symbol = Symbol::Weld;
    const EXAMPLE: Self = Self;

    fn read(_: &mut dyn OptionReader) -> Result<Option<Self>, Refused> {
        Ok(Some(Self))
    }

    fn oriented_sides(_: SpaceKind) -> [bool; 2] {
        [true, true]
    }

    fn rows(_: SpaceKind) -> Rows {
        Rows::LengthsAndAngles
    }

    fn sharing(_: SpaceKind) -> Sharing {
        Sharing::Points
    }

    fn tree(_: SpaceKind) -> Option<TreeMotions> {
        Some(TreeMotions { motions: const { &[TreeMotion::free(Freedom::Held, 2)] }, from_parent: false })
    }

    fn relative(&self, _: SpaceKind, _: f64, _: f64) -> Option<Pose> {
        Some(Pose::IDENTITY)
    }

    fn nearest(&self, _: SpaceKind, _: &Pose, _: Option<f64>, _: Option<f64>) -> Pose {
        Pose::IDENTITY
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
