//! Unit dry friction over a piece of a part, whichever way it turns.

use crate::boundary::BoundaryCurve;
use crate::dry_friction::{DryFriction, carried, is_distant};
use crate::rotation_integrals;
use crate::spoke_integrals;

/// About a near centre: v = ω ⊥q with q from the centre c, so J = ±⊥R, torque about c ±Q, slopes from L.
pub(crate) fn about_near_center<const SLOPES: bool>(rim: &BoundaryCurve, twist: [f64; 3]) -> DryFriction {
    let spin = twist[2];
    let (sign, center) = (spin.signum(), [-twist[1] / spin, twist[0] / spin]);
    let sums = rotation_integrals::about(rim, center);
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
    DryFriction { wrench, power: spin.abs() * sums.reach, slopes }
}

/// Over a piece of a part, the twist that of the part's origin.
pub(crate) fn over_piece<const SLOPES: bool>(rim: &BoundaryCurve, twist: [f64; 3]) -> DryFriction {
    let here = carried(twist, rim.middle);
    let speed = libm::hypot(here[0], here[1]);
    if speed == 0.0 && here[2] == 0.0 || rim.is_empty() {
        return DryFriction::default();
    }
    let rub = if is_distant(here, speed, rim.radius) {
        spoke_integrals::dry::<SLOPES>(rim, here, speed)
    } else {
        about_near_center::<SLOPES>(rim, here)
    };
    rub.shifted::<SLOPES>(rim.middle)
}
