//! A pin in a round slot.

use crate::descriptor::{FrictionArm, JointDescriptor, MarkerAxis, Rows, Sharing, Symbol, TreeMotions};
use crate::options::{OptionReader, Refused};
use crate::pose::Pose;
use mainspring_definition::SpaceKind;

/// Planar: b's point stays on the circle of this radius round a's point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arc {
    /// m, > 0
    pub radius: f64,
}

impl JointDescriptor for Arc {
    const WORD: &'static str = "slot";
    const COORDINATES: &'static [bool] = &[];
    const FRICTION: Option<FrictionArm> = None;
    const SYMBOL: Symbol = Symbol::PinInSlot;
    const EXAMPLE: Self = Self { radius: 1.3 };

    fn read(options: &mut dyn OptionReader) -> Result<Option<Self>, Refused> {
        Ok(options.positive_length("radius")?.map(|radius| Self { radius }))
    }

    fn oriented_sides(_: SpaceKind) -> [bool; 2] {
        [true, false]
    }

    fn rows(_: SpaceKind) -> Rows {
        Rows::Lengths
    }

    fn sharing(_: SpaceKind) -> Sharing {
        Sharing::Points
    }

    fn tree(_: SpaceKind) -> Option<TreeMotions> {
        None
    }

    fn relative(&self, _: SpaceKind, _: f64, _: f64) -> Option<Pose> {
        Some(Pose::at([self.radius, 0.0, 0.0]))
    }

    fn nearest(&self, _: SpaceKind, now: &Pose, _: Option<f64>, _: Option<f64>) -> Pose {
        now.at_distance(self.radius)
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
