//! Motions with closed forms, to 1e-11: simple and compound pendulum, heavy top (steady and nutating), free body.
//!
//! Jacobi's functions come from descending Landen transformations by the arithmetic–geometric mean (Abramowitz and
//! Stegun, 16.4 and 17.6); nothing here is integrated.

use crate::support;

use mainspring_definition::SpaceKind;
use mainspring_joints::{Revolute, Spherical};
use mainspring_model::*;
use mainspring_trust::{Against::ClosedForm, case, largest};
use support::*;

/// Arithmetic–geometric mean.
fn mean(mut a: f64, mut b: f64) -> f64 {
    for _ in 0..40 {
        (a, b) = (0.5 * (a + b), (a * b).sqrt());
    }
    a
}

/// Complete elliptic integral K of modulus k.
fn quarter(k: f64) -> f64 {
    0.5 * std::f64::consts::PI / mean(1.0, (1.0 - k * k).sqrt())
}

/// sn, cn, dn of u with parameter m = k².
fn jacobi(u: f64, m: f64) -> [f64; 3] {
    let (mut a, mut c) = (vec![1.0], vec![m.sqrt()]);
    let mut b = (1.0 - m).sqrt();
    while c[c.len() - 1].abs() > 1e-17 && a.len() < 30 {
        let last = a[a.len() - 1];
        c.push(0.5 * (last - b));
        a.push(0.5 * (last + b));
        b = (last * b).sqrt();
    }
    let n = a.len() - 1;
    let mut phi = libm::pow(2.0, n as f64) * a[n] * u;
    let mut before = phi;
    for i in (1..=n).rev() {
        before = phi;
        phi = 0.5 * (phi + libm::asin(c[i] / a[i] * libm::sin(phi)));
    }
    let (sn, cn) = libm::sincos(phi);
    [sn, cn, if n == 0 { 1.0 } else { cn / libm::cos(before - phi) }]
}

fn tight(duration: f64, every: f64) -> RunSettings {
    RunSettings { duration, every, rtol: 1e-14, atol: 1e-14, ..RunSettings::default() }
}

#[test]
fn elliptic_functions_meet_known_values() {
    // K(sin 45°) = Γ(1/4)² / 4√π
    assert!((quarter(0.5_f64.sqrt()) - 1.854_074_677_301_371_9).abs() < 1e-15);
    for (u, m) in [(0.3, 0.2), (1.7, 0.8), (-2.4, 0.5)] {
        let [sn, cn, dn] = jacobi(u, m);
        assert!((sn * sn + cn * cn - 1.0).abs() < 1e-14 && (dn * dn + m * sn * sn - 1.0).abs() < 1e-14);
        // sn′ = cn dn
        let h = 1e-5;
        let slope = (jacobi(u + h, m)[0] - jacobi(u - h, m)[0]) / (2.0 * h);
        assert!((slope - cn * dn).abs() < 1e-9, "{slope} {}", cn * dn);
    }
    assert!((jacobi(quarter(0.6_f64.sqrt()), 0.6)[0] - 1.0).abs() < 1e-14);
}

/// sin(θ/2) of a pendulum let go at rest from θ₀: k cd(ωt), k = sin(θ₀/2).
fn swing(theta0: f64, omega: f64, t: f64) -> f64 {
    let k = libm::sin(0.5 * theta0);
    let [_, cn, dn] = jacobi(omega * t, k * k);
    2.0 * libm::asin(k * cn / dn)
}

#[test]
fn a_simple_pendulum_swings_as_its_elliptic_function() {
    let mut m = pendulum(1e-14, 5.0);
    m.run = tight(5.0, 0.25);
    record(&mut m, "x", center(0, 0, 0));
    record(&mut m, "y", center(0, 0, 1));
    let (out, memory) = finish(&m);
    let errors = memory.times.iter().zip(memory.values.chunks(2)).map(|(t, p)| {
        let angle = swing(0.5 * std::f64::consts::PI, 9.81_f64.sqrt(), *t);
        largest([p[0] - libm::sin(angle), p[1] + libm::cos(angle)])
    });
    case!("simple pendulum, 5 s", "position, all frames", ClosedForm, "sin θ/2 = k cd ωt, an elliptic function")
        .unit("m")
        .work(out.work.steps, out.work.evaluations)
        .off(largest(errors), 1e-11);
}

#[test]
fn a_compound_pendulum_swings_as_its_elliptic_function() {
    let (mass, inertia, arm, theta0): (f64, f64, f64, f64) = (1.7, 0.23, 0.4, 2.5);
    let omega = (mass * 9.81 * arm / (inertia + mass * arm * arm)).sqrt();
    let mut m = empty(SpaceKind::Planar);
    m.gravity = [0.0, -9.81, 0.0];
    let at = [arm * libm::sin(theta0), -arm * libm::cos(theta0)];
    m.bodies.push(plate("plate", mass, inertia, at, theta0));
    m.joints.push(joint("pin", JointKind::Revolute(Revolute), ground([0.0; 3]), on(0, [0.0, arm, 0.0])));
    record(&mut m, "angle", Probe::Angle { body: 0, order: 0 });
    m.run = tight(5.0, 0.25);
    let (out, memory) = finish(&m);
    let errors = memory.times.iter().zip(&memory.values).map(|(t, angle)| angle - swing(theta0, omega, *t));
    case!("compound pendulum, 5 s", "angle, all frames", ClosedForm, "sin θ/2 = k cd ωt, an elliptic function")
        .unit("rad")
        .work(out.work.steps, out.work.evaluations)
        .off(largest(errors), 1e-11);
}

/// A top on its tip: mass, moments about the centre (across, along), distance of the centre.
const TOP: [f64; 4] = [0.8, 0.003, 0.002, 0.06];
const TILT: f64 = 0.5;

/// Its axis leans by `TILT`; it turns at ω.
fn top(omega: impl Fn(V3) -> V3) -> Model {
    let [mass, across, along, arm] = TOP;
    let mut m = empty(SpaceKind::Spatial);
    m.gravity = [0.0, 0.0, -9.81];
    let lean = about([0.0, 1.0, 0.0], TILT);
    let axis = apply(&lean, [0.0, 0.0, 1.0]);
    let center = times(axis, arm);
    m.bodies.push(solid("top", mass, [across, across, along], center, quaternion_of(&lean)));
    m.bodies[0].spin = omega(axis);
    m.bodies[0].velocity = outer(m.bodies[0].spin, center);
    m.joints.push(joint("tip", JointKind::Spherical(Spherical), ground([0.0; 3]), on(0, [0.0, 0.0, -arm])));
    for axis in 0..3 {
        record(&mut m, &format!("z{axis}"), Probe::Direction { body: 0, which: 2, axis });
    }
    m.run = tight(2.0, 0.1);
    m
}

#[test]
fn a_top_in_steady_precession_goes_round_in_a_circle() {
    // A cos θ Ω² − I₃ ω₃ Ω + m g l = 0
    let [mass, across, along, arm] = TOP;
    let about_tip = across + mass * arm * arm;
    let rate = 3.0;
    let spin = (about_tip * libm::cos(TILT) * rate * rate + mass * 9.81 * arm) / (along * rate);
    let m = top(|axis| plus([0.0, 0.0, rate], times(axis, spin - rate * libm::cos(TILT))));
    let (out, memory) = finish(&m);
    let errors = memory.times.iter().zip(memory.values.chunks(3)).map(|(t, z)| {
        let (s, c) = libm::sincos(rate * t);
        let expected = [libm::sin(TILT) * c, libm::sin(TILT) * s, libm::cos(TILT)];
        size(minus([z[0], z[1], z[2]], expected))
    });
    let formula = "A cos θ Ω² − I₃ ω₃ Ω + m g l = 0";
    case!("heavy top precessing steadily, 2 s", "direction of its axis, all frames", ClosedForm, formula)
        .unit("rad")
        .work(out.work.steps, out.work.evaluations)
        .off(largest(errors), 1e-11);
}

#[test]
fn a_fast_top_let_go_nods_as_its_elliptic_function() {
    // u = cos θ: u̇² = β (u₀ − u)(u − u₁)(u₃ − u) from rest at u₀, so u = u₁ + (u₀ − u₁) cd²
    let [mass, across, along, arm] = TOP;
    let about_tip = across + mass * arm * arm;
    let spin: f64 = 200.0;
    let (beta, b) = (2.0 * mass * 9.81 * arm / about_tip, along * spin / about_tip);
    let u0 = libm::cos(TILT);
    let root = (b * b * b * b + 4.0 * beta * (beta - b * b * u0)).sqrt();
    // the smaller root without cancellation: the product of both is −(β − b² u₀)/β
    let u3 = (b * b + root) / (2.0 * beta);
    let u1 = -(beta - b * b * u0) / (beta * u3);
    let (pace, m2) = (0.5 * (beta * (u3 - u1)).sqrt(), (u0 - u1) / (u3 - u1));
    let (out, memory) = finish(&top(|axis| times(axis, spin)));
    let mut lowest: f64 = 1.0;
    let mut errors = Vec::new();
    for (t, z) in memory.times.iter().zip(memory.values.chunks(3)) {
        let [_, cn, dn] = jacobi(pace * t, m2);
        let expected = u1 + (u0 - u1) * (cn / dn) * (cn / dn);
        lowest = lowest.min(z[2]);
        errors.push(z[2] - expected);
    }
    let formula = "cos θ = u₁ + (u₀ − u₁) cd², an elliptic function";
    case!("fast top let go, 2 s", "cosine of its tilt, all frames", ClosedForm, formula)
        .work(out.work.steps, out.work.evaluations)
        .off(largest(errors), 1e-11);
    assert!(u0 - lowest > 0.5 * (u0 - u1), "it nods");
}

#[test]
fn a_free_body_tumbles_as_its_elliptic_functions() {
    // Landau and Lifshitz, Mechanics, § 37: I₁ < I₂ < I₃, M² > 2 E I₂, Ω₂ = 0 at the start
    let i: [f64; 3] = [1.0, 2.0, 3.0];
    let start: [f64; 3] = [0.9, 0.0, 1.1];
    let energy2 = i[0] * start[0] * start[0] + i[2] * start[2] * start[2];
    let square = i[0] * i[0] * start[0] * start[0] + i[2] * i[2] * start[2] * start[2];
    assert!(square > energy2 * i[1], "the case of the formulas");
    let (high, low) = (energy2 * i[2] - square, square - energy2 * i[0]);
    let pace = ((i[2] - i[1]) * low / (i[0] * i[1] * i[2])).sqrt();
    let m2 = (i[1] - i[0]) * high / ((i[2] - i[1]) * low);
    let mut m = empty(SpaceKind::Spatial);
    m.bodies.push(solid("body", 1.0, i, [0.0; 3], [1.0, 0.0, 0.0, 0.0]));
    m.bodies[0].spin = start;
    for axis in 0..3 {
        record(&mut m, &format!("w{axis}"), Probe::Spin { body: 0, order: 1, axis });
        for which in 0..3 {
            record(&mut m, &format!("e{which}{axis}"), Probe::Direction { body: 0, which, axis });
        }
    }
    m.run = tight(20.0, 1.0);
    let (out, memory) = finish(&m);
    let mut errors = Vec::new();
    for (t, row) in memory.times.iter().zip(memory.values.chunks(12)) {
        let [sn, cn, dn] = jacobi(pace * t, m2);
        let expected = [
            (high / (i[0] * (i[2] - i[0]))).sqrt() * cn,
            (high / (i[1] * (i[2] - i[1]))).sqrt() * sn,
            (low / (i[2] * (i[2] - i[0]))).sqrt() * dn,
        ];
        for which in 0..3 {
            // Ω along the body's axis: Σ ω_axis e_which,axis
            let own: f64 = (0..3).map(|axis| row[4 * axis] * row[4 * axis + 1 + which]).sum();
            errors.push(own - expected[which]);
        }
    }
    let formula = "elliptic functions (Landau and Lifshitz, Mechanics, § 37)";
    case!("free body tumbling, 20 s", "rates about its own axes, all frames", ClosedForm, formula)
        .unit("rad/s")
        .work(out.work.steps, out.work.evaluations)
        .off(largest(errors), 1e-11);
}
