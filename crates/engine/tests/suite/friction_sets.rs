//! Several joints with friction at once: consistent sets, dependent ones, jams, checkpoints.

use crate::support;

use mainspring_definition::SpaceKind;
use mainspring_dynamics::{FrictionMode, assemble};
use mainspring_engine::{Checkpoint, Engine, Options, Stop};
use mainspring_joints::{Gear, Prismatic, Revolute};
use mainspring_model::*;
use mainspring_record::Memory;
use proptest::prelude::*;
use std::sync::Arc;
use support::*;

fn coulomb(kinetic: f64, resting: f64, arm: f64) -> Option<Friction> {
    Some(Friction { kinetic, resting, law: FrictionLaw::Coulomb { arm } })
}

fn constant(kinetic: f64, resting: f64) -> Option<Friction> {
    Some(Friction { kinetic, resting, law: FrictionLaw::Constant })
}

/// Reads probes at the engine's present state.
fn read(engine: &mut Engine, nodes: &[NodeId]) -> Vec<f64> {
    let (time, y) = (engine.time(), engine.state().to_vec());
    let mut out = vec![0.0; nodes.len()];
    engine.system().read(time, &y, &Default::default(), nodes, &mut out);
    out
}

/// A chain whose every hinge has friction; per joint: friction effort, rate, size of the force.
fn rubbing_chain(frictions: &[Friction], spins: &[f64]) -> (Model, Vec<[NodeId; 4]>) {
    let mut m = chain(SpaceKind::Planar, frictions.len());
    let mut nodes = Vec::new();
    for (j, friction) in frictions.iter().enumerate() {
        m.joints[j].friction = Some(*friction);
        m.starts.push(start(j, None, Some(spins[j])));
        let coordinate = Coordinate { joint: j, index: 0 };
        nodes.push([
            m.programs.probe(Probe::Friction { joint: j }),
            m.programs.probe(Probe::Coordinate { coordinate, order: 1 }),
            m.programs.probe(Probe::JointForce { joint: j, axis: 0 }),
            m.programs.probe(Probe::JointForce { joint: j, axis: 1 }),
        ]);
    }
    m.run = RunSettings { duration: 1.5, every: 0.1, ..RunSettings::default() };
    (m, nodes)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn every_moment_of_a_chain_obeys_the_law_of_friction(
        hinges in prop::collection::vec((any::<bool>(), 0.05..1.0_f64, 1.0..1.6_f64, -2.0..2.0_f64), 2..5)
    ) {
        let frictions: Vec<Friction> = hinges
            .iter()
            .map(|(level, size, ratio, _)| match level {
                true => constant(4.0 * size, 4.0 * size * ratio),
                false => coulomb(*size, size * ratio, 0.1),
            }.expect("made so"))
            .collect();
        let spins: Vec<f64> = hinges.iter().map(|h| if h.3 < -1.0 { 0.0 } else { h.3 }).collect();
        let (model, nodes) = rubbing_chain(&frictions, &spins);
        let mut engine = engine(&model);
        let mut sink = Memory::default();
        loop {
            let stop = engine.advance(&mut sink).expect("it goes on");
            let modes = engine.system().mode().friction.modes;
            for (k, mode) in modes.iter().enumerate() {
                let [effort, rate, x, y] = read(&mut engine, &nodes[k])[..] else { panic!("four") };
                let size = match frictions[k].law {
                    FrictionLaw::Constant => 1.0,
                    FrictionLaw::Coulomb { arm } => arm * (x * x + y * y).sqrt(),
                };
                match mode {
                    FrictionMode::Slip(s) => {
                        let should = -f64::from(*s) * frictions[k].kinetic * size;
                        prop_assert!((effort - should).abs() <= 1e-12 * (1.0 + should.abs()), "{effort} {should}");
                        prop_assert!(rate * f64::from(*s) >= -1e-12, "{rate} {s}");
                    }
                    FrictionMode::Stick | FrictionMode::Held(_) | FrictionMode::Share(_) => {
                        prop_assert!(rate.abs() <= 1e-12, "{rate}");
                        prop_assert!(effort.abs() <= frictions[k].resting * size * (1.0 + 1e-9) + 1e-9, "{effort} {size}");
                    }
                }
            }
            if stop == Stop::End {
                break;
            }
        }
        let out = engine.outcome(mainspring_engine::EndReason::Finished);
        prop_assert!(out.ledger.relative < 1e-6, "{:?}", out.ledger);
    }
}

/// A parallelogram of hinges, each with its own constant friction, pushed at the crank by a torque that grows.
fn parallelogram(levels: [f64; 4], rise: f64) -> Model {
    let mut m = empty(SpaceKind::Planar);
    let (s, c) = libm::sincos(0.8);
    m.bodies.push(plate("crank", 1.0, 0.02, [0.25 * c, 0.25 * s], 0.8));
    m.bodies.push(plate("coupler", 1.0, 0.05, [0.5 * c + 0.4, 0.5 * s], 0.0));
    m.bodies.push(plate("rocker", 1.0, 0.02, [0.8 + 0.25 * c, 0.25 * s], 0.8));
    let kind = JointKind::Revolute(Revolute);
    m.joints.push(joint("o", kind, ground([0.0; 3]), on(0, [-0.25, 0.0, 0.0])));
    m.joints.push(joint("a", kind, on(0, [0.25, 0.0, 0.0]), on(1, [-0.4, 0.0, 0.0])));
    m.joints.push(joint("b", kind, on(1, [0.4, 0.0, 0.0]), on(2, [0.25, 0.0, 0.0])));
    m.joints.push(joint("p", kind, ground([0.8, 0.0, 0.0]), on(2, [-0.25, 0.0, 0.0])));
    for (j, level) in levels.into_iter().enumerate() {
        m.joints[j].friction = constant(level, level);
    }
    let t = m.programs.push(Node::Time);
    let slope = m.programs.constant(rise);
    let torque = binary(&mut m, BinaryFn::Mul, slope, t);
    m.drives.push(drive("o", 0, 0, DriveKind::Effort, torque));
    m.run = RunSettings { duration: 1.2, every: 0.1, ..RunSettings::default() };
    m
}

#[test]
fn four_hinges_that_hold_each_other_let_go_when_all_are_at_their_limit() {
    // every hinge turns at the crank's rate or against it, so the limits add up
    let levels = [0.3, 0.5, 0.2, 0.4];
    for rise in [2.0, -2.0] {
        let (out, _) = finish(&parallelogram(levels, rise));
        let first: Vec<&str> = out.events.iter().map(|e| e.kind.as_str()).collect();
        assert_eq!(first, ["slip"; 4], "{:?}", out.events);
        for event in &out.events {
            assert!((event.time - 0.7).abs() < 1e-9, "{}", event.time);
        }
        assert!(out.ledger.relative < 1e-8, "{:?}", out.ledger);
    }
    let model = parallelogram(levels, 0.0);
    let mut at_rest = engine(&model);
    at_rest.advance(&mut Memory::default()).expect("it stays");
    let modes = at_rest.system().mode().friction.modes;
    assert_eq!(modes.iter().filter(|m| **m == FrictionMode::Stick).count(), 1, "{modes:?}");
    assert!(modes.iter().all(|m| m.rests()));
}

#[test]
fn a_linkage_thrown_round_comes_to_rest_as_a_whole() {
    let mut m = parallelogram([0.3, 0.5, 0.2, 0.4], 0.0);
    m.drives.clear();
    m.starts.push(start(0, None, Some(3.0)));
    m.run.rtol = 1e-10;
    let (out, _) = finish(&m);
    assert_eq!(out.events.len(), 4, "{:?}", out.events);
    let time = out.events[0].time;
    assert!(out.events.iter().all(|e| e.kind == "stick" && e.time == time));
    // ½ Θ ω² = Σ τ φ with Θ of crank, rocker and the coupler's circle; φ grows evenly slower
    let inertia = 2.0 * (0.02 + 0.0625) + 0.25;
    assert!((time - 3.0 * inertia / 1.4).abs() < 1e-9, "{time}");
    assert!(out.ledger.relative < 1e-9, "{:?}", out.ledger);
}

/// Wheels in a row, some with friction, meshed with play, the first one shaken.
fn train(dice: &mut Dice) -> Model {
    let mut m = empty(SpaceKind::Planar);
    let wheels = 2 + dice.below(3);
    for i in 0..wheels {
        let at = [i as f64, 0.0, 0.0];
        m.bodies.push(plate(&format!("wheel[{i}]"), 1.0, dice.between(0.01, 0.1), [at[0], 0.0], 0.0));
        m.joints.push(joint(&format!("axle[{i}]"), JointKind::Revolute(Revolute), ground(at), on(i, [0.0; 3])));
        if dice.chance(0.5) {
            let level = dice.between(0.01, 0.3);
            m.joints[i].friction = constant(level, level * dice.between(1.0, 1.5));
        }
    }
    for i in 1..wheels {
        let (first, second) = (Coordinate { joint: i - 1, index: 0 }, Coordinate { joint: i, index: 0 });
        let kind = JointKind::Gear(Gear::between(first, second, -dice.between(0.3, 2.0)));
        let mut mesh = joint(&format!("mesh[{i}]"), kind, on(i - 1, [0.0; 3]), on(i, [0.0; 3]));
        let restitution = if dice.chance(0.5) { 0.0 } else { dice.between(0.0, 0.9) };
        mesh.backlash = Some(Backlash { width: dice.between(0.001, 0.1), restitution });
        m.joints.push(mesh);
    }
    let (size, rate) = (dice.between(0.1, 2.0), dice.between(1.0, 10.0));
    let torque = wave(&mut m, size, rate);
    m.drives.push(drive("axle[0]", 0, 0, DriveKind::Effort, torque));
    m
}

/// A parallelogram with all kinds of friction, shaken; it is pulled away from its flat position, where pins do jam.
fn linkage(dice: &mut Dice) -> Model {
    let mut m = parallelogram([0.0; 4], 0.0);
    m.gravity = [0.0, 9.81, 0.0];
    for j in 0..4 {
        let (size, ratio) = (dice.between(0.01, 0.8), dice.between(1.0, 1.8));
        m.joints[j].friction = match dice.below(3) {
            0 => None,
            1 => constant(size, size * ratio),
            _ => coulomb(size, size, 0.03),
        };
    }
    m.drives.clear();
    let (size, rate) = (dice.between(0.0, 2.0), dice.between(1.0, 10.0));
    let torque = wave(&mut m, size, rate);
    m.drives.push(drive("o", 0, 0, DriveKind::Effort, torque));
    m
}

#[test]
fn shaken_linkages_and_trains_neither_chatter_nor_lose_energy() {
    let mut events = 0;
    for seed in 0..40 {
        let dice = &mut Dice(seed);
        let mut m = if dice.chance(0.5) { train(dice) } else { linkage(dice) };
        let integrator = ["dop853", "dopri5", "rk4"][dice.below(3)].to_owned();
        m.run = RunSettings { duration: 1.0, every: 0.1, integrator, ..RunSettings::default() };
        let (out, _) = finish(&m);
        events += out.events.len();
        let moved = out.ledger.scale > 1e-12;
        assert!(!moved || out.ledger.relative < 1e-6, "{seed}: {:?}", out.ledger);
    }
    assert!(events > 200, "{events}");
}

/// A slider on a bed with friction, carrying a bar that leans forward: Painlevé's rod.
fn leaning(mu: f64, rate: f64) -> Model {
    let mut m = empty(SpaceKind::Planar);
    m.gravity = [0.0, -9.81, 0.0];
    m.bodies.push(plate("foot", 1e-3, 1e-6, [0.0; 2], 0.0));
    let (s, c) = libm::sincos(1.0);
    m.bodies.push(plate("bar", 1.0, 1.0 / 12.0, [0.5 * c, 0.5 * s], 1.0));
    m.joints.push(joint("bed", JointKind::Prismatic(Prismatic), ground([0.0; 3]), on(0, [0.0; 3])));
    m.joints.push(joint("hinge", JointKind::Revolute(Revolute), on(0, [0.0; 3]), on(1, [-0.5, 0.0, 0.0])));
    m.joints[0].friction = coulomb(mu, mu, 1.0);
    m.bodies[0].velocity = [rate, 0.0, 0.0];
    m.bodies[1].velocity = [rate, 0.0, 0.0];
    m.run = RunSettings { duration: 0.05, every: 0.01, ..RunSettings::default() };
    m
}

#[test]
fn a_joint_that_jams_is_stopped_by_an_impulse_and_named() {
    // pushed against its lean, more friction calls up more reaction than it takes away
    let (out, _) = finish(&leaning(3.0, -4.0));
    let jam = out.events.iter().find(|e| e.kind == "jam").expect("it jams");
    assert_eq!(jam.who, ["bed"]);
    assert!(out.ledger.lost > 0.0 && out.ledger.relative < 1e-9, "{:?}", out.ledger);
    // the other way, or with less friction, it slides
    finish(&leaning(3.0, 4.0));
    finish(&leaning(0.3, -4.0));
}

/// A spatial four-bar of four parallel hinges: three rows too many.
fn spatial_loop(friction: Option<Friction>) -> Model {
    let planar = parallelogram([0.0; 4], 0.0);
    let mut m = empty(SpaceKind::Spatial);
    m.gravity = [0.0, -9.81, 0.0];
    for b in &planar.bodies {
        let (s, c) = libm::sincos(0.5 * b.pose.angle);
        m.bodies.push(solid(&b.path, b.mass, [0.01, 0.05, 0.05], b.pose.position, [c, 0.0, 0.0, s]));
    }
    m.joints = planar.joints;
    for j in &mut m.joints {
        j.friction = None;
    }
    m.joints[1].friction = friction;
    m.run = RunSettings { duration: 0.3, every: 0.1, ..RunSettings::default() };
    m
}

#[test]
fn a_coefficient_on_a_reaction_that_is_not_unique_is_refused_by_name() {
    let found = assemble(&Arc::new(spatial_loop(coulomb(0.2, 0.2, 0.01)))).err().expect("refused");
    assert_eq!(found.len(), 1);
    let text = found[0].diagnostic();
    assert_eq!(text.code.as_str(), "E0706");
    assert!(text.message.contains("`a`") && text.message.contains("`o`"), "{}", text.message);
    // a level of its own needs no reaction
    let (out, _) = finish(&spatial_loop(constant(0.1, 0.2)));
    assert!(out.ledger.relative < 1e-9);
}

#[test]
fn a_run_taken_up_while_stuck_or_in_touch_ends_in_the_same_bits() {
    let (mut model, _) = rubbing_chain(
        &[constant(2.0, 3.0).expect("made"), coulomb(0.5, 0.7, 0.1).expect("made"), constant(1.0, 1.0).expect("made")],
        &[1.0, 0.0, -2.0],
    );
    let (first, second) = (Coordinate { joint: 0, index: 0 }, Coordinate { joint: 2, index: 0 });
    let mut gear = joint("mesh", JointKind::Gear(Gear::between(first, second, -1.0)), on(0, [0.0; 3]), on(2, [0.0; 3]));
    gear.backlash = Some(Backlash { width: 0.3, restitution: 0.4 });
    model.joints.push(gear);
    let (whole, memory) = finish(&model);
    assert!(whole.events.iter().any(|e| e.kind == "stick") && whole.events.iter().any(|e| e.kind == "contact"));
    let model = Arc::new(model);
    let fresh = || assemble(&model).expect("it assembles");
    let (mut stuck, mut touching) = (0, 0);
    for steps in (1..whole.work.steps).step_by(5) {
        let mut sink = Memory::default();
        let mut part = Engine::new(fresh(), Options::default()).expect("it starts");
        for _ in 0..steps {
            part.advance(&mut sink).expect("it goes on");
        }
        let mode = part.system().mode();
        stuck += usize::from(mode.friction.modes.contains(&FrictionMode::Stick));
        touching += usize::from(!mode.touch.touching.is_empty());
        let bytes = part.checkpoint().to_bytes();
        let point = Checkpoint::from_bytes(&bytes).expect("its own bytes");
        let rest = Engine::resume(fresh(), Options::default(), &point).expect("the same scene");
        let out = rest.run(&mut sink, |_| {}).map_err(|e| e.0.to_string()).expect("it ends");
        assert_eq!((out.hash, &out.events, out.work), (whole.hash, &whole.events, whole.work), "after {steps}");
        assert_eq!(sink.values, memory.values);
    }
    assert!(stuck > 0 && touching > 0, "{stuck} {touching}");
}

/// A friction of finite size has no impulse: what it holds is thrown on when the part below is stopped.
#[test]
fn an_impulse_goes_past_a_joint_that_sticks() {
    let scene = |friction: &str| {
        format!(
            "space planar\nprimitive bar {{ shape = rect(30 cm, 2 cm); mass = 1 kg; point a = (-15 cm, 0); point b = (15 cm, 0) }}\n\
             part x, y = bar()\njoint o = revolute(ground (0, 0), x.a)\njoint p = revolute(x.b, y.a) {friction}\n\
             joint stop = revolute(ground ((0.3, 0) m), x.b)\nstart o = -30 deg rate 5 rad/s\nstart p = 0 rad rate 0 rad/s\n\
             attach stop when o.angle >= 0 rad\nrun 0.1048 s\n"
        )
    };
    // three moments, then nothing moves but the outer bar: its angular momentum about the pin that was stopped is kept
    let (held, _) = run_text(&scene("{ friction = 5 N*m }"));
    let spin = held.state[11];
    // both bars as one at 5 rad/s, the outer one's centre 45 cm from the pin of the inner: I ω + m (45 cm · 15 cm) ω
    let own = (0.3 * 0.3 + 0.02 * 0.02) / 12.0;
    let kept = (own + 0.45 * 0.15) * 5.0 / (own + 0.15 * 0.15);
    // after 0.1 ms of friction
    assert!((spin - kept).abs() < 5.0 * 1e-4 / (own + 0.15 * 0.15), "{spin} {kept}");
}
