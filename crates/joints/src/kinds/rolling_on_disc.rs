//! A disc rolls on or in another one.

use crate::descriptor::{FrictionArm, JointDescriptor, MarkerAxis, Rows, Sharing, Symbol, TreeMotions};
use crate::options::{OptionReader, Refused};
use crate::pose::Pose;
use crate::rolling;
use mainspring_definition::SpaceKind;

/// Planar: a disc of `radius` round b's point rolls without slip on a disc of `base` round a's point, outside it, or
/// inside it if `base` is negative.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RollingOnDisc {
    /// radius of the disc on b, m, > 0
    pub radius: f64,
    /// radius of the disc on a, m; negative: b rolls inside
    pub base: f64,
}

impl JointDescriptor for RollingOnDisc {
    const WORD: &'static str = "rolling";
    const COORDINATES: &'static [bool] = &[];
    const FRICTION: Option<FrictionArm> = None;
    const SYMBOL: Symbol = Symbol::Roller;
    const EXAMPLE: Self = Self { radius: 0.3, base: 0.9 };

    fn read(options: &mut dyn OptionReader) -> Result<Option<Self>, Refused> {
        let radius = rolling::radius(options)?;
        let inside = options.flag("inside")?;
        let Some(given) = options.length("base")? else { return Ok(None) };
        let base = if inside { -given.abs() } else { given };
        if base == 0.0 || (base < 0.0 && base.abs() <= radius) {
            return Err(options.refuse(
                Some("base"),
                "a disc of this radius cannot roll on this base",
                "the base is not zero, and larger than the disc that rolls inside it",
            ));
        }
        Ok(Some(Self { radius, base }))
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
        Some(Pose::at([self.base + self.radius, 0.0, 0.0]))
    }

    fn nearest(&self, _: SpaceKind, now: &Pose, _: Option<f64>, _: Option<f64>) -> Pose {
        now.at_distance(self.base + self.radius)
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
