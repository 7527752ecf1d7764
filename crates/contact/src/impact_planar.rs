//! One contact in the plane: the blow, phase by phase, exactly.
//!
//! With W = [[a, c], [c, d]] on (normal, tangent) and p the normal impulse: while the contact slips with sign s,
//! dv_t/dp = c − μ s d and dv_n/dp = a − μ s c. When the slip stops it holds if |c| ≤ μ d, with dv_n/dp = a − c²/d, else it
//! slips on along the sign of c. So there are at most two phases, each linear (Routh 1891; Stronge 1990). Where friction first
//! drives the bodies together (a < μ s c: the jam of an impact) then also μ d > |c|, so that slip stops: every blow ends.

use crate::energetic_restitution::{EnergyAccount, Phase};

/// The impulse (normal, tangent); `None` where nothing can stop the approach.
pub(crate) fn impulse(matrix: [[f64; 2]; 2], before: [f64; 2], friction: f64, restitution: f64) -> Option<[f64; 2]> {
    let ([a, c], d) = (matrix[0], matrix[1][1]);
    let mut account = EnergyAccount::new(before[0], restitution);
    let mut impulse = [0.0, 0.0];
    // friction over normal force, and how the speeds change for each unit of normal impulse
    let mut ratio = first_ratio(before[1], c, d, friction);
    let across = c + ratio * d;
    let stops = before[1] != 0.0 && before[1] * across < 0.0;
    if stops {
        let limit = -before[1] / across;
        match account.advance(a + ratio * c, limit) {
            Phase::Over(p) => return Some([p, ratio * p]),
            Phase::Stuck => return None,
            Phase::Limit => impulse = [limit, ratio * limit],
        }
        ratio = first_ratio(0.0, c, d, friction);
    }
    match account.advance(a + ratio * c, f64::INFINITY) {
        Phase::Over(p) => Some([impulse[0] + p, impulse[1] + ratio * p]),
        Phase::Limit | Phase::Stuck => None,
    }
}

/// Tangential over normal force for a slip speed: against the slip, or what holds, or against the slip that begins.
fn first_ratio(speed: f64, c: f64, d: f64, friction: f64) -> f64 {
    if speed != 0.0 {
        -friction * speed.signum()
    } else if c.abs() <= friction * d {
        if d > 0.0 { -c / d } else { 0.0 }
    } else {
        -friction * c.signum()
    }
}
