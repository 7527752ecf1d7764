//! Two points a fixed distance L apart; a point on a circle round another (`arc`) has the same.
//!
//! ```text
//! C = (d·d − L²) / 2L,  d = pB − pA           1 row; smooth where |d| − L is not
//! Ċ = d·(vB − vA) / L
//! J : B (d, rB×d)/L, A −(d, rA×d)/L
//! bias = (d·(cB − cA) + |vB − vA|²) / L,  c = −ω² r
//! ```

use crate::multibody::planar::marker::{Planar, Side, along, dot, negative, sub};
use crate::multibody::space::{JointMath, Measure, Row, RowKind};
use mainspring_joints::Distance;

/// Equations of one such joint.
pub fn equations(kind: &Distance, _: &Side, _: &Side) -> Box<dyn JointMath<Planar>> {
    Box::new(*kind)
}

impl JointMath<Planar> for Distance {
    fn rows(&self) -> &'static [RowKind] {
        &[RowKind::Length]
    }

    fn residual(&self, a: &Side, b: &Side, c: &mut [f64]) {
        let d = sub(b.p, a.p);
        c[0] = (dot(d, d) - self.length * self.length) / (2.0 * self.length);
    }

    fn jacobian(&self, a: &Side, b: &Side, ja: &mut [Row], jb: &mut [Row]) {
        let d = sub(b.p, a.p).map(|x| x / self.length);
        ja[0] = negative(along(a, d));
        jb[0] = along(b, d);
    }

    fn bias(&self, a: &Side, b: &Side, c: &mut [f64]) {
        let (d, dv) = (sub(b.p, a.p), sub(b.v, a.v));
        let centripetal = [0, 1].map(|i| -b.omega * b.omega * b.r[i] + a.omega * a.omega * a.r[i]);
        c[0] = (dot(d, centripetal) + dot(dv, dv)) / self.length;
    }

    fn limits(&self, _: &Side, _: &Side) -> Option<f64> {
        None
    }

    fn probe(&self, _: usize, _: &Side, _: &Side) -> Measure {
        Measure::default()
    }
}
