//! Slider that does not turn.

use crate::descriptor::{
    Freedom, FrictionArm, JointDescriptor, MarkerAxis, Rows, Sharing, Symbol, TreeMotion, TreeMotions,
};
use crate::options::{OptionReader, Refused};
use crate::pose::Pose;
use mainspring_definition::SpaceKind;

/// Slides along a's x axis in the plane, a's z axis in space; does not turn \[travel\].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prismatic;

impl JointDescriptor for Prismatic {
    const WORD: &'static str = "prismatic";
    const COORDINATES: &'static [bool] = &[false];
    const FRICTION: Option<FrictionArm> = Some(FrictionArm::Slide);
    const SYMBOL: Symbol = Symbol::Slider;
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

    fn sharing(space: SpaceKind) -> Sharing {
        match space {
            SpaceKind::Planar => Sharing::OrderAndLine,
            SpaceKind::Spatial => Sharing::Axis,
        }
    }

    fn tree(space: SpaceKind) -> Option<TreeMotions> {
        match space {
            SpaceKind::Planar => Some(TreeMotions {
                motions: const { &[TreeMotion::measured(Freedom::Slide, 0, 0)] },
                from_parent: false,
            }),
            SpaceKind::Spatial => Some(TreeMotions {
                motions: const { &[TreeMotion::measured(Freedom::Slide, 2, 0)] },
                from_parent: false,
            }),
        }
    }

    fn relative(&self, space: SpaceKind, first: f64, _: f64) -> Option<Pose> {
        Some(match space {
            SpaceKind::Planar => Pose::at([first, 0.0, 0.0]),
            SpaceKind::Spatial => Pose::at([0.0, 0.0, first]),
        })
    }

    fn nearest(&self, space: SpaceKind, now: &Pose, first: Option<f64>, _: Option<f64>) -> Pose {
        let [x, _, z] = now.position;
        match space {
            SpaceKind::Planar => Pose::at([first.unwrap_or(x), 0.0, 0.0]),
            SpaceKind::Spatial => Pose::at([0.0, 0.0, first.unwrap_or(z)]),
        }
    }

    fn open_length(&self) -> Option<fn(f64) -> Self> {
        None
    }

    fn drawn_size(&self) -> f64 {
        0.0
    }

    fn drawn_axis(space: SpaceKind) -> MarkerAxis {
        match space {
            SpaceKind::Planar => MarkerAxis::X,
            SpaceKind::Spatial => MarkerAxis::Z,
        }
    }
}
