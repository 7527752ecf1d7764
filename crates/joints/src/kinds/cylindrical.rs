//! Slides along an axis and turns about it.

use crate::descriptor::{
    Freedom, FrictionArm, JointDescriptor, MarkerAxis, Rows, Sharing, Symbol, TreeMotion, TreeMotions,
};
use crate::options::{OptionReader, Refused};
use crate::pose::Pose;
use mainspring_definition::SpaceKind;
use mainspring_numerics::quaternion::about_axis;

/// Spatial: slides along and turns about a's z axis \[travel, angle\].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cylindrical;

impl JointDescriptor for Cylindrical {
    const WORD: &'static str = "cylindrical";
    const COORDINATES: &'static [bool] = &[false, true];
    const FRICTION: Option<FrictionArm> = None;
    const SYMBOL: Symbol = Symbol::Cylinder;
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
        Sharing::Axis
    }

    fn tree(_: SpaceKind) -> Option<TreeMotions> {
        Some(TreeMotions {
            motions: const { &[TreeMotion::measured(Freedom::Slide, 2, 0), TreeMotion::measured(Freedom::Turn, 2, 1)] },
            from_parent: false,
        })
    }

    fn relative(&self, _: SpaceKind, first: f64, second: f64) -> Option<Pose> {
        let orientation = about_axis([0.0, 0.0, 1.0], second);
        Some(Pose { position: [0.0, 0.0, first], orientation, ..Pose::IDENTITY })
    }

    fn nearest(&self, _: SpaceKind, now: &Pose, first: Option<f64>, second: Option<f64>) -> Pose {
        let orientation = about_axis([0.0, 0.0, 1.0], second.unwrap_or_else(|| now.angle_about_z()));
        Pose { position: [0.0, 0.0, first.unwrap_or(now.position[2])], orientation, ..Pose::IDENTITY }
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
