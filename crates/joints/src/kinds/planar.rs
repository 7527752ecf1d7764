//! A plane on a plane.

use crate::descriptor::{
    Freedom, FrictionArm, JointDescriptor, MarkerAxis, Rows, Sharing, Symbol, TreeMotion, TreeMotions,
};
use crate::options::{OptionReader, Refused};
use crate::pose::Pose;
use mainspring_definition::SpaceKind;
use mainspring_numerics::quaternion::about_axis;

/// Spatial: b's point stays in a's x–y plane, b's z stays parallel to a's z.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Planar;

impl JointDescriptor for Planar {
    const WORD: &'static str = "planar";
    const COORDINATES: &'static [bool] = &[];
    const FRICTION: Option<FrictionArm> = None;
    const SYMBOL: Symbol = Symbol::Plane;
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
        Sharing::OrderAndAxis
    }

    fn tree(_: SpaceKind) -> Option<TreeMotions> {
        // a plane lies in a plane either way round
        Some(TreeMotions {
            motions: const {
                &[
                    TreeMotion::free(Freedom::Slide, 0),
                    TreeMotion::free(Freedom::Slide, 1),
                    TreeMotion::free(Freedom::Turn, 2),
                ]
            },
            from_parent: true,
        })
    }

    fn relative(&self, _: SpaceKind, _: f64, _: f64) -> Option<Pose> {
        Some(Pose::IDENTITY)
    }

    fn nearest(&self, _: SpaceKind, now: &Pose, _: Option<f64>, _: Option<f64>) -> Pose {
        let [x, y, _] = now.position;
        let orientation = about_axis([0.0, 0.0, 1.0], now.angle_about_z());
        Pose { position: [x, y, 0.0], orientation, ..Pose::IDENTITY }
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
