//! No relative motion in space.
//!
//! ```text
//! C = pB − pA,  xA·yB,  yA·zB,  zA·xB          6 rows: three `coincide`, three `square`
//! ```

use crate::multibody::space::{JointMath, Measure, Row, RowKind};
use crate::multibody::spatial::marker::{Side, Spatial};
use crate::multibody::spatial::rows::{biases, coincide, jacobians, square, values};
use mainspring_joints::Weld;
use mainspring_numerics::vec3::dot;

fn rows(a: &Side, b: &Side) -> [Measure; 6] {
    let [x, y, z] = a.axes;
    [
        coincide(0, a, b),
        coincide(1, a, b),
        coincide(2, a, b),
        square(x, b.axes[1], a, b),
        square(y, b.axes[2], a, b),
        square(z, b.axes[0], a, b),
    ]
}

/// Equations of one such joint.
pub fn equations(kind: &Weld, _: &Side, _: &Side) -> Box<dyn JointMath<Spatial>> {
    Box::new(*kind)
}

impl JointMath<Spatial> for Weld {
    fn rows(&self) -> &'static [RowKind] {
        &[RowKind::Length, RowKind::Length, RowKind::Length, RowKind::Angle, RowKind::Angle, RowKind::Angle]
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
        a.axes.iter().zip(&b.axes).all(|(x, y)| dot(*x, *y) > 0.0)
    }

    fn probe(&self, _: usize, _: &Side, _: &Side) -> Measure {
        Measure::default()
    }
}
