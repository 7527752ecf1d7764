//! A disc rolls on a line.

use crate::descriptor::{FrictionArm, JointDescriptor, MarkerAxis, Rows, Sharing, Symbol, TreeMotions};
use crate::options::{OptionReader, Refused};
use crate::pose::Pose;
use crate::rolling;
use mainspring_definition::SpaceKind;

/// Planar: a disc of `radius` round b's point rolls without slip on the line through a's point along a's x axis (on its
/// left, +y side) \[travel, angle\].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RollingOnLine {
    /// m, > 0
    pub radius: f64,
}

impl JointDescriptor for RollingOnLine {
    const WORD: &'static str = "rolling";
    const COORDINATES: &'static [bool] = &[false, true];
    const FRICTION: Option<FrictionArm> = None;
    const SYMBOL: Symbol = Symbol::Roller;
    const EXAMPLE: Self = Self { radius: 0.4 };

    fn read(options: &mut dyn OptionReader) -> Result<Option<Self>, Refused> {
        Ok(Some(Self { radius: rolling::radius(options)? }))
    }

    fn oriented_sides(_: SpaceKind) -> [bool; 2] {
        [true, true]
    }

    fn rows(_: SpaceKind) -> Rows {
        Rows::Speeds
    }

    fn sharing(_: SpaceKind) -> Sharing {
        Sharing::OrderAndLine
    }

    fn tree(_: SpaceKind) -> Option<TreeMotions> {
        None
    }

    fn relative(&self, _: SpaceKind, first: f64, second: f64) -> Option<Pose> {
        Some(Pose { position: [first, self.radius, 0.0], angle: second, ..Pose::IDENTITY })
    }

    fn nearest(&self, _: SpaceKind, now: &Pose, first: Option<f64>, second: Option<f64>) -> Pose {
        let x = first.unwrap_or(now.position[0]);
        Pose { position: [x, self.radius, 0.0], angle: second.unwrap_or(now.angle), ..*now }
    }

    fn open_length(&self) -> Option<fn(f64) -> Self> {
        None
    }

    fn drawn_size(&self) -> f64 {
        self.radius
    }

    fn drawn_axis(_: SpaceKind) -> MarkerAxis {
        MarkerAxis::X
    }
}
