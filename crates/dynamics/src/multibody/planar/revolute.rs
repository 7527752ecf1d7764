//! Planar hinge.
//!
//! ```text
//! C = pB − pA                      2 rows
//! Ċ = vB − vA
//! J : for each axis u:  B (u, rB×u), A −(u, rA×u)
//! bias = −ωB² rB + ωA² rA
//! ```

use crate::multibody::planar::marker::{Planar, Side, along, negative, relative_angle, sub};
use crate::multibody::space::{JointMath, Measure, Row, RowKind};
use mainspring_joints::Revolute;

/// Equations of one such joint.
pub fn equations(kind: &Revolute, _: &Side, _: &Side) -> Box<dyn JointMath<Planar>> {
    Box::new(*kind)
}

impl JointMath<Planar> for Revolute {
    fn rows(&self) -> &'static [RowKind] {
        &[RowKind::Length, RowKind::Length]
    }

    fn residual(&self, a: &Side, b: &Side, c: &mut [f64]) {
        c.copy_from_slice(&sub(b.p, a.p));
    }

    fn jacobian(&self, a: &Side, b: &Side, ja: &mut [Row], jb: &mut [Row]) {
        for (i, u) in [[1.0, 0.0], [0.0, 1.0]].into_iter().enumerate() {
            ja[i] = negative(along(a, u));
            jb[i] = along(b, u);
        }
    }

    fn bias(&self, a: &Side, b: &Side, c: &mut [f64]) {
        for i in 0..2 {
            c[i] = -b.omega * b.omega * b.r[i] + a.omega * a.omega * a.r[i];
        }
    }

    fn limits(&self, a: &Side, b: &Side) -> Option<f64> {
        Some(b.theta - a.theta)
    }

    fn probe(&self, _: usize, a: &Side, b: &Side) -> Measure {
        relative_angle(a, b)
    }
}
