//! Slider along a's z axis that does not turn.
//!
//! ```text
//! C = xA·d,  yA·d,  xA·yB,  yA·zB,  zA·xB      5 rows: two `offset`, three `square`
//! coordinate: travel zA·d
//! ```

use crate::multibody::space::{JointMath, Measure, Row, RowKind};
use crate::multibody::spatial::marker::{Side, Spatial};
use crate::multibody::spatial::rows::{biases, jacobians, offset, square, values};
use mainspring_joints::Prismatic;
use mainspring_numerics::vec3::dot;

fn rows(a: &Side, b: &Side) -> [Measure; 5] {
    let [x, y, z] = a.axes;
    [
        offset(x, a, b),
        offset(y, a, b),
        square(x, b.axes[1], a, b),
        square(y, b.axes[2], a, b),
        square(z, b.axes[0], a, b),
    ]
}

/// Equations of one such joint.
pub fn equations(kind: &Prismatic, _: &Side, _: &Side) -> Box<dyn JointMath<Spatial>> {
    Box::new(*kind)
}

impl JointMath<Spatial> for Prismatic {
    fn rows(&self) -> &'static [RowKind] {
        &[RowKind::Length, RowKind::Length, RowKind::Angle, RowKind::Angle, RowKind::Angle]
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
        a.axes.iter().zip(&b.axes).all(|(x, y)| dot(*x, *y) > 0.0)
    }

    fn probe(&self, _: usize, a: &Side, b: &Side) -> Measure {
        offset(a.axes[2], a, b)
    }
}
