//! A point mass on a rigid rod, made by hand: period against the closed form.

use mainspring_definition::{SpaceKind, Span};
use mainspring_joints::Distance;
use mainspring_model::*;
use mainspring_trust::{Against, case};
use std::sync::Arc;

fn pendulum(rtol: f64) -> Model {
    let body = Body {
        path: "bob".into(),
        span: Span::NOWHERE,
        kind: BodyKind::Point,
        mass: 1.0,
        inertia: [[0.0; 3]; 3],
        shape: None,
        center: [0.0; 3],
        points: vec![],
        pose: Pose { position: [1.0, 0.0, 0.0], ..Pose::IDENTITY },
        velocity: [0.0; 3],
        spin: [0.0; 3],
        present: true,
        drag: None,
    };
    let rod = Joint {
        path: "rod".into(),
        span: Span::NOWHERE,
        kind: JointKind::Distance(Distance { length: 1.0 }),
        a: Marker { body: None, frame: Frame::at([0.0; 3]) },
        b: Marker { body: Some(0), frame: Frame::at([0.0; 3]) },
        attached: true,
        compliant: None,
        limits: None,
        stop: None,
        friction: None,
        backlash: None,
    };
    let mut programs = Programs::default();
    let y = programs.probe(Probe::Point { body: Some(0), point: [0.0; 3], order: 0, axis: 1 });
    let fx = programs.probe(Probe::JointForce { joint: 0, axis: 1 });
    let channel = |name: &str, n| Channel {
        name: name.into(),
        dimension: mainspring_definition::Dimension::LENGTH,
        angle: false,
        nodes: vec![n],
    };
    Model {
        sweep: None,
        name: "pendulum".into(),
        space: SpaceKind::Planar,
        gravity: [0.0, -9.81, 0.0],
        bodies: vec![body],
        joints: vec![rod],
        springs: vec![],
        forces: vec![],
        drives: vec![],
        starts: vec![],
        constraints: vec![],
        switches: vec![],
        obstacles: vec![],
        contacts: mainspring_model::Contacts::default(),
        fields: mainspring_model::Fields::default(),
        channels: vec![channel("y", y), channel("f", fx)],
        programs,
        plots: vec![],
        probes: vec![],
        run: RunSettings { duration: 2.367_841_947_576_237_3, every: 0.1, rtol, ..RunSettings::default() },
        notes: vec![],
    }
}

#[test]
fn comes_back_after_one_period() {
    for integrator in ["dop853", "dopri5", "merson"] {
        let mut model = pendulum(1e-12);
        model.run.integrator = integrator.to_owned();
        let assembled = mainspring_dynamics::assemble(&Arc::new(model)).unwrap();
        let mut memory = mainspring_record::Memory::default();
        let out = mainspring_engine::run(assembled, Default::default(), &mut memory, |_| {}).map_err(|e| e.0).unwrap();
        // released at rest: after one period it stands there again; height error is quadratic, speed linear
        assert!((out.state[0] - 1.0).abs() < 1e-10, "{:?}", out.state);
        let quantity = format!("speed after a period, {integrator} at rtol 1e-12");
        case!("pendulum from the horizontal", quantity, Against::ClosedForm, "at rest where it was let go")
            .answer(0.0, "m/s")
            .work(out.work.steps, out.work.evaluations)
            .off(out.state[3], 1e-9);
        assert!(out.ledger.relative < 1e-10);
        assert_eq!(memory.times.len(), 24);
    }
}
