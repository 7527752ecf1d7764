//! A thin disc rolls on a plane.

use crate::descriptor::{FrictionArm, JointDescriptor, MarkerAxis, Rows, Sharing, Symbol, TreeMotions};
use crate::options::{OptionReader, Refused};
use crate::pose::Pose;
use crate::rolling;
use mainspring_definition::SpaceKind;
use mainspring_numerics::quaternion::{about_axis, rotate};

/// Spatial: a thin disc of `radius` round b's point, axis b's z, rolls without slip on a's x–y plane (+z side).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RollingDisc {
    /// m, > 0
    pub radius: f64,
}

impl JointDescriptor for RollingDisc {
    const WORD: &'static str = "rolling";
    const COORDINATES: &'static [bool] = &[];
    const FRICTION: Option<FrictionArm> = None;
    const SYMBOL: Symbol = Symbol::Roller;
    const EXAMPLE: Self = Self { radius: 0.4 };

    fn read(options: &mut dyn OptionReader) -> Result<Option<Self>, Refused> {
        let radius = rolling::radius(options)?;
        let disc = options.flag("disc")?;
        let sphere = options.flag("sphere")?;
        if disc && sphere {
            let help = "leave one of the words out";
            return Err(options.refuse(None, "what rolls is a disc or a sphere, not both", help));
        }
        Ok(disc.then_some(Self { radius }))
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
        // upright, its axis along a's y: turning forwards rolls it towards +x
        let orientation = about_axis([1.0, 0.0, 0.0], -std::f64::consts::FRAC_PI_2);
        Some(Pose { position: [0.0, 0.0, self.radius], orientation, ..Pose::IDENTITY })
    }

    fn nearest(&self, _: SpaceKind, now: &Pose, _: Option<f64>, _: Option<f64>) -> Pose {
        // the lowest point of the rim touches: the centre stands r·sin(lean) above the plane
        let [x, y, _] = now.position;
        let lean = rotate(now.orientation, [0.0, 0.0, 1.0])[2];
        now.moved_to([x, y, self.radius * (1.0 - lean * lean).max(0.0).sqrt()])
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
