//! A disc of radius R round b's point rolls on a disc of radius ρ round a's point: outside, or inside if ρ < 0.
//!
//! ```text
//! C₁ = (d·d − D²) / 2D,  D = |ρ + R|,  d = pB − pA                        2 rows
//! C₂ = R(θB − θA) − (ρ + R)(φ − θA) − k,  φ the direction of d; k from where it started
//! φ̇ = d×ḋ / d·d,   φ̈ = (d×d̈ − 2 φ̇ d·ḋ) / d·d
//! ```
//!
//! φ is known mod 2π; the turn taken is the one that brings C₂ nearest to zero, so no winding is kept.

use crate::multibody::planar::marker::{Planar, Side, along, cross, dot, negative, perp, sub};
use crate::multibody::space::{JointMath, Measure, Row, RowKind};
use mainspring_joints::{Distance, RollingOnDisc};
use mainspring_numerics::angle::unwrap_near;

/// One that started somewhere.
struct RollingFrom {
    radius: f64,
    /// ρ + R, signed
    reach: f64,
    start: f64,
}

/// Equations of one such joint, which starts as it is placed.
pub fn equations(kind: &RollingOnDisc, a: &Side, b: &Side) -> Box<dyn JointMath<Planar>> {
    let RollingOnDisc { radius, base } = *kind;
    let d = sub(b.p, a.p);
    let reach = base + radius;
    let phi = libm::atan2(d[1], d[0]);
    Box::new(RollingFrom { radius, reach, start: radius * (b.theta - a.theta) - reach * (phi - a.theta) })
}

impl RollingFrom {
    fn center(&self) -> Distance {
        Distance { length: self.reach.abs() }
    }
}

impl JointMath<Planar> for RollingFrom {
    fn rows(&self) -> &'static [RowKind] {
        &[RowKind::Length, RowKind::Length]
    }

    fn residual(&self, a: &Side, b: &Side, c: &mut [f64]) {
        JointMath::<Planar>::residual(&self.center(), a, b, &mut c[..1]);
        let d = sub(b.p, a.p);
        let expected = (self.radius * (b.theta - a.theta) - self.start) / self.reach + a.theta;
        let phi = unwrap_near(libm::atan2(d[1], d[0]), expected);
        c[1] = self.reach * (expected - phi);
    }

    fn jacobian(&self, a: &Side, b: &Side, ja: &mut [Row], jb: &mut [Row]) {
        JointMath::<Planar>::jacobian(&self.center(), a, b, &mut ja[..1], &mut jb[..1]);
        let d = sub(b.p, a.p);
        // φ̇ = u·ḋ with u = ⊥d / d·d
        let u = perp(d).map(|x| -self.reach * x / dot(d, d));
        jb[1] = along(b, u);
        jb[1][2] += self.radius;
        ja[1] = negative(along(a, u));
        ja[1][2] += self.reach - self.radius;
    }

    fn bias(&self, a: &Side, b: &Side, c: &mut [f64]) {
        JointMath::<Planar>::bias(&self.center(), a, b, &mut c[..1]);
        let (d, dv) = (sub(b.p, a.p), sub(b.v, a.v));
        let dd = dot(d, d);
        let centripetal = [0, 1].map(|i| -b.omega * b.omega * b.r[i] + a.omega * a.omega * a.r[i]);
        let rate = cross(d, dv) / dd;
        c[1] = -self.reach * (cross(d, centripetal) - 2.0 * rate * dot(d, dv)) / dd;
    }

    fn limits(&self, _: &Side, _: &Side) -> Option<f64> {
        None
    }

    fn remembers(&self) -> Option<usize> {
        Some(1)
    }

    fn probe(&self, _: usize, _: &Side, _: &Side) -> Measure {
        Measure::default()
    }
}
