//! Hinge: the points stay together; in space the z axes stay parallel too.

use crate::descriptor::{
    Freedom, FrictionArm, JointDescriptor, MarkerAxis, Rows, Sharing, Symbol, TreeMotion, TreeMotions,
};
use crate::options::{OptionReader, Refused};
use crate::pose::Pose;
use mainspring_definition::SpaceKind;
use mainspring_numerics::quaternion::about_axis;

/// Planar or spatial hinge \[angle\].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Revolute;

impl JointDescriptor for Revolute {
    const WORD: &'static str = "revolute";
    const COORDINATES: &'static [bool] = &[true];
    const FRICTION: Option<FrictionArm> = Some(FrictionArm::Pin);
    const SYMBOL: Symbol = Symbol::Hinge;
    const EXAMPLE: Self = Self;

    fn read(_: &mut dyn OptionReader) -> Result<Option<Self>, Refused> {
        Ok(Some(Self))
    }

    fn oriented_sides(space: SpaceKind) -> [bool; 2] {
        [space == SpaceKind::Spatial; 2]
    }

    fn rows(space: SpaceKind) -> Rows {
        match space {
            SpaceKind::Planar => Rows::Lengths,
            SpaceKind::Spatial => Rows::LengthsAndAngles,
        }
    }

    fn sharing(space: SpaceKind) -> Sharing {
        match space {
            SpaceKind::Planar => Sharing::Points,
            SpaceKind::Spatial => Sharing::Axis,
        }
    }

    fn tree(_: SpaceKind) -> Option<TreeMotions> {
        Some(TreeMotions { motions: const { &[TreeMotion::measured(Freedom::Turn, 2, 0)] }, from_parent: false })
    }

    fn relative(&self, space: SpaceKind, first: f64, _: f64) -> Option<Pose> {
        Some(match space {
            SpaceKind::Planar => Pose { angle: first, ..Pose::IDENTITY },
            SpaceKind::Spatial => Pose { orientation: about_axis([0.0, 0.0, 1.0], first), ..Pose::IDENTITY },
        })
    }

    fn nearest(&self, space: SpaceKind, now: &Pose, first: Option<f64>, _: Option<f64>) -> Pose {
        match space {
            SpaceKind::Planar => Pose { angle: first.unwrap_or(now.angle), ..Pose::IDENTITY },
            SpaceKind::Spatial => {
                let angle = first.unwrap_or_else(|| now.angle_about_z());
                Pose { orientation: about_axis([0.0, 0.0, 1.0], angle), ..Pose::IDENTITY }
            }
        }
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
