//! Runs that cannot go on say where and why, and keep what they had.

use crate::support;

use mainspring_definition::SpaceKind;
use mainspring_dynamics::assemble;
use mainspring_engine::{EndReason, Engine, Interrupt, Options, RunError};
use mainspring_joints::{Prismatic, Revolute};
use mainspring_model::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use support::*;

/// A bystander and a mass pushed by f(0.5 − t).
fn doomed(f: UnaryFn) -> Model {
    let mut m = empty(SpaceKind::Planar);
    m.bodies.push(bead("bystander", 1.0, [5.0, 0.0, 0.0]));
    m.bodies.push(bead("victim", 1.0, [0.0; 3]));
    let (t, half, zero) = (m.programs.push(Node::Time), m.programs.constant(0.5), m.programs.constant(0.0));
    let left = binary(&mut m, BinaryFn::Sub, half, t);
    let value = unary(&mut m, f, left);
    m.forces.push(force("push", 1, [0.0; 3], [value, zero, zero]));
    record(&mut m, "x", center(1, 0, 0));
    m.run = RunSettings { duration: 1.0, every: 0.05, rtol: 1e-9, ..RunSettings::default() };
    m
}

#[test]
fn a_load_that_is_no_number_stops_the_run_with_body_and_time() {
    for integrator in ["auto", "dop853", "dopri5", "merson", "radau", "rk4", "semi_implicit"] {
        for f in [UnaryFn::Sqrt, UnaryFn::Log] {
            let mut m = doomed(f);
            m.run.integrator = integrator.to_owned();
            let (error, out, memory) = fail(&m);
            match &error {
                RunError::NonFinite { body, last, time, .. } => {
                    assert_eq!(body, "victim", "{integrator}");
                    assert!(*last <= 0.5 + 0.005 && *last > 0.4 && time >= last, "{integrator}: {last} {time}");
                    assert_eq!(out.time, *last, "{integrator}");
                }
                // the logarithm's pole can stop an adaptive step before it is no number
                RunError::Stuck { body, time, .. } => {
                    assert_eq!((body.as_str(), f), ("victim", UnaryFn::Log), "{integrator}");
                    assert!((time - 0.5).abs() < 1e-3, "{integrator}: {time}");
                }
                other => panic!("{integrator}: {other}"),
            }
            assert_eq!(out.reason, EndReason::Failed);
            assert!(out.state.iter().all(|x| x.is_finite()), "{integrator}: the last good state is good");
            assert!(memory.times.len() >= 9 && memory.values.iter().all(|x| x.is_finite()), "{integrator}: {memory:?}");
        }
    }
}

#[test]
fn a_load_that_is_no_number_at_the_start_is_refused() {
    let mut m = empty(SpaceKind::Planar);
    m.bodies.push(bead("p", 1.0, [0.0; 3]));
    let zero = m.programs.constant(0.0);
    let bad = binary(&mut m, BinaryFn::Div, zero, zero);
    m.forces.push(force("push", 0, [0.0; 3], [bad, zero, zero]));
    let errors = assemble(&Arc::new(m)).err().expect("0/0 is no number");
    assert!(errors[0].to_string().contains("push"), "{}", errors[0]);
}

#[test]
fn a_drive_beyond_reach_is_an_error_at_the_joint() {
    // crank 1, rod 1.5, slider on the line y = 0: the slider cannot go beyond 2.5
    let mut m = empty(SpaceKind::Planar);
    m.bodies.push(plate("crank", 1.0, 0.1, [0.0, 0.5], std::f64::consts::FRAC_PI_2));
    let reach = (1.5_f64 * 1.5 - 1.0).sqrt();
    let lean = libm::atan2(-1.0, reach);
    m.bodies.push(plate("rod", 1.0, 0.1, [0.5 * reach, 0.5], lean));
    m.bodies.push(plate("slider", 1.0, 0.1, [reach, 0.0], 0.0));
    m.joints.push(joint("o", JointKind::Revolute(Revolute), ground([0.0; 3]), on(0, [-0.5, 0.0, 0.0])));
    m.joints.push(joint("a", JointKind::Revolute(Revolute), on(0, [0.5, 0.0, 0.0]), on(1, [-0.75, 0.0, 0.0])));
    m.joints.push(joint("b", JointKind::Revolute(Revolute), on(1, [0.75, 0.0, 0.0]), on(2, [0.0; 3])));
    m.joints.push(joint("way", JointKind::Prismatic(Prismatic), ground([0.0; 3]), on(2, [0.0; 3])));
    let one = m.programs.constant(1.0);
    m.drives.push(drive("way", 3, 0, DriveKind::Speed, one));
    record(&mut m, "x", center(2, 0, 0));
    m.run = RunSettings { duration: 3.0, every: 0.1, ..RunSettings::default() };
    let (error, out, memory) = fail(&m);
    assert!(error.code() == "E0813", "{error}");
    // it got there and not beyond
    assert!((out.time - (2.5 - reach)).abs() < 0.05, "{} {error}", out.time);
    assert!(memory.values.iter().all(|x| *x < 2.5 + 1e-9) && memory.times.len() > 5);
}

#[test]
fn an_unknown_integrator_is_refused_with_those_there_are() {
    let mut m = pendulum(1e-9, 1.0);
    m.run.integrator = "euler".to_owned();
    let error = Engine::new(assemble(&Arc::new(m)).expect("it assembles"), Options::default()).err().expect("no euler");
    assert_eq!(error.code(), "E0807");
    let text = error.to_string();
    assert!(text.contains("euler") && text.contains("dop853") && text.contains("semi_implicit"), "{text}");
}

/// A block on a floor, with friction, thrown up again and again.
const BOUNCING: &str = "space planar
gravity (0, -9.81) m/s^2
obstacle floor = halfplane((0, 0) m, (0, 1))
primitive slab { shape = rect(10 cm, 10 cm); mass = 1 kg }
part block = slab() at (0, 5) cm turned 0 rad moving (1, 0) m/s
contact block, floor { friction = 0.3; restitution = 0.5 }
force lift on block = (0, 1) N * (9 + 4*sin(20 rad/s*t))
run 5 s every 10 ms { max_step = 2 ms }";

#[test]
fn too_many_steps_and_interrupts_keep_what_there_is() {
    let m = pendulum(1e-12, 2.0);
    let run = |options: Options| {
        let mut memory = mainspring_record::Memory::default();
        let engine = Engine::new(assemble(&Arc::new(m.clone())).expect("it assembles"), options).expect("it starts");
        (engine.run(&mut memory, |_| {}), memory)
    };
    let (result, memory) = run(Options { max_steps: Some(5), ..Options::default() });
    let (error, out) = result.expect_err("five steps are not enough");
    assert_eq!((error.code(), out.work.steps), ("E0806", 5));
    assert!(!memory.times.is_empty() && *memory.times.last().unwrap() <= out.time);
    let stopped = Options { interrupt: Some(Interrupt::new(|| true)), ..Options::default() };
    let (result, _) = run(stopped);
    assert_eq!(result.map_err(|e| e.0).unwrap().reason, EndReason::Interrupted);
    // inside the events at t = 0, inside a step, and between steps
    for patience in [1, 2, 3, 5, 20, 60] {
        let asked = AtomicUsize::new(0);
        let interrupt = Interrupt::new(move || asked.fetch_add(1, Ordering::Relaxed) >= patience);
        let model = model_of(BOUNCING);
        let assembled = assemble(&Arc::new(model)).expect("it assembles");
        let options = Options { interrupt: Some(interrupt), ..Options::default() };
        let engine = Engine::new(assembled, options).expect("it starts");
        let out = engine.run(&mut mainspring_record::Memory::default(), |_| {}).map_err(|e| e.0).expect("no error");
        assert_eq!(out.reason, EndReason::Interrupted, "after {patience} questions");
        assert!(out.time < 1.0 && out.state.iter().all(|x| x.is_finite()));
    }
}

#[test]
fn a_collapsing_pull_stops_with_its_load_named() {
    // attraction without bound towards a centre it falls into
    let mut m = empty(SpaceKind::Planar);
    m.bodies.push(bead("comet", 1.0, [1.0, 0.0, 0.0]));
    let x = m.programs.probe(center(0, 0, 0));
    let zero = m.programs.constant(0.0);
    let one = m.programs.constant(-1.0);
    let square = binary(&mut m, BinaryFn::Mul, x, x);
    let pull = binary(&mut m, BinaryFn::Div, one, square);
    m.forces.push(force("pull", 0, [0.0; 3], [pull, zero, zero]));
    m.run = RunSettings { duration: 3.0, every: 0.1, ..RunSettings::default() };
    let (error, out, _) = fail(&m);
    assert!(error.to_string().contains("`pull` jumps or grows without bound"), "{error}");
    // free fall into an attracting centre from rest at 1: π/(2√2)
    let fall = std::f64::consts::PI / (2.0 * 2.0_f64.sqrt());
    assert!((out.time - fall).abs() < 1e-3, "{} {fall}", out.time);
}

#[test]
fn an_implicit_method_is_refused_where_its_matrices_would_be_too_large() {
    let mut m = chain(SpaceKind::Planar, 700);
    m.run.integrator = "radau".to_owned();
    m.run.coordinates = mainspring_model::Coordinates::Maximal;
    let made = assemble(&Arc::new(m)).expect("it assembles");
    let error = Engine::new(made, Options::default()).err().expect("2100 velocities");
    assert_eq!(error.code(), "E0812");
    assert!(error.to_string().contains("2100"), "{error}");
}
