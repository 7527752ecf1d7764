//! Planar slider along a's x axis u, with n = ⊥u.
//!
//! ```text
//! C = n·(pB − pA),  θB − θA        2 rows
//! Ċ, J, bias of n·d: see `offset_along`; of the angle: ωB − ωA, bias 0
//! coordinate: travel u·(pB − pA)
//! ```

use crate::multibody::planar::marker::{Planar, Side, TURN, TURN_BACK, offset_along};
use crate::multibody::space::{JointMath, Measure, Row, RowKind};
use mainspring_joints::Prismatic;
use mainspring_numerics::angle::unwrap_near;

/// Equations of one such joint.
pub fn equations(kind: &Prismatic, _: &Side, _: &Side) -> Box<dyn JointMath<Planar>> {
    Box::new(*kind)
}

impl JointMath<Planar> for Prismatic {
    fn rows(&self) -> &'static [RowKind] {
        &[RowKind::Length, RowKind::Angle]
    }

    fn residual(&self, a: &Side, b: &Side, c: &mut [f64]) {
        c[0] = offset_along(a.y(), a, b).value;
        // whole turns are no misfit
        c[1] = unwrap_near(b.theta - a.theta, 0.0);
    }

    fn jacobian(&self, a: &Side, b: &Side, ja: &mut [Row], jb: &mut [Row]) {
        let across = offset_along(a.y(), a, b);
        (ja[0], jb[0]) = (across.ja, across.jb);
        (ja[1], jb[1]) = (TURN_BACK, TURN);
    }

    fn bias(&self, a: &Side, b: &Side, c: &mut [f64]) {
        c[0] = offset_along(a.y(), a, b).bias;
        c[1] = 0.0;
    }

    fn limits(&self, a: &Side, b: &Side) -> Option<f64> {
        Some(offset_along(a.x, a, b).value)
    }

    fn probe(&self, _: usize, a: &Side, b: &Side) -> Measure {
        offset_along(a.x, a, b)
    }
}
