//! A thin disc of radius R round b's point, axis k = zB, rolls without slip on a's x–y plane, +z side; n = zA.
//! It touches at its lowest point, e = −R w/|w| from its centre, w = n − (n·k) k.
//!
//! ```text
//! C₁ = n·(d + e) = n·d − R|w|,  |w|² = 1 − (n·k)²
//! Ċ₁ = n·(vB + ωB×e − vA(at the contact)): the rim's own motion there is level, so e moves as if fixed in b
//! no slip along u = xA, yA:  u·(vB + ωB×e − vA − ωA×(d + e)) = 0
//! J, all three rows u = n, xA, yA:  B (u, (rB + e)×u),  A −(u, (rA + d + e)×u)
//! bias: derivative of u·slip at v̇ = 0 with u̇ = ωA×u and the true ė
//! ```

use crate::multibody::space::{JointMath, Measure, Row, RowKind};
use crate::multibody::spatial::marker::{Side, Spatial};
use crate::multibody::spatial::rows::pair;
use mainspring_joints::RollingDisc;
use mainspring_numerics::vec3::{Vec3, add, cross, dot, norm, scale, sub};

/// Equations of one such joint.
pub fn equations(kind: &RollingDisc, _: &Side, _: &Side) -> Box<dyn JointMath<Spatial>> {
    Box::new(*kind)
}

/// e and ė
fn contact(radius: f64, a: &Side, b: &Side) -> (Vec3, Vec3) {
    let (n, k) = (a.axes[2], b.axes[2]);
    let (n_rate, k_rate) = (cross(a.omega, n), cross(b.omega, k));
    let w = sub(n, scale(k, dot(n, k)));
    let w_rate = sub(n_rate, add(scale(k, dot(n_rate, k) + dot(n, k_rate)), scale(k_rate, dot(n, k))));
    let length = norm(w);
    let unit = scale(w, 1.0 / length);
    let unit_rate = scale(sub(w_rate, scale(unit, dot(unit, w_rate))), 1.0 / length);
    (scale(unit, -radius), scale(unit_rate, -radius))
}

impl JointMath<Spatial> for RollingDisc {
    fn rows(&self) -> &'static [RowKind] {
        &[RowKind::Length, RowKind::Speed, RowKind::Speed]
    }

    fn residual(&self, a: &Side, b: &Side, c: &mut [f64]) {
        let (e, _) = contact(self.radius, a, b);
        c[0] = dot(a.axes[2], add(sub(b.p, a.p), e));
        c[1] = 0.0;
        c[2] = 0.0;
    }

    fn jacobian(&self, a: &Side, b: &Side, ja: &mut [Row], jb: &mut [Row]) {
        let (e, _) = contact(self.radius, a, b);
        let from_a = add(a.r, add(sub(b.p, a.p), e));
        for (i, u) in [a.axes[2], a.axes[0], a.axes[1]].into_iter().enumerate() {
            jb[i] = pair(u, cross(add(b.r, e), u));
            ja[i] = pair(u, cross(from_a, u)).map(|x| -x);
        }
    }

    fn bias(&self, a: &Side, b: &Side, c: &mut [f64]) {
        let (e, e_rate) = contact(self.radius, a, b);
        let contact = add(sub(b.p, a.p), e);
        let contact_rate = add(sub(b.v, a.v), e_rate);
        let slip = sub(add(b.v, cross(b.omega, e)), add(a.v, cross(a.omega, contact)));
        let slip_rate = sub(add(b.c, cross(b.omega, e_rate)), add(a.c, cross(a.omega, contact_rate)));
        for (i, u) in [a.axes[2], a.axes[0], a.axes[1]].into_iter().enumerate() {
            c[i] = dot(u, slip_rate) + dot(cross(a.omega, u), slip);
        }
    }

    fn limits(&self, _: &Side, _: &Side) -> Option<f64> {
        None
    }

    fn upright(&self, a: &Side, b: &Side) -> Option<f64> {
        Some(norm(cross(a.axes[2], b.axes[2])))
    }

    fn probe(&self, _: usize, _: &Side, _: &Side) -> Measure {
        Measure::default()
    }
}
