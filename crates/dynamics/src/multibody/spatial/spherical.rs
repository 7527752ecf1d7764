//! Ball joint.
//!
//! ```text
//! C = pB − pA                      3 rows: `coincide` on x, y, z
//! ```

use crate::multibody::space::{JointMath, Measure, Row, RowKind};
use crate::multibody::spatial::marker::{Side, Spatial};
use crate::multibody::spatial::rows::{biases, coincide, jacobians, values};
use mainspring_joints::Spherical;

fn rows(a: &Side, b: &Side) -> [Measure; 3] {
    [0, 1, 2].map(|i| coincide(i, a, b))
}

/// Equations of one such joint.
pub fn equations(kind: &Spherical, _: &Side, _: &Side) -> Box<dyn JointMath<Spatial>> {
    Box::new(*kind)
}

impl JointMath<Spatial> for Spherical {
    fn rows(&self) -> &'static [RowKind] {
        &[RowKind::Length, RowKind::Length, RowKind::Length]
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

    fn probe(&self, _: usize, _: &Side, _: &Side) -> Measure {
        Measure::default()
    }
}
