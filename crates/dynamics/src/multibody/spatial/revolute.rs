//! Hinge about a's z axis.
//!
//! ```text
//! C = pB − pA,  zA·xB,  zA·yB      5 rows: three `coincide`, two `square`
//! coordinate: the angle of b's x axis about a's z axis
//! ```

use crate::multibody::space::{JointMath, Measure, Row, RowKind};
use crate::multibody::spatial::marker::{Side, Spatial};
use crate::multibody::spatial::rows::{angle_about_z, biases, coincide, jacobians, square, values};
use mainspring_joints::Revolute;
use mainspring_numerics::vec3::dot;

fn rows(a: &Side, b: &Side) -> [Measure; 5] {
    let z = a.axes[2];
    [coincide(0, a, b), coincide(1, a, b), coincide(2, a, b), square(z, b.axes[0], a, b), square(z, b.axes[1], a, b)]
}

/// Equations of one such joint.
pub fn equations(kind: &Revolute, _: &Side, _: &Side) -> Box<dyn JointMath<Spatial>> {
    Box::new(*kind)
}

impl JointMath<Spatial> for Revolute {
    fn rows(&self) -> &'static [RowKind] {
        &[RowKind::Length, RowKind::Length, RowKind::Length, RowKind::Angle, RowKind::Angle]
    }

    fn residual(&self, a: &Side, b: &Side, c: &mut [f64]) {
        values(&rows(a, b), c);
    }

    fn jacobian(&self, a: &Side, b: &Side, ja: &mut [Row], jb: &mut [Row]) {
        jacobians(&rows(a, b), ja, jb);
    }

    fn bias(&self, a: &Side, b: &Side, c: &mut [f64]) {
        biases(&rows(a, b), c);
    }

    fn limits(&self, a: &Side, b: &Side) -> Option<f64> {
        Some(angle_about_z(a, b).value)
    }

    fn faces(&self, a: &Side, b: &Side) -> bool {
        dot(a.axes[2], b.axes[2]) > 0.0
    }

    fn probe(&self, _: usize, a: &Side, b: &Side) -> Measure {
        angle_about_z(a, b)
    }
}
