//! Two points a fixed distance apart.

use crate::descriptor::{FrictionArm, JointDescriptor, MarkerAxis, Rows, Sharing, Symbol, TreeMotions};
use crate::options::{OptionReader, Refused};
use crate::pose::Pose;
use mainspring_definition::SpaceKind;

/// Keeps the two points this far apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Distance {
    /// m, > 0; NaN until the parts are placed, if the scene does not say
    pub length: f64,
}

impl JointDescriptor for Distance {
    const WORD: &'static str = "distance";
    const COORDINATES: &'static [bool] = &[];
    const FRICTION: Option<FrictionArm> = None;
    const SYMBOL: Symbol = Symbol::Rod;
    const EXAMPLE: Self = Self { length: 0.7 };

    fn read(options: &mut dyn OptionReader) -> Result<Option<Self>, Refused> {
        Ok(Some(Self { length: options.positive_length("length")?.unwrap_or(f64::NAN) }))
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
        None
    }

    fn relative(&self, _: SpaceKind, _: f64, _: f64) -> Option<Pose> {
        (!self.length.is_nan()).then(|| Pose::at([self.length, 0.0, 0.0]))
    }

    fn nearest(&self, _: SpaceKind, now: &Pose, _: Option<f64>, _: Option<f64>) -> Pose {
        now.at_distance(self.length)
    }

    fn open_length(&self) -> Option<fn(f64) -> Self> {
        if self.length.is_nan() { Some(|length| Self { length }) } else { None }
    }

    fn drawn_size(&self) -> f64 {
        self.length
    }

    fn drawn_axis(space: SpaceKind) -> MarkerAxis {
        match space {
            SpaceKind::Planar => MarkerAxis::X,
            SpaceKind::Spatial => MarkerAxis::Z,
        }
    }
}
