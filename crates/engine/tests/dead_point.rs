//! A parallelogram falls through its flat position, where its rows are dependent for a moment.

mod support;

use mainspring_definition::SpaceKind;
use mainspring_model::*;
use support::*;

/// Equal cranks at the feet given carry a coupler; let go at 0.4 rad above flat.
fn parallelogram(feet: &[f64]) -> Model {
    let mut m = empty(SpaceKind::Planar);
    m.gravity = [0.0, -9.81, 0.0];
    let (s, c) = libm::sincos(0.4);
    m.bodies.push(plate("coupler", 1.0, 0.1, [c + 1.0, s], 0.0));
    for (i, x) in feet.iter().enumerate() {
        m.bodies.push(plate(&format!("crank[{i}]"), 1.0, 0.1, [x + 0.5 * c, 0.5 * s], 0.4));
        let foot = ground([*x, 0.0, 0.0]);
        m.joints.push(joint(&format!("foot[{i}]"), JointKind::Revolute, foot, on(i + 1, [-0.5, 0.0, 0.0])));
        let head = on(0, [x - 1.0, 0.0, 0.0]);
        m.joints.push(joint(&format!("head[{i}]"), JointKind::Revolute, on(i + 1, [0.5, 0.0, 0.0]), head));
    }
    m.run = RunSettings { duration: 0.6, every: 0.1, rtol: 1e-9, ..RunSettings::default() };
    m
}

fn falls_through(feet: &[f64]) {
    let m = parallelogram(feet);
    let (out, _) = finish(&m);
    // all cranks stay parallel and the coupler level
    let angles: Vec<f64> = (1..=feet.len()).map(|b| out.state[3 * b + 2]).collect();
    assert!(angles.iter().all(|a| (a - angles[0]).abs() < 1e-6), "{angles:?}");
    assert!(angles[0] < -0.5 && out.state[2].abs() < 1e-6, "{:?}", out.state);
}

#[test]
#[ignore = "known: stops at the flat position with E0803, a few 1e-12 off; a branch point, so perhaps rightly"]
fn two_cranks_fall_through() {
    falls_through(&[0.0, 2.0]);
}

#[test]
#[ignore = "known: stops at the flat position with E0803, a few 1e-12 off, though the third crank leaves one way on"]
fn three_cranks_fall_through() {
    falls_through(&[0.0, 2.0, 1.0]);
}
