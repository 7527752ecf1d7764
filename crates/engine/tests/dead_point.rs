//! A parallelogram falls into its flat position, where its rows are dependent for a moment.

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

/// The flat position is singular: rows depend on each other there and the loop could go on in two ways. Rather than pick
/// one, the run stops with the joint named, and everything before it is kept.
fn stops_at_the_flat_position(feet: &[f64]) {
    let m = parallelogram(feet);
    let assembled = mainspring_dynamics::assemble(&std::sync::Arc::new(m)).expect("it closes");
    let mut memory = mainspring_record::Memory::default();
    let failed = mainspring_engine::run(assembled, mainspring_engine::Options::default(), &mut memory, |_| {});
    let Err((mainspring_engine::RunError::Open { time, source }, Some(out))) = failed else {
        panic!("neither refused nor, if it is passed now, tested");
    };
    assert!(source.joint.starts_with("foot") || source.joint.starts_with("head"), "{source}");
    // all cranks are parallel until then, and close to flat
    let angles: Vec<f64> = (1..=feet.len()).map(|b| out.state[3 * b + 2]).collect();
    assert!(angles.iter().all(|a| (a - angles[0]).abs() < 1e-6 && a.abs() < 0.1), "{angles:?}");
    assert!(time > 0.1 && memory.times.len() > 1, "{time}");
}

#[test]
fn two_cranks_stop_where_they_could_cross() {
    stops_at_the_flat_position(&[0.0, 2.0]);
}

#[test]
fn three_cranks_stop_too() {
    stops_at_the_flat_position(&[0.0, 2.0, 1.0]);
}
