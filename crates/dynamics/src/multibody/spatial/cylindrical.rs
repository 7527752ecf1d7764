//! Slides along and turns about a's z axis.
//!
//! ```text
//! C = xA·d,  yA·d,  zA·xB,  zA·yB  4 rows: two `offset`, two `square`
//! coordinates: travel zA·d, angle about zA
//! ```

use crate::multibody::space::{JointMath, Measure, Row, RowKind};
use crate::multibody::spatial::marker::{Side, Spatial};
use crate::multibody::spatial::rows::{angle_about_z, biases, jacobians, offset, square, values};
use mainspring_joints::Cylindrical;
use mainspring_numerics::vec3::dot;

fn rows(a: &Side, b: &Side) -> [Measure; 4] {
    let [x, y, z] = a.axes;
    [offset(x, a, b), offset(y, a, b), square(z, b.axes[0], a, b), square(z, b.axes[1], a, b)]
}

/// Equations of one such joint.
pub fn equations(kind: &Cylindrical, _: &Side, _: &Side) -> Box<dyn JointMath<Spatial>> {
    Box::new(*kind)
}

impl JointMath<Spatial> for Cylindrical {
    fn rows(&self) -> &'static [RowKind] {
        &[RowKind::Length, RowKind::Length, RowKind::Angle, RowKind::Angle]
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
        Some(offset(a.axes[2], a, b).value)
    }

    fn faces(&self, a: &Side, b: &Side) -> bool {
        dot(a.axes[2], b.axes[2]) > 0.0
    }

    fn probe(&self, index: usize, a: &Side, b: &Side) -> Measure {
        if index == 0 { offset(a.axes[2], a, b) } else { angle_about_z(a, b) }
    }
}
