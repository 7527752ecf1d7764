//! Whole runs of random trees in joint and in maximal coordinates: same end, same events, same work; and a run in joint
//! coordinates that is taken up again.

use crate::support;
use crate::twin;

use mainspring_definition::SpaceKind;
use mainspring_dynamics::assemble;
use mainspring_engine::{Engine, Options, Outcome};
use mainspring_model::{BinaryFn, Coordinates, DriveKind, Model, Node, RunSettings};
use mainspring_record::Memory;
use proptest::prelude::*;
use std::sync::Arc;
use support::*;
use twin::random;

/// A random tree with springs, drives, forces and limits that report when they are passed.
fn tree(seed: u64, flat: bool, n: usize) -> Model {
    let mut rng = Dice(seed);
    let (_, mut model) = random(&mut rng, flat, n);
    model.run = RunSettings { duration: 0.15, every: 0.05, rtol: 1e-12, ..RunSettings::default() };
    for joint in &mut model.joints {
        if !joint.kind.coordinates().is_empty() && rng.chance(0.5) {
            joint.limits = Some([rng.between(-1.0, -0.1), rng.between(0.1, 1.0)]);
        }
    }
    model
}

fn run(model: &Model, coordinates: Coordinates) -> Result<Outcome, TestCaseError> {
    let mut model = model.clone();
    model.run.coordinates = coordinates;
    let failed = |e: String| TestCaseError::fail(e);
    let assembled = assemble(&Arc::new(model)).map_err(|e| failed(format!("{e:?}")))?;
    let engine = Engine::new(assembled, Options::default()).map_err(|e| failed(e.to_string()))?;
    engine.run(&mut Memory::default(), |_| {}).map_err(|(e, _)| failed(e.to_string()))
}

fn compare(model: &Model) -> Result<(), TestCaseError> {
    let (joint, maximal) = (run(model, Coordinates::Joint)?, run(model, Coordinates::Maximal)?);
    prop_assert_eq!(joint.coordinates, Coordinates::Joint);
    prop_assert_eq!(maximal.coordinates, Coordinates::Maximal);
    let size = maximal.state.iter().fold(1.0_f64, |m, x| m.max(x.abs()));
    for (k, (a, b)) in joint.state.iter().zip(&maximal.state).enumerate() {
        prop_assert!((a - b).abs() < 1e-9 * size, "entry {}: {} {}, largest {}", k, a, b, size);
    }
    prop_assert_eq!(joint.events.len(), maximal.events.len());
    for (a, b) in joint.events.iter().zip(&maximal.events) {
        prop_assert!((a.time - b.time).abs() < 1e-9 && a.text == b.text, "{:?} {:?}", a, b);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn planar_trees_move_the_same_in_either_coordinates(seed in any::<u64>(), n in 1_usize..=8) {
        compare(&tree(seed, true, n))?;
    }

    #[test]
    fn spatial_trees_move_the_same_in_either_coordinates(seed in any::<u64>(), n in 1_usize..=8) {
        compare(&tree(seed, false, n))?;
    }
}

/// Three links in a row; the middle joint's speed jumps at 0.1 s, the last joint's acceleration is given throughout.
fn jolted(space: SpaceKind) -> Model {
    let mut m = chain(space, 3);
    let t = m.programs.push(Node::SwitchTime);
    let (at, fast) = (m.programs.constant(0.1), m.programs.constant(3.0));
    let on = m.programs.push(Node::Binary(BinaryFn::Less, at, t));
    let speed = m.programs.push(Node::Binary(BinaryFn::Mul, on, fast));
    m.drives.push(drive("jolt", 1, 0, DriveKind::Speed, speed));
    m.drives.push(drive("push", 2, 0, DriveKind::Acceleration, fast));
    m.run = RunSettings { duration: 0.2, every: 0.1, rtol: 1e-12, ..RunSettings::default() };
    m
}

#[test]
fn a_drive_that_jumps_jolts_what_is_free() {
    for space in [SpaceKind::Planar, SpaceKind::Spatial] {
        let model = jolted(space);
        compare(&model).expect("both move the same");
        let [joint, maximal] = [Coordinates::Joint, Coordinates::Maximal].map(|c| run(&model, c).expect("it runs"));
        assert!(joint.ledger.lost.abs() > 1e-3, "the jump takes or gives energy: {}", joint.ledger.lost);
        assert!((joint.ledger.lost - maximal.ledger.lost).abs() < 1e-9, "{:?} {:?}", joint.ledger, maximal.ledger);
    }
}

#[test]
fn a_run_in_joint_coordinates_is_taken_up_bit_for_bit() {
    for seed in [3, 8] {
        for flat in [true, false] {
            let mut model = tree(seed, flat, 6);
            model.run.coordinates = Coordinates::Joint;
            let whole = finish(&model).0;
            let mut first = engine(&model);
            while first.time() < 0.07 {
                first.advance(&mut Memory::default()).expect("it goes on");
            }
            let kept = first.checkpoint();
            let assembled = assemble(&Arc::new(model.clone())).expect("it assembles");
            let second = Engine::resume(assembled, Options::default(), &kept).expect("it is the same run");
            let Ok(parts) = second.run(&mut Memory::default(), |_| {}) else { panic!("it goes on") };
            let bits = |x: &[f64]| x.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
            assert_eq!(bits(&whole.state), bits(&parts.state));
            assert_eq!(whole.work.steps, parts.work.steps);
        }
    }
}
