//! Two points a fixed distance L apart.
//!
//! ```text
//! C = (d·d − L²) / 2L,  d = pB − pA           1 row
//! Ċ = d·(vB − vA) / L
//! J : B (d, rB×d)/L, A −(d, rA×d)/L
//! bias = (d·(cB − cA) + |vB − vA|²) / L
//! ```

use crate::multibody::space::{JointMath, Measure, Row, RowKind};
use crate::multibody::spatial::marker::{Side, Spatial};
use crate::multibody::spatial::rows::pair;
use mainspring_joints::Distance;
use mainspring_numerics::vec3::{cross, dot, scale, sub};

/// Equations of one such joint.
pub fn equations(kind: &Distance, _: &Side, _: &Side) -> Box<dyn JointMath<Spatial>> {
    Box::new(*kind)
}

impl JointMath<Spatial> for Distance {
    fn rows(&self) -> &'static [RowKind] {
        &[RowKind::Length]
    }

    fn residual(&self, a: &Side, b: &Side, c: &mut [f64]) {
        let d = sub(b.p, a.p);
        c[0] = (dot(d, d) - self.length * self.length) / (2.0 * self.length);
    }

    fn jacobian(&self, a: &Side, b: &Side, ja: &mut [Row], jb: &mut [Row]) {
        let d = scale(sub(b.p, a.p), 1.0 / self.length);
        jb[0] = pair(d, cross(b.r, d));
        ja[0] = pair(d, cross(a.r, d)).map(|x| -x);
    }

    fn bias(&self, a: &Side, b: &Side, c: &mut [f64]) {
        let (d, dv) = (sub(b.p, a.p), sub(b.v, a.v));
        c[0] = (dot(d, sub(b.c, a.c)) + dot(dv, dv)) / self.length;
    }

    fn limits(&self, _: &Side, _: &Side) -> Option<f64> {
        None
    }

    fn probe(&self, _: usize, _: &Side, _: &Side) -> Measure {
        Measure::default()
    }
}
