//! A pin of b in a straight slot of a, along a's x axis u, with n = ⊥u.
//!
//! ```text
//! C = n·(pB − pA)                  1 row; J and bias: see `offset_along`
//! coordinates: travel u·(pB − pA), angle θB − θA
//! ```

use crate::multibody::planar::marker::{Planar, Side, offset_along, relative_angle};
use crate::multibody::space::{JointMath, Measure, Row, RowKind};
use mainspring_joints::Slot;

/// Equations of one such joint.
pub fn equations(kind: &Slot, _: &Side, _: &Side) -> Box<dyn JointMath<Planar>> {
    Box::new(*kind)
}

impl JointMath<Planar> for Slot {
    fn rows(&self) -> &'static [RowKind] {
        &[RowKind::Length]
    }

    fn residual(&self, a: &Side, b: &Side, c: &mut [f64]) {
        c[0] = offset_along(a.y(), a, b).value;
    }

    fn jacobian(&self, a: &Side, b: &Side, ja: &mut [Row], jb: &mut [Row]) {
        let across = offset_along(a.y(), a, b);
        (ja[0], jb[0]) = (across.ja, across.jb);
    }

    fn bias(&self, a: &Side, b: &Side, c: &mut [f64]) {
        c[0] = offset_along(a.y(), a, b).bias;
    }

    fn limits(&self, a: &Side, b: &Side) -> Option<f64> {
        Some(offset_along(a.x, a, b).value)
    }

    fn probe(&self, index: usize, a: &Side, b: &Side) -> Measure {
        if index == 0 { offset_along(a.x, a, b) } else { relative_angle(a, b) }
    }
}
