//! Resistance to rolling and spinning at one contact.

use crate::multibody::kinematics::Kinematics;
use crate::multibody::space::Row;
use mainspring_numerics::vec3::{Vec3, scale};

/// What a resistance does.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub enum TurnMode {
    /// there is none
    #[default]
    Free,
    /// the parts do not turn on each other this way
    Hold,
    /// they do; direction (unit, world) of the second's spin relative to the first's when this began
    Turn([f64; 3]),
}

/// Which way a contact resists turning: its place in `Touching::turning`.
pub const ROLLING: usize = 0;

pub const SPINNING: usize = 1;

/// A resistance at the state last evaluated.
#[derive(Clone, Copy, Debug)]
pub struct RollingResistance {
    /// place of its contact in the list
    pub contact: usize,
    /// `ROLLING` or `SPINNING`
    pub kind: usize,
    /// first of its rows
    pub first: usize,
    /// 1 or 2
    pub rows: usize,
    /// m
    pub arm: f64,
    pub axes: [Vec3; 2],
    /// relative spin about the axes, rad/s
    pub rate: [f64; 2],
}

impl RollingResistance {
    /// Row `r` of one of its bodies.
    pub fn row(&self, frames: &dyn Kinematics, r: usize, second: bool) -> Row {
        frames.spin_row(if second { self.axes[r] } else { scale(self.axes[r], -1.0) })
    }

    pub fn speed(&self) -> f64 {
        (self.rate[0] * self.rate[0] + self.rate[1] * self.rate[1]).sqrt()
    }
}
