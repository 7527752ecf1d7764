//! b's point stays in a's x–y plane and b's z axis parallel to a's.
//!
//! ```text
//! C = zA·d,  zA·xB,  zA·yB         3 rows: one `offset`, two `square`
//! ```

use crate::multibody::space::{JointMath, Measure, Row, RowKind};
use crate::multibody::spatial::marker::{Side, Spatial};
use crate::multibody::spatial::rows::{biases, jacobians, offset, square, values};
use mainspring_joints::Planar;
use mainspring_numerics::vec3::dot;

fn rows(a: &Side, b: &Side) -> [Measure; 3] {
    let z = a.axes[2];
    [offset(z, a, b), square(z, b.axes[0], a, b), square(z, b.axes[1], a, b)]
}

/// Equations of one such joint.
pub fn equations(kind: &Planar, _: &Side, _: &Side) -> Box<dyn JointMath<Spatial>> {
    Box::new(*kind)
}

impl JointMath<Spatial> for Planar {
    fn rows(&self) -> &'static [RowKind] {
        &[RowKind::Length, RowKind::Angle, RowKind::Angle]
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

    fn limits(&self, _: &Side, _: &Side) -> Option<f64> {
        None
    }

    fn faces(&self, a: &Side, b: &Side) -> bool {
        dot(a.axes[2], b.axes[2]) > 0.0
    }

    fn probe(&self, _: usize, _: &Side, _: &Side) -> Measure {
        Measure::default()
    }
}
