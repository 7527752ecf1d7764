//! Models made by hand (shared with the dynamics tests) and how to run them.
#![allow(dead_code, reason = "each test binary uses its own part of this")]
#![allow(unused_imports, reason = "each test binary uses its own part of this")]

#[path = "../../../../dynamics/tests/suite/support/mod.rs"]
mod made;
mod scenes;

pub use made::*;
use mainspring_definition::{SpaceKind, Span};
use mainspring_dynamics::assemble;
use mainspring_engine::{Engine, Options, Outcome, RunError};
use mainspring_joints::{Distance, Revolute};
use mainspring_model::*;
use mainspring_record::Memory;
pub use scenes::*;
use std::sync::Arc;

/// The engine at t = 0.
pub fn engine(model: &Model) -> Engine {
    Engine::new(assemble(&Arc::new(model.clone())).expect("it assembles"), Options::default()).expect("it starts")
}

/// Runs to the end, which must be reached.
pub fn finish(model: &Model) -> (Outcome, Memory) {
    let mut memory = Memory::default();
    match engine(model).run(&mut memory, |_| {}) {
        Ok(outcome) => (outcome, memory),
        Err((error, _)) => panic!("{error}"),
    }
}

/// Runs into an error.
pub fn fail(model: &Model) -> (RunError, Outcome, Memory) {
    let mut memory = Memory::default();
    match engine(model).run(&mut memory, |_| {}) {
        Ok(outcome) => panic!("came to its end at {}", outcome.time),
        Err((error, outcome)) => (error, *outcome, memory),
    }
}

/// A point mass on a rod of 1 m, let go from the horizontal.
pub fn pendulum(rtol: f64, duration: f64) -> Model {
    let mut m = empty(SpaceKind::Planar);
    m.gravity = [0.0, -9.81, 0.0];
    m.bodies.push(bead("bob", 1.0, [1.0, 0.0, 0.0]));
    m.joints.push(joint("rod", JointKind::Distance(Distance { length: 1.0 }), ground([0.0; 3]), on(0, [0.0; 3])));
    m.run = RunSettings { duration, every: 0.1, rtol, ..RunSettings::default() };
    m
}

/// Position, velocity … of a body's centre.
pub fn center(body: usize, order: u8, axis: u8) -> Probe {
    Probe::Point { body: Some(body), point: [0.0; 3], order, axis }
}

/// A spring that pulls nothing, for switches that only mark a moment.
pub fn flag(model: &mut Model, path: &str, trigger: Trigger) {
    let kind = SpringKind::Linear { a: ground([0.0; 3]), b: on(0, [0.0; 3]) };
    model.springs.push(spring(path, kind, 0.0, 0.0, 0.0));
    let target = SwitchTarget::Spring(model.springs.len() - 1);
    model.switches.push(Switch { span: Span::NOWHERE, attach: false, targets: vec![target], trigger });
}

/// Attach or release joints.
pub fn switch(attach: bool, joint: usize, trigger: Trigger) -> Switch {
    Switch { span: Span::NOWHERE, attach, targets: vec![SwitchTarget::Joint(joint)], trigger }
}

pub fn binary(model: &mut Model, f: BinaryFn, a: NodeId, b: NodeId) -> NodeId {
    model.programs.push(Node::Binary(f, a, b))
}

pub fn unary(model: &mut Model, f: UnaryFn, a: NodeId) -> NodeId {
    model.programs.push(Node::Unary(f, a))
}

/// a sin(w t)
pub fn wave(model: &mut Model, a: f64, w: f64) -> NodeId {
    let t = model.programs.push(Node::Time);
    let (a, w) = (model.programs.constant(a), model.programs.constant(w));
    let phase = binary(model, BinaryFn::Mul, w, t);
    let sine = unary(model, UnaryFn::Sin, phase);
    binary(model, BinaryFn::Mul, a, sine)
}

/// A four-bar linkage of steel bars under gravity with a damped spring on its rod, its crank turning at 9 rad/s.
pub fn four_bar() -> Model {
    let mut m = empty(SpaceKind::Planar);
    m.gravity = [0.0, -9.81, 0.0];
    let pins = [[0.0, 0.0], [0.0, 0.3], [0.9, 0.7], [0.8, 0.0]];
    let mut half = [0.0; 3];
    for (k, (path, from, to)) in [("crank", 0, 1), ("rod", 1, 2), ("rocker", 3, 2)].into_iter().enumerate() {
        let (p, q): ([f64; 2], [f64; 2]) = (pins[from], pins[to]);
        let d = [q[0] - p[0], q[1] - p[1]];
        let l = (d[0] * d[0] + d[1] * d[1]).sqrt();
        let middle = [0.5 * (p[0] + q[0]), 0.5 * (p[1] + q[1])];
        m.bodies.push(plate(path, 2.0 * l, l * l * l / 6.0, middle, libm::atan2(d[1], d[0])));
        half[k] = 0.5 * l;
    }
    let end = |k: usize, sign: f64| on(k, [sign * half[k], 0.0, 0.0]);
    m.joints.push(joint("o", JointKind::Revolute(Revolute), ground([0.0; 3]), end(0, -1.0)));
    m.joints.push(joint("a", JointKind::Revolute(Revolute), end(0, 1.0), end(1, -1.0)));
    m.joints.push(joint("b", JointKind::Revolute(Revolute), end(1, 1.0), end(2, 1.0)));
    m.joints.push(joint("c", JointKind::Revolute(Revolute), ground([0.8, 0.0, 0.0]), end(2, -1.0)));
    m.springs.push(spring("s", SpringKind::Linear { a: ground([0.2, -0.4, 0.0]), b: on(1, [0.0; 3]) }, 40.0, 0.5, 0.3));
    m.starts.push(start(0, None, Some(9.0)));
    m.run = RunSettings { duration: 1.0, every: 1.0, ..RunSettings::default() };
    m
}

/// The model of a text scene.
pub fn model_of(scene: &str) -> Model {
    let (definition, findings) = mainspring_language::load("scene", scene, &mut mainspring_language::NoImports);
    assert!(findings.is_empty(), "{findings:?}");
    mainspring_builder::build(&definition, &mainspring_builder::BuildOptions::default()).expect("it builds")
}

/// Runs a text scene; what it came to and what was recorded.
pub fn run_text(scene: &str) -> (mainspring_engine::Outcome, mainspring_record::Memory) {
    let model = model_of(scene);
    let assembled = mainspring_dynamics::assemble(&Arc::new(model)).expect("it assembles");
    let mut sink = mainspring_record::Memory::default();
    let run = mainspring_engine::run(assembled, mainspring_engine::Options::default(), &mut sink, |_| {});
    (run.map_err(|e| e.0).expect("it runs"), sink)
}
