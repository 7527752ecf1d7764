//! A sphere of radius R round b's point rolls without slip on a's x–y plane, on its +z side; n = zA.
//! The height is holonomic; no slip is a condition on velocities only.
//!
//! ```text
//! C₁ = n·d − R                                           `offset`
//! no slip along u = xA, yA:  u·(vB + ωB×(−R n) − vA(at the contact)) = 0
//! the contact, seen from a, is at k = d − R n from a's point:  vA + ωA×k
//! J : B (u, (rB − R n)×u),  A −(u, (rA + k)×u)
//! bias: derivative of that row's rate at v̇ = 0, with u̇ = ωA×u, ṅ = ωA×n, ḋ = vB − vA
//! ```

use crate::multibody::space::{JointMath, Measure, Row, RowKind};
use crate::multibody::spatial::marker::{Side, Spatial};
use crate::multibody::spatial::rows::{offset, pair};
use mainspring_joints::RollingSphere;
use mainspring_numerics::vec3::{add, cross, dot, scale, sub};

/// Equations of one such joint.
pub fn equations(kind: &RollingSphere, _: &Side, _: &Side) -> Box<dyn JointMath<Spatial>> {
    Box::new(*kind)
}

impl JointMath<Spatial> for RollingSphere {
    fn rows(&self) -> &'static [RowKind] {
        &[RowKind::Length, RowKind::Speed, RowKind::Speed]
    }

    fn residual(&self, a: &Side, b: &Side, c: &mut [f64]) {
        c[0] = offset(a.axes[2], a, b).value - self.radius;
        c[1] = 0.0;
        c[2] = 0.0;
    }

    fn jacobian(&self, a: &Side, b: &Side, ja: &mut [Row], jb: &mut [Row]) {
        let height = offset(a.axes[2], a, b);
        (ja[0], jb[0]) = (height.ja, height.jb);
        let down = scale(a.axes[2], -self.radius);
        let contact = add(sub(b.p, a.p), down);
        for (i, u) in [a.axes[0], a.axes[1]].into_iter().enumerate() {
            jb[i + 1] = pair(u, cross(add(b.r, down), u));
            ja[i + 1] = pair(u, cross(add(a.r, contact), u)).map(|x| -x);
        }
    }

    fn bias(&self, a: &Side, b: &Side, c: &mut [f64]) {
        c[0] = offset(a.axes[2], a, b).bias;
        let down = scale(a.axes[2], -self.radius);
        let down_rate = cross(a.omega, down);
        let contact = add(sub(b.p, a.p), down);
        let contact_rate = add(sub(b.v, a.v), down_rate);
        // slip velocity and its derivative at v̇ = 0
        let slip = sub(add(b.v, cross(b.omega, down)), add(a.v, cross(a.omega, contact)));
        let slip_rate = sub(add(b.c, cross(b.omega, down_rate)), add(a.c, cross(a.omega, contact_rate)));
        for (i, u) in [a.axes[0], a.axes[1]].into_iter().enumerate() {
            c[i + 1] = dot(u, slip_rate) + dot(cross(a.omega, u), slip);
        }
    }

    fn limits(&self, _: &Side, _: &Side) -> Option<f64> {
        None
    }

    fn probe(&self, _: usize, _: &Side, _: &Side) -> Measure {
        Measure::default()
    }
}
