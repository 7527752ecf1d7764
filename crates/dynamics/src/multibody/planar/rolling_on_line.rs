//! A disc of radius R round b's point rolls on the line through a's point along u (its left side), n = ⊥u.
//! In the plane rolling is holonomic: travel forward turns the disc clockwise.
//!
//! ```text
//! C = n·d − R,   u·d + R(θB − θA) − k        2 rows, d = pB − pA, k from where it started
//! J and bias: those of `offset_along` plus R times the angle's
//! coordinates: travel u·d, angle θB − θA
//! ```

use crate::multibody::planar::marker::{Planar, Side, TURN, TURN_BACK, offset_along, relative_angle};
use crate::multibody::space::{JointMath, Measure, Row, RowKind};
use mainspring_joints::RollingOnLine;

/// One that started somewhere.
struct RollingFrom {
    radius: f64,
    start: f64,
}

/// Equations of one such joint, which starts as it is placed.
pub fn equations(kind: &RollingOnLine, a: &Side, b: &Side) -> Box<dyn JointMath<Planar>> {
    let radius = kind.radius;
    Box::new(RollingFrom { radius, start: offset_along(a.x, a, b).value + radius * (b.theta - a.theta) })
}

fn plus(a: Row, b: Row, k: f64) -> Row {
    std::array::from_fn(|i| a[i] + k * b[i])
}

impl JointMath<Planar> for RollingFrom {
    fn rows(&self) -> &'static [RowKind] {
        &[RowKind::Length, RowKind::Length]
    }

    fn residual(&self, a: &Side, b: &Side, c: &mut [f64]) {
        c[0] = offset_along(a.y(), a, b).value - self.radius;
        c[1] = offset_along(a.x, a, b).value + self.radius * (b.theta - a.theta) - self.start;
    }

    fn jacobian(&self, a: &Side, b: &Side, ja: &mut [Row], jb: &mut [Row]) {
        let (across, forward) = (offset_along(a.y(), a, b), offset_along(a.x, a, b));
        (ja[0], jb[0]) = (across.ja, across.jb);
        (ja[1], jb[1]) = (plus(forward.ja, TURN_BACK, self.radius), plus(forward.jb, TURN, self.radius));
    }

    fn bias(&self, a: &Side, b: &Side, c: &mut [f64]) {
        c[0] = offset_along(a.y(), a, b).bias;
        c[1] = offset_along(a.x, a, b).bias;
    }

    fn limits(&self, a: &Side, b: &Side) -> Option<f64> {
        Some(offset_along(a.x, a, b).value)
    }

    fn remembers(&self) -> Option<usize> {
        Some(1)
    }

    fn probe(&self, index: usize, a: &Side, b: &Side) -> Measure {
        if index == 0 { offset_along(a.x, a, b) } else { relative_angle(a, b) }
    }
}
