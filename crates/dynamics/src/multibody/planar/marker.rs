//! Bodies and markers: positions, velocities, and rows along directions.

use crate::multibody::space::Row;
pub use mainspring_numerics::vec2::{cross, dot, perp, sub};

/// The plane.
#[derive(Clone, Copy, Debug)]
pub struct Planar;

/// Pose and velocity of a planar body.
#[derive(Clone, Copy, Debug)]
pub struct PlanarBody {
    pub p: [f64; 2],
    pub theta: f64,
    pub cos: f64,
    pub sin: f64,
    pub v: [f64; 2],
    pub omega: f64,
}

/// A marker on a planar body, in the world.
#[derive(Clone, Copy, Debug)]
pub struct Side {
    /// position
    pub p: [f64; 2],
    /// arm from the centre of mass
    pub r: [f64; 2],
    /// velocity
    pub v: [f64; 2],
    /// angle of the marker's x axis
    pub theta: f64,
    /// angular velocity
    pub omega: f64,
    /// marker's x axis
    pub x: [f64; 2],
}

impl Side {
    /// marker's y axis
    pub fn y(&self) -> [f64; 2] {
        perp(self.x)
    }
}

/// Row of the rate u·ṗ of a marker along a fixed direction u.
pub fn along(side: &Side, u: [f64; 2]) -> Row {
    [u[0], u[1], cross(side.r, u), 0.0, 0.0, 0.0]
}

pub fn negative(row: Row) -> Row {
    row.map(|x| -x)
}

pub const TURN: Row = [0.0, 0.0, 1.0, 0.0, 0.0, 0.0];

pub const TURN_BACK: Row = [0.0, 0.0, -1.0, 0.0, 0.0, 0.0];

/// The angle of b relative to a.
pub fn relative_angle(a: &Side, b: &Side) -> crate::multibody::space::Measure {
    crate::multibody::space::Measure {
        value: b.theta - a.theta,
        rate: b.omega - a.omega,
        ja: TURN_BACK,
        jb: TURN,
        bias: 0.0,
        wraps: false,
    }
}

/// s = u·(pB − pA) with u fixed in a: value, rate, rows and bias.
///
/// ṡ = u·(vB − vA) + ωA (⊥u·d);  s̈ = u·(aB − aA) + 2 ωA ⊥u·(vB − vA) − ωA² u·d + ω̇A ⊥u·d
pub fn offset_along(u: [f64; 2], a: &Side, b: &Side) -> crate::multibody::space::Measure {
    let d = sub(b.p, a.p);
    let dv = sub(b.v, a.v);
    let w = a.omega;
    let centripetal = [-b.omega * b.omega * b.r[0] + w * w * a.r[0], -b.omega * b.omega * b.r[1] + w * w * a.r[1]];
    let mut ja = negative(along(a, u));
    ja[2] += dot(perp(u), d);
    crate::multibody::space::Measure {
        value: dot(u, d),
        rate: dot(u, dv) + w * dot(perp(u), d),
        ja,
        jb: along(b, u),
        bias: dot(u, centripetal) + 2.0 * w * dot(perp(u), dv) - w * w * dot(u, d),
        wraps: false,
    }
}
