//! What unit dry friction does over a piece at a twist: N = ∫|v| dA, its gradient and its slopes.
//!
//! The gradient of N with respect to the twist (vx, vy, ω) is (∫ v/|v| dA, ∫ r × v/|v| dA): the wrench with which a
//! surface of unit pressure and friction is rubbed. N is convex and of degree one, so its slopes vanish along the twist.

use crate::fan;
use crate::pivot;
use crate::rim::Rim;

/// Dry friction at unit coefficient and pressure, with the sign of the motion.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rub {
    /// ∫ v/|v| dA and ∫ r × v/|v| dA (m², m², m³)
    pub wrench: [f64; 3],
    /// ∫|v| dA (m³/s)
    pub power: f64,
    /// derivative of `wrench` with respect to the twist, symmetric; zero unless asked for
    pub slopes: [[f64; 3]; 3],
}

/// Turns slower than this, relative to |v|/radius, are summed by series or over a fan: the closed form about a centre
/// further than six radii away loses digits.
pub(crate) const SLOW: f64 = 1.0 / 6.0;

/// Whether a piece of this radius turns so slowly about its middle that no centre of rotation is near.
pub(crate) fn is_distant(twist: [f64; 3], speed: f64, radius: f64) -> bool {
    twist[2].abs() * radius <= SLOW * speed
}

/// The twist of a point at `by` from the point whose twist is given.
pub(crate) fn carried(twist: [f64; 3], by: [f64; 2]) -> [f64; 3] {
    [twist[0] - twist[2] * by[1], twist[1] + twist[2] * by[0], twist[2]]
}

impl Rub {
    /// About a near centre: v = ω ⊥q with q from the centre c, so J = ±⊥R, torque about c ±Q, slopes from L.
    pub(crate) fn turning<const SLOPES: bool>(rim: &Rim, twist: [f64; 3]) -> Self {
        let spin = twist[2];
        let (sign, center) = (spin.signum(), [-twist[1] / spin, twist[0] / spin]);
        let sums = pivot::about(rim, center);
        let [x, y] = sums.spread;
        let wrench = [-sign * y, sign * x, sign * (sums.reach + center[0] * x + center[1] * y)];
        let mut slopes = [[0.0; 3]; 3];
        if SLOPES {
            // K = ∫ q qᵀ/ρ³ dA; slopes [K, K⊥c; …]/|ω|
            let ([xx, xy, yy], size) = (sums.stiffness, spin.abs());
            let (kxx, kxy, kyy) = (yy / size, -xy / size, xx / size);
            let p = [-center[1], center[0]];
            let col = [kxx * p[0] + kxy * p[1], kxy * p[0] + kyy * p[1]];
            slopes = [[kxx, kxy, col[0]], [kxy, kyy, col[1]], [col[0], col[1], p[0] * col[0] + p[1] * col[1]]];
        }
        Self { wrench, power: spin.abs() * sums.reach, slopes }
    }

    /// Over a piece of a part, the twist that of the part's origin.
    pub(crate) fn over<const SLOPES: bool>(rim: &Rim, twist: [f64; 3]) -> Self {
        let here = carried(twist, rim.middle);
        let speed = libm::hypot(here[0], here[1]);
        if speed == 0.0 && here[2] == 0.0 || rim.is_empty() {
            return Self::default();
        }
        let rub = if is_distant(here, speed, rim.radius) {
            fan::dry::<SLOPES>(rim, here, speed)
        } else {
            Self::turning::<SLOPES>(rim, here)
        };
        rub.shifted::<SLOPES>(rim.middle)
    }

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
