//! A run that was stopped and taken up again is the run that never stopped, to the bit.

use crate::support;

use mainspring_definition::SpaceKind;
use mainspring_dynamics::assemble;
use mainspring_engine::{Checkpoint, Engine, Options, Outcome};
use mainspring_model::*;
use mainspring_record::Memory;
use mainspring_trust::{Against, Worst, case, largest};
use std::sync::Arc;
use support::*;

/// Two links in space turning many times, a spring let go on a condition, a joint at a time, a limit, a drive.
fn eventful() -> Model {
    let mut m = chain(SpaceKind::Spatial, 3);
    m.name = "eventful".to_owned();
    for (b, spin) in [9.0, 9.0, 9.0].into_iter().enumerate() {
        let p = m.bodies[b].pose.position;
        m.bodies[b].spin = [0.0, 0.0, spin];
        m.bodies[b].velocity = [-spin * p[1], spin * p[0], 0.0];
    }
    m.joints[1].limits = Some([-0.5, 2.0]);
    m.springs.push(spring(
        "band",
        SpringKind::Linear { a: ground([0.0, -3.0, 0.0]), b: on(1, [0.0; 3]) },
        5.0,
        0.3,
        0.5,
    ));
    let angle = m.programs.probe(Probe::Coordinate { coordinate: Coordinate { joint: 0, index: 0 }, order: 0 });
    let turns = m.programs.constant(8.0);
    let past = binary(&mut m, BinaryFn::Sub, angle, turns);
    m.switches.push(Switch {
        span: mainspring_definition::Span::NOWHERE,
        attach: false,
        targets: vec![SwitchTarget::Spring(0)],
        trigger: Trigger::When(past),
    });
    m.switches.push(switch(false, 2, Trigger::At(1.2)));
    let torque = wave(&mut m, 2.0, 7.0);
    m.drives.push(drive("hinge[1]", 1, 0, DriveKind::Effort, torque));
    record(&mut m, "angle", Probe::Coordinate { coordinate: Coordinate { joint: 0, index: 0 }, order: 0 });
    record(&mut m, "force", Probe::JointForce { joint: 1, axis: 0 });
    record(&mut m, "energy", Probe::Energy(EnergyTerm::Residual));
    m.run = RunSettings { duration: 2.0, every: 0.03, ..RunSettings::default() };
    m
}

fn bits(values: &[f64]) -> Vec<u64> {
    values.iter().map(|x| x.to_bits()).collect()
}

fn same(whole: &Outcome, parts: &Outcome, whole_sink: &Memory, sink: &Memory, what: &str) {
    assert_eq!(bits(&whole.state), bits(&parts.state), "{what}");
    assert_eq!((whole.hash, whole.time.to_bits()), (parts.hash, parts.time.to_bits()), "{what}");
    assert_eq!(whole.events, parts.events, "{what}");
    assert_eq!(whole.ledger, parts.ledger, "{what}");
    assert_eq!(whole.loads, parts.loads, "{what}");
    assert_eq!(whole.work, parts.work, "{what}");
    assert_eq!((whole.drift_at_steps, whole.drift_at_frames), (parts.drift_at_steps, parts.drift_at_frames), "{what}");
    assert_eq!(whole.samples, parts.samples, "{what}");
    assert_eq!(bits(&whole_sink.times), bits(&sink.times), "{what}");
    assert_eq!(bits(&whole_sink.values), bits(&sink.values), "{what}");
    assert_eq!(whole_sink.events, sink.events, "{what}");
}

/// Steps by hand, then through text into a new engine, which runs to the end.
fn broken(model: &Model, steps: usize, options: &Options) -> (Outcome, Memory) {
    let model = Arc::new(model.clone());
    let fresh = || assemble(&model).expect("it assembles");
    let mut sink = Memory::default();
    let mut first = Engine::new(fresh(), options.clone()).expect("it starts");
    for _ in 0..steps {
        first.advance(&mut sink).expect("it goes on");
    }
    let text = serde_json::to_string(&first.checkpoint()).expect("plain data");
    drop(first);
    let checkpoint: Checkpoint = serde_json::from_str(&text).expect("its own text");
    let second = Engine::resume(fresh(), options.clone(), &checkpoint).expect("the same scene");
    assert_eq!(second.time().to_bits(), checkpoint.time().to_bits());
    match second.run(&mut sink, |_| {}) {
        Ok(outcome) => (outcome, sink),
        Err((error, _)) => panic!("{error}"),
    }
}

static PARTED: Worst = Worst::new();

#[test]
fn taken_up_anywhere_it_ends_in_the_same_bits() {
    for integrator in ["auto", "dop853", "dopri5", "merson", "radau", "rk4"] {
        let mut model = eventful();
        model.run.integrator = integrator.to_owned();
        model.run.rtol = 1e-7;
        let (whole, whole_sink) = finish(&model);
        assert!(whole.events.iter().filter(|e| e.kind == "release").count() == 2, "{:?}", whole.events);
        assert!(whole_sink.column(0).last().is_some_and(|a| a > 2.0 * std::f64::consts::PI), "it goes round");
        let steps = whole.work.steps as usize;
        for at in [1, 2, steps / 3, steps / 2, 2 * steps / 3, steps - 1] {
            let (out, sink) = broken(&model, at, &Options::default());
            same(&whole, &out, &whole_sink, &sink, &format!("{integrator} stopped after {at} of {steps}"));
            let quantity = format!("final state, {integrator}, worst of six stops");
            case!("run with events, stopped and taken up again", quantity, Against::OtherWay, "the unbroken run")
                .unit("SI")
                .work(out.work.steps, out.work.evaluations)
                .off_at_worst(&PARTED, largest(whole.state.iter().zip(&out.state).map(|(a, b)| a - b)), 0.0);
        }
    }
}

#[test]
fn a_table_with_scripts_belts_and_parts_that_come_and_go_is_taken_up_anywhere() {
    let scene = "space planar
surface { static_friction = 0.3; dynamic_friction = 0.2; viscous = 50 N*s/m^3 }
primitive plate { shape = rect(4 cm, 3 cm); area_density = 2 kg/m^2 }
window belt = rect((-20, -10) cm, (5, 10) cm) { velocity = (0.2, 0) m/s }
window push = rect((-20, -20) cm, (40, 20) cm) at (2 cm * t/(1 s), 0 m) { force = (0, 8 N/m^2 * cos(3 rad/s * t)); priority = -1 }
array pads = grid(20, 20, pitch = 1 cm) at (5, -10) cm { force = (9, 0) N/m^2; groups = 2; group = mod(i, 2); level = 1 - group*t/(4 s) }
frame one { belt, push }
frame two { belt, pads }
script s { one for 0.3 s; loop 2 { two for 0.2 s; one until p.position.x > 6 cm when t > 1.1 s -> end } }
bin box = rect((30, -20) cm, (40, 20) cm)
part p = plate() at (0, 0) m turned 10 deg
part q = plate() at (-10, 5) cm arriving 0.25 s leaving when t > 1.3 s
record p.position, q.position, s.step, box.count
run 1.5 s every 20 ms { rtol = 1e-7 }
";
    let (definition, findings) = mainspring_language::load("scene", scene, &mut mainspring_language::NoImports);
    assert!(findings.is_empty(), "{findings:?}");
    let model =
        mainspring_builder::build(&definition, &mainspring_builder::BuildOptions::default()).expect("it builds");
    let (whole, whole_sink) = finish(&model);
    assert!(whole.events.iter().any(|e| e.kind == "slip") && whole.events.iter().any(|e| e.kind == "leave"));
    let steps = whole.work.steps as usize;
    for at in [1, 2, steps / 4, steps / 2, 3 * steps / 4, steps - 1] {
        let (out, sink) = broken(&model, at, &Options::default());
        same(&whole, &out, &whole_sink, &sink, &format!("table stopped after {at} of {steps}"));
    }
}

#[test]
fn samples_asked_for_before_the_stop_are_not_lost() {
    let model = eventful();
    let options = Options { at: vec![0.2, 0.9, 1.7], ..Options::default() };
    let mut sink = Memory::default();
    let whole = Engine::new(assemble(&Arc::new(model.clone())).expect("it assembles"), options.clone())
        .expect("it starts")
        .run(&mut sink, |_| {})
        .map_err(|e| e.0)
        .expect("it ends");
    let (out, _) = broken(&model, whole.work.steps as usize / 2, &options);
    assert_eq!(whole.samples, out.samples);
}

#[test]
fn a_foreign_checkpoint_is_refused() {
    let model = eventful();
    let mut first = engine(&model);
    first.advance(&mut Memory::default()).expect("it goes on");
    let checkpoint = first.checkpoint();
    let refuse = |m: &Model| {
        let error =
            Engine::resume(assemble(&Arc::new(m.clone())).expect("it assembles"), Options::default(), &checkpoint)
                .err()
                .expect("another scene");
        assert_eq!(error.code(), "E0808", "{error}");
    };
    let mut renamed = model.clone();
    renamed.name = "other".to_owned();
    refuse(&renamed);
    let mut shorter = chain(SpaceKind::Spatial, 2);
    shorter.name = model.name.clone();
    refuse(&shorter);
    let mut other = model;
    other.run.integrator = "rk4".to_owned();
    refuse(&other);
}

#[test]
fn bytes_keep_every_bit_and_broken_ones_are_refused() {
    let model = eventful();
    let options = Options { at: vec![0.0], ..Options::default() };
    let mut engine = Engine::new(assemble(&Arc::new(model)).expect("it assembles"), options).expect("it starts");
    (0..20).for_each(|_| drop(engine.advance(&mut Memory::default()).expect("it goes on")));
    let checkpoint = engine.checkpoint();
    let bytes = checkpoint.to_bytes();
    assert_eq!(Checkpoint::from_bytes(&bytes).expect("whole"), checkpoint);
    for cut in 0..bytes.len() {
        assert_eq!(Checkpoint::from_bytes(&bytes[..cut]).err().map(|e| e.code()), Some("E0808"), "{cut}");
    }
}
