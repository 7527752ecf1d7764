//! The auditor finds an engine that is broken on purpose, and says of what and since when; a sound one it leaves alone.

#[path = "support/broken.rs"]
mod broken;

use crate::support::model_of;
use broken::{Broken, Fault, FaultKind};
use mainspring_dynamics::assemble;
use mainspring_engine::{EndReason, Engine, Options, Outcome};
use mainspring_record::Memory;
use std::sync::Arc;

/// A block that slides on a floor, 1 kg, friction 0.3, 2 m/s.
const SLIDING: &str = "space planar
gravity (0, -10) m/s^2
obstacle floor = halfplane((0, 0) m, (0, 1))
primitive slab { shape = rect(10 cm, 10 cm); mass = 1 kg }
part block = slab() at (0, 5) cm moving (2, 0) m/s
contact block, floor { friction = 0.3; restitution = 0 }
run 0.5 s every 0.1 s { max_step = 10 ms }";

/// The same pushed along by a prescribed slide: a carriage 10 cm behind, joined by a rod.
const PUSHED: &str = "space planar
gravity (0, -10) m/s^2
obstacle floor = halfplane((0, 0) m, (0, 1))
primitive slab { shape = rect(10 cm, 10 cm); mass = 1 kg }
part block = slab() at (0, 5) cm
primitive cube { shape = rect(2 cm, 2 cm); mass = 0.1 kg }
part carriage = cube() at (-20, 5) cm
joint rail = prismatic(ground (-20, 5) cm, carriage.origin)
joint rod = distance(carriage.origin, block.origin)
drive rail travel = 0.2 m/s*t + 0.01 m*sin(20 rad/s*t)
contact block, floor { friction = 0.3; restitution = 0 }
run 0.5 s every 0.1 s { max_step = 10 ms }";

/// A pendulum with a damped hinge.
const SWINGING: &str = "space planar
gravity (0, -10) m/s^2
primitive bar { shape = rect(1 cm, 20 cm); mass = 1 kg; point top = (0, 10) cm }
part rod = bar()
joint hinge = revolute(ground (0, 0) m, rod.top) { damping = 0.05 N*m*s/rad }
start hinge = 60 deg
run 0.5 s every 0.1 s { max_step = 10 ms; coordinates = maximal }";

fn run(scene: &str, fault: Fault) -> Outcome {
    recorded(scene, fault).0
}

fn recorded(scene: &str, fault: Fault) -> (Outcome, Memory) {
    let mut memory = Memory::default();
    let mut assembled = assemble(&Arc::new(model_of(scene))).expect("it assembles");
    assembled.system = Box::new(Broken { inner: assembled.system, fault });
    let engine = Engine::new(assembled, Options::default()).expect("it starts");
    match engine.run(&mut memory, |_| {}) {
        Ok(outcome) => (outcome, memory),
        Err((error, outcome)) => panic!("{error}; doubts {:?}", outcome.doubts),
    }
}

/// Since when faults act, s.
const SINCE: f64 = 0.2;
/// Steps are at most 10 ms: a fault is seen at the end of the step it acts in, or of the next one.
const SEEN: f64 = 0.021;

fn caught(scene: &str, kind: FaultKind, measure: &str, who: &[&str]) {
    let outcome = run(scene, Fault { kind, since: SINCE });
    let doubt = outcome.doubts.iter().find(|d| d.measure == measure && d.who == who);
    let doubt = doubt.unwrap_or_else(|| panic!("{kind:?} is not noticed as {measure}: {:#?}", outcome.doubts));
    assert!((SINCE..SINCE + SEEN).contains(&doubt.since), "{kind:?}: {doubt:?}");
    assert!(doubt.worst > doubt.allowed, "{doubt:?}");
    assert_eq!((outcome.reason, outcome.verdict()), (EndReason::Finished, "doubtful"));
    let told = outcome.events.iter().filter(|e| e.kind == "doubt").count();
    assert_eq!(told, outcome.doubts.len(), "{:#?}", outcome.events);
}

#[test]
fn sound_runs_are_left_alone() {
    for scene in [SLIDING, PUSHED, SWINGING] {
        let outcome = run(scene, Fault { kind: FaultKind::None, since: 0.0 });
        assert_eq!(outcome.verdict(), "finished", "{:#?}", outcome.doubts);
    }
}

#[test]
fn the_verdict_can_be_recorded() {
    let scene = format!("{SLIDING}\nrecord run.verdict");
    let (_, memory) = recorded(&scene, Fault { kind: FaultKind::Moved { position: 1, by: -1e-8 }, since: SINCE });
    let doubtful = memory.times.iter().map(|&t| f64::from(u8::from(t > SINCE + SEEN))).collect::<Vec<_>>();
    assert_eq!(memory.values, doubtful, "{:?}", memory.times);
}

#[test]
fn a_contact_row_that_is_dropped() {
    // the floor no longer carries the block: it falls
    caught(SLIDING, FaultKind::Dropped { velocity: 1, by: -10.0 }, "overlap", &["block", "floor"]);
}

#[test]
fn a_part_shifted_by_a_ten_millionth_of_its_size() {
    caught(SLIDING, FaultKind::Moved { position: 1, by: -1e-8 }, "overlap", &["block", "floor"]);
}

#[test]
fn a_contact_force_scaled_by_a_hundredth_after_the_ledger_read_it() {
    // friction, which brakes by 3 m/s², is 1 % stronger than what is booked
    caught(SLIDING, FaultKind::Pushed { velocity: 0, by: -0.03 }, "energy", &[]);
}

#[test]
fn a_joint_opened_by_a_micrometre() {
    caught(SWINGING, FaultKind::Moved { position: 0, by: 1e-6 }, "joint", &["hinge"]);
}

#[test]
fn a_drive_held_back_by_a_microsecond() {
    caught(PUSHED, FaultKind::Late(1e-6), "drive", &["rail"]);
}

#[test]
fn a_ledger_entry_that_is_forgotten() {
    caught(SWINGING, FaultKind::Booked { entry: 0, times: 0.0 }, "energy", &[]);
}

#[test]
fn an_effort_read_before_contact_was_solved() {
    // the drive's work lacks what friction on the floor takes: 3 N at the block's speed
    caught(PUSHED, FaultKind::Unread { entry: 0, velocity: 0, force: 3.0 }, "energy", &[]);
}

#[test]
fn friction_with_the_wrong_sign() {
    caught(SLIDING, FaultKind::Turned { velocity: 0, by: 6.0, entry: 0 }, "dissipation", &["contact(block, floor)"]);
}
