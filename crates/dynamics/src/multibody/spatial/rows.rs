//! The few kinds of row that spatial joints are made of.
//!
//! `Offset`  s = u·d, u fixed in a, d = pB − pA
//! ```text
//! ṡ = u·(vB − vA) + (ωA×u)·d
//! J : B (u, rB×u), A −(u, (rA + d)×u)
//! bias = u·(cB − cA) + 2(ωA×u)·(vB − vA) + (ωA×(ωA×u))·d
//! ```
//! `Square`  c = u·w, u fixed in a, w fixed in b (zero when they stand square)
//! ```text
//! ċ = (ωB − ωA)·(w×u)
//! J : B (0, w×u), A −(0, w×u)
//! bias = (ωB − ωA)·((ωB×w)×u + w×(ωA×u))
//! ```
//! `Coincide`  C = pB − pA, per world axis

use crate::multibody::space::{Measure, Row};
use crate::multibody::spatial::marker::Side;
use mainspring_numerics::vec3::{Vec3, add, cross, dot, sub};

/// (linear, angular)
pub fn pair(v: Vec3, w: Vec3) -> Row {
    [v[0], v[1], v[2], w[0], w[1], w[2]]
}

fn negative(row: Row) -> Row {
    row.map(|x| -x)
}

pub fn offset(u: Vec3, a: &Side, b: &Side) -> Measure {
    let (d, dv) = (sub(b.p, a.p), sub(b.v, a.v));
    let u_rate = cross(a.omega, u);
    Measure {
        value: dot(u, d),
        rate: dot(u, dv) + dot(u_rate, d),
        ja: negative(pair(u, cross(add(a.r, d), u))),
        jb: pair(u, cross(b.r, u)),
        bias: dot(u, sub(b.c, a.c)) + 2.0 * dot(u_rate, dv) + dot(cross(a.omega, u_rate), d),
        wraps: false,
    }
}

pub fn square(u: Vec3, w: Vec3, a: &Side, b: &Side) -> Measure {
    let axis = cross(w, u);
    let spin = sub(b.omega, a.omega);
    let axis_rate = add(cross(cross(b.omega, w), u), cross(w, cross(a.omega, u)));
    Measure {
        value: dot(u, w),
        rate: dot(spin, axis),
        ja: negative(pair([0.0; 3], axis)),
        jb: pair([0.0; 3], axis),
        bias: dot(spin, axis_rate),
        wraps: false,
    }
}

/// pB − pA along world axis `i`.
pub fn coincide(i: usize, a: &Side, b: &Side) -> Measure {
    let mut u = [0.0; 3];
    u[i] = 1.0;
    Measure {
        value: b.p[i] - a.p[i],
        rate: b.v[i] - a.v[i],
        ja: negative(pair(u, cross(a.r, u))),
        jb: pair(u, cross(b.r, u)),
        bias: b.c[i] - a.c[i],
        wraps: false,
    }
}

/// Angle of b's x axis about a's z axis, from a's x axis; its rate is z·(ωB − ωA).
pub fn angle_about_z(a: &Side, b: &Side) -> Measure {
    let z = a.axes[2];
    let spin = sub(b.omega, a.omega);
    Measure {
        value: libm::atan2(dot(a.axes[1], b.axes[0]), dot(a.axes[0], b.axes[0])),
        rate: dot(z, spin),
        ja: negative(pair([0.0; 3], z)),
        jb: pair([0.0; 3], z),
        bias: dot(cross(a.omega, z), spin),
        wraps: true,
    }
}

/// Spreads measures into the three outputs a joint asks for.
pub fn values(measures: &[Measure], c: &mut [f64]) {
    for (c, m) in c.iter_mut().zip(measures) {
        *c = m.value;
    }
}

pub fn jacobians(measures: &[Measure], ja: &mut [Row], jb: &mut [Row]) {
    for (i, m) in measures.iter().enumerate() {
        (ja[i], jb[i]) = (m.ja, m.jb);
    }
}

pub fn biases(measures: &[Measure], c: &mut [f64]) {
    for (c, m) in c.iter_mut().zip(measures) {
        *c = m.bias;
    }
}
