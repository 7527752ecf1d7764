//! What unit dry friction does over a piece at a twist: N = ∫|v| dA, its gradient and its slopes.
//!
//! The gradient of N with respect to the twist (vx, vy, ω) is (∫ v/|v| dA, ∫ r × v/|v| dA): the wrench with which a
//! surface of unit pressure and friction is rubbed. N is convex and of degree one, so its slopes vanish along the twist.

use crate::tolerances::SLOW_TURN;

/// Dry friction at unit coefficient and pressure, with the sign of the motion.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct DryFriction {
    /// ∫ v/|v| dA and ∫ r × v/|v| dA (m², m², m³)
    pub wrench: [f64; 3],
    /// ∫|v| dA (m³/s)
    pub power: f64,
    /// derivative of `wrench` with respect to the twist, symmetric; zero unless asked for
    pub slopes: [[f64; 3]; 3],
}

/// Whether a piece of this radius turns so slowly about its middle that no centre of rotation is near.
#[inline]
pub(crate) fn is_distant(twist: [f64; 3], speed: f64, radius: f64) -> bool {
    twist[2].abs() * radius <= SLOW_TURN * speed
}

/// The twist of a point at `by` from the point whose twist is given.
#[inline]
pub(crate) fn carried(twist: [f64; 3], by: [f64; 2]) -> [f64; 3] {
    [twist[0] - twist[2] * by[1], twist[1] + twist[2] * by[0], twist[2]]
}

impl DryFriction {
    /// About the part's origin, from the same about a point at `middle`.
    pub(crate) fn shifted<const SLOPES: bool>(self, middle: [f64; 2]) -> Self {
        let [x, y] = middle;
        let [fx, fy, torque] = self.wrench;
        let slopes = if SLOPES {
            congruent(&self.slopes, &[[1.0, 0.0, -y], [0.0, 1.0, x], [0.0, 0.0, 1.0]])
        } else {
            self.slopes
        };
        Self { wrench: [fx, fy, torque + x * fy - y * fx], slopes, ..self }
    }

    /// In axes in which those of `self` stand at an angle with this cosine and sine.
    pub(crate) fn turned<const SLOPES: bool>(self, heading: [f64; 2]) -> Self {
        let [c, s] = heading;
        let [fx, fy, torque] = self.wrench;
        let slopes =
            if SLOPES { congruent(&self.slopes, &[[c, s, 0.0], [-s, c, 0.0], [0.0, 0.0, 1.0]]) } else { self.slopes };
        Self { wrench: [c * fx - s * fy, s * fx + c * fy, torque], slopes, ..self }
    }

    /// Both together.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        Self {
            wrench: [0, 1, 2].map(|i| self.wrench[i] + other.wrench[i]),
            power: self.power + other.power,
            slopes: [0, 1, 2].map(|i| [0, 1, 2].map(|j| self.slopes[i][j] + other.slopes[i][j])),
        }
    }
}

/// Pᵀ H P.
pub(crate) fn congruent(h: &[[f64; 3]; 3], p: &[[f64; 3]; 3]) -> [[f64; 3]; 3] {
    let hp = [0, 1, 2].map(|i| [0, 1, 2].map(|j| (0..3).map(|k| h[i][k] * p[k][j]).sum::<f64>()));
    [0, 1, 2].map(|i| [0, 1, 2].map(|j| (0..3).map(|k| p[k][i] * hp[k][j]).sum::<f64>()))
}

/// The twist in axes that stand at an angle with this cosine and sine.
pub(crate) fn turned_back(twist: [f64; 3], heading: [f64; 2]) -> [f64; 3] {
    let [c, s] = heading;
    [c * twist[0] + s * twist[1], c * twist[1] - s * twist[0], twist[2]]
}
