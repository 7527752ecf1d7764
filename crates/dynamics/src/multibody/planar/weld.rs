//! No relative motion in the plane.
//!
//! ```text
//! C = pB − pA,  θB − θA            3 rows
//! a hinge's rows and bias, then the angle: ωB − ωA, bias 0
//! ```

use crate::multibody::planar::marker::{Planar, Side, TURN, TURN_BACK};
use crate::multibody::space::{JointMath, Measure, Row, RowKind};
use mainspring_joints::{Revolute, Weld};
use mainspring_numerics::angle::unwrap_near;

/// Equations of one such joint.
pub fn equations(kind: &Weld, _: &Side, _: &Side) -> Box<dyn JointMath<Planar>> {
    Box::new(*kind)
}

impl JointMath<Planar> for Weld {
    fn rows(&self) -> &'static [RowKind] {
        &[RowKind::Length, RowKind::Length, RowKind::Angle]
    }

    fn residual(&self, a: &Side, b: &Side, c: &mut [f64]) {
        JointMath::<Planar>::residual(&Revolute, a, b, &mut c[..2]);
        // whole turns are no misfit
        c[2] = unwrap_near(b.theta - a.theta, 0.0);
    }

    fn jacobian(&self, a: &Side, b: &Side, ja: &mut [Row], jb: &mut [Row]) {
        JointMath::<Planar>::jacobian(&Revolute, a, b, &mut ja[..2], &mut jb[..2]);
        (ja[2], jb[2]) = (TURN_BACK, TURN);
    }

    fn bias(&self, a: &Side, b: &Side, c: &mut [f64]) {
        JointMath::<Planar>::bias(&Revolute, a, b, &mut c[..2]);
        c[2] = 0.0;
    }

    fn limits(&self, _: &Side, _: &Side) -> Option<f64> {
        None
    }

    fn probe(&self, _: usize, _: &Side, _: &Side) -> Measure {
        Measure::default()
    }
}
