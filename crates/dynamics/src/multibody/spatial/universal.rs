//! Cardan joint: turns about a's z axis and about b's x axis, which stay square.
//!
//! ```text
//! C = pB − pA,  zA·xB              4 rows: three `coincide`, one `square`
//! coordinates: α about zA, β about xB, with ωB − ωA = α̇ zA + β̇ xB
//! ```

use crate::multibody::space::{JointMath, Measure, Row, RowKind};
use crate::multibody::spatial::marker::{Side, Spatial};
use crate::multibody::spatial::rows::{angle_about_z, biases, coincide, jacobians, pair, square, values};
use mainspring_joints::Universal;
use mainspring_numerics::vec3::{cross, dot, sub};

/// β = atan2(−zB·(zA×xB), zB·zA), β̇ = xB·(ωB − ωA)
fn angle_about_x(a: &Side, b: &Side) -> Measure {
    let (z, x) = (a.axes[2], b.axes[0]);
    let spin = sub(b.omega, a.omega);
    Measure {
        value: libm::atan2(-dot(b.axes[2], cross(z, x)), dot(b.axes[2], z)),
        rate: dot(x, spin),
        ja: pair([0.0; 3], x.map(|k| -k)),
        jb: pair([0.0; 3], x),
        bias: dot(cross(b.omega, x), spin),
        wraps: true,
    }
}

fn rows(a: &Side, b: &Side) -> [Measure; 4] {
    [coincide(0, a, b), coincide(1, a, b), coincide(2, a, b), square(a.axes[2], b.axes[0], a, b)]
}

/// Equations of one such joint.
pub fn equations(kind: &Universal, _: &Side, _: &Side) -> Box<dyn JointMath<Spatial>> {
    Box::new(*kind)
}

impl JointMath<Spatial> for Universal {
    fn rows(&self) -> &'static [RowKind] {
        &[RowKind::Length, RowKind::Length, RowKind::Length, RowKind::Angle]
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

    fn probe(&self, index: usize, a: &Side, b: &Side) -> Measure {
        if index == 0 { angle_about_z(a, b) } else { angle_about_x(a, b) }
    }
}
