//! A pin in a straight slot.

use crate::descriptor::{
    Freedom, FrictionArm, JointDescriptor, MarkerAxis, Rows, Sharing, Symbol, TreeMotion, TreeMotions,
};
use crate::options::{OptionReader, Refused};
use crate::pose::Pose;
use mainspring_definition::SpaceKind;

/// Planar: b's point stays on the line through a's point along a's x axis \[travel, angle\].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slot;

impl JointDescriptor for Slot {
    const WORD: &'static str = "slot";
    const COORDINATES: &'static [bool] = &[false, true];
    const FRICTION: Option<FrictionArm> = None;
    const SYMBOL: Symbol = Symbol::PinInSlot;
    const EXAMPLE: Self = Self;

    fn read(_: &mut dyn OptionReader) -> Result<Option<Self>, Refused> {
        Ok(Some(Self))
    }

    fn oriented_sides(_: SpaceKind) -> [bool; 2] {
        [true, false]
    }

    fn rows(_: SpaceKind) -> Rows {
        Rows::Lengths
    }

    fn sharing(_: SpaceKind) -> Sharing {
        Sharing::OrderAndLine
    }

    fn tree(_: SpaceKind) -> Option<TreeMotions> {
        Some(TreeMotions {
            motions: const { &[TreeMotion::measured(Freedom::Slide, 0, 0), TreeMotion::measured(Freedom::Turn, 2, 1)] },
            from_parent: false,
        })
    }

    fn relative(&self, _: SpaceKind, first: f64, second: f64) -> Option<Pose> {
        Some(Pose { position: [first, 0.0, 0.0], angle: second, ..Pose::IDENTITY })
    }

    fn nearest(&self, _: SpaceKind, now: &Pose, first: Option<f64>, second: Option<f64>) -> Pose {
        let x = first.unwrap_or(now.position[0]);
        Pose { position: [x, 0.0, 0.0], angle: second.unwrap_or(now.angle), ..*now }
    }

    fn open_length(&self) -> Option<fn(f64) -> Self> {
        None
    }

    fn drawn_size(&self) -> f64 {
        0.0
    }

    fn drawn_axis(_: SpaceKind) -> MarkerAxis {
        MarkerAxis::X
    }
}
