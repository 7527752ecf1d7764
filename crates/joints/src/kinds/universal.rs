//! Cardan joint.

use crate::descriptor::{
    Freedom, FrictionArm, JointDescriptor, MarkerAxis, Rows, Sharing, Symbol, TreeMotion, TreeMotions,
};
use crate::options::{OptionReader, Refused};
use crate::pose::Pose;
use mainspring_definition::SpaceKind;
use mainspring_numerics::quaternion::{about_axis, conjugate, multiply, rotate};

const X: [f64; 3] = [1.0, 0.0, 0.0];
const Z: [f64; 3] = [0.0, 0.0, 1.0];

/// Spatial: turns about a's z axis and b's x axis \[angle about a's z, angle about b's x\].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Universal;

impl JointDescriptor for Universal {
    const WORD: &'static str = "universal";
    const COORDINATES: &'static [bool] = &[true, true];
    const FRICTION: Option<FrictionArm> = None;
    const SYMBOL: Symbol = Symbol::Cross;
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
        Sharing::OrderAndAxes
    }

    fn tree(_: SpaceKind) -> Option<TreeMotions> {
        Some(TreeMotions {
            motions: const { &[TreeMotion::measured(Freedom::Turn, 2, 0), TreeMotion::measured(Freedom::Turn, 0, 1)] },
            from_parent: false,
        })
    }

    fn relative(&self, _: SpaceKind, first: f64, second: f64) -> Option<Pose> {
        Some(Pose { orientation: multiply(about_axis(Z, first), about_axis(X, second)), ..Pose::IDENTITY })
    }

    fn nearest(&self, _: SpaceKind, now: &Pose, first: Option<f64>, second: Option<f64>) -> Pose {
        // b's x axis into a's x–y plane, then about it
        let q = now.orientation;
        let cross = rotate(q, X);
        let turn = about_axis(Z, first.unwrap_or_else(|| libm::atan2(cross[1], cross[0])));
        let rest = multiply(conjugate(turn), q);
        let tilt = about_axis(X, second.unwrap_or_else(|| 2.0 * libm::atan2(rest[1], rest[0])));
        Pose { orientation: multiply(turn, tilt), ..Pose::IDENTITY }
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
