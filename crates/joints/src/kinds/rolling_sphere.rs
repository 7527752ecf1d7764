//! A sphere rolls on a plane.

use crate::descriptor::{FrictionArm, JointDescriptor, MarkerAxis, Rows, Sharing, Symbol, TreeMotions};
use crate::options::{OptionReader, Refused};
use crate::pose::Pose;
use crate::rolling;
use mainspring_definition::SpaceKind;

/// Spatial: a sphere of `radius` round b's point rolls without slip on a's x–y plane (on the +z side).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RollingSphere {
    /// m, > 0
    pub radius: f64,
}

impl JointDescriptor for RollingSphere {
    const WORD: &'static str = "rolling";
    const COORDINATES: &'static [bool] = &[];
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
        Sharing::Order
    }

    fn tree(_: SpaceKind) -> Option<TreeMotions> {
        None
    }

    fn relative(&self, _: SpaceKind, _: f64, _: f64) -> Option<Pose> {
        Some(Pose::at([0.0, 0.0, self.radius]))
    }

    fn nearest(&self, _: SpaceKind, now: &Pose, _: Option<f64>, _: Option<f64>) -> Pose {
        let [x, y, _] = now.position;
        now.moved_to([x, y, self.radius])
    }

    fn open_length(&self) -> Option<fn(f64) -> Self> {
        None
    }

    fn drawn_size(&self) -> f64 {
        self.radius
    }

    fn drawn_axis(_: SpaceKind) -> MarkerAxis {
        MarkerAxis::Z
    }
}
