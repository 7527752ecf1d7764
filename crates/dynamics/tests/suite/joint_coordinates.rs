//! Trees in joint coordinates against the same trees in maximal ones: motion, ledger, reactions.

use crate::support;
use crate::twin;

use mainspring_dynamics::{AssembleError, Assembled, System, assemble};
use mainspring_model::{BinaryFn, Coordinates, DriveKind, Model, Node};
use proptest::prelude::*;
use std::sync::Arc;
use support::*;
use twin::random;

fn assembled(model: &Model, coordinates: Coordinates) -> Result<Assembled, Vec<AssembleError>> {
    let mut model = model.clone();
    model.run.coordinates = coordinates;
    assemble(&Arc::new(model))
}

/// d/dt of the bodies' state along y + t dy at t = 0: central differences of order 8.
fn body_rates(system: &mut dyn System, y: &[f64], dy: &[f64]) -> Vec<f64> {
    const WEIGHTS: [f64; 4] = [4.0 / 5.0, -1.0 / 5.0, 4.0 / 105.0, -1.0 / 280.0];
    let [nq, nv, _] = system.sizes();
    let fastest = dy[..nq + nv].iter().fold(1.0_f64, |m, x| m.max(x.abs()));
    let h = 0.02 / fastest;
    let mut state = Vec::new();
    system.body_state(y, &mut state);
    let mut sum = vec![0.0; state.len()];
    for (k, w) in WEIGHTS.iter().enumerate() {
        for sign in [1.0, -1.0] {
            let t = sign * h * (k + 1) as f64;
            let moved: Vec<f64> = y.iter().zip(dy).map(|(y, d)| y + t * d).collect();
            system.body_state(&moved, &mut state);
            for (s, x) in sum.iter_mut().zip(&state) {
                *s += sign * w * x / h;
            }
        }
    }
    sum
}

/// Both forms of one model at the start: the same rates of everything, the same forces in joints.
fn agree(model: &Model) -> Result<(), TestCaseError> {
    let (maximal, joint) = (assembled(model, Coordinates::Maximal), assembled(model, Coordinates::Joint));
    let (mut maximal, mut joint) = match (maximal, joint) {
        (Ok(maximal), Ok(joint)) => (maximal, joint),
        (a, b) => return Err(TestCaseError::fail(format!("{:?} {:?}", a.err(), b.err()))),
    };
    let (nq, nv) = (maximal.system.sizes()[0], maximal.system.sizes()[1]);
    let mut y = Vec::new();
    joint.system.body_state(&joint.start, &mut y);
    let near = |a: f64, b: f64, scale: f64| (a - b).abs() < 2e-11 * scale;
    for (k, (a, b)) in y.iter().zip(&maximal.start).enumerate() {
        prop_assert!(near(*a, *b, 10.0), "the start, entry {}: {} {}", k, a, b);
    }
    let mut dy = vec![0.0; maximal.start.len()];
    maximal.system.derivative(0.0, &y, &mut dy);
    let mut joint_dy = vec![0.0; joint.start.len()];
    let joint_y = joint.start.clone();
    joint.system.derivative(0.0, &joint_y, &mut joint_dy);
    let (mut forces, mut joint_forces) = (Vec::new(), Vec::new());
    maximal.system.joint_forces(&mut forces);
    joint.system.joint_forces(&mut joint_forces);

    let rates = body_rates(joint.system.as_mut(), &joint_y, &joint_dy);
    let scale = dy[..nq + nv].iter().fold(1.0_f64, |s, x| s.max(x.abs()));
    for k in nq..nq + nv {
        prop_assert!(near(rates[k], dy[k], scale), "entry {}: {} {}, scale {}", k, rates[k], dy[k], scale);
    }
    let [jq, jv, nw] = joint.system.sizes();
    let most = forces.iter().flatten().fold(scale, |s, x| s.max(x.abs()));
    for k in 0..nw {
        let (a, b) = (joint_dy[jq + jv + k], dy[nq + nv + k]);
        prop_assert!(near(a, b, most * scale), "power {}: {} {}", k, a, b);
    }
    for (j, (a, b)) in joint_forces.iter().zip(&forces).enumerate() {
        for k in 0..6 {
            prop_assert!(near(a[k], b[k], most), "{} {}: {:?} {:?}", model.joints[j].path, k, a, b);
        }
    }
    Ok(())
}

/// Efforts become motions: drives of a random tree prescribe an acceleration, or a speed where nothing else gives one.
fn prescribe(rng: &mut Dice, model: &mut Model) {
    let t = model.programs.push(Node::Time);
    let speeds = rng.chance(0.5);
    if speeds {
        for body in &mut model.bodies {
            (body.velocity, body.spin) = ([0.0; 3], [0.0; 3]);
        }
        model.starts.clear();
    }
    for d in 0..model.drives.len() {
        let slope = model.programs.constant(rng.between(-2.0, 2.0));
        let ramp = model.programs.push(Node::Binary(BinaryFn::Mul, slope, t));
        let drive = &mut model.drives[d];
        match rng.below(4) {
            0 => {}
            1 if speeds => drive.kind = DriveKind::Speed,
            2 if speeds => (drive.kind, drive.value) = (DriveKind::Speed, ramp),
            _ => drive.kind = DriveKind::Acceleration,
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn planar_trees_are_the_same_in_either_coordinates(seed in any::<u64>(), n in 1_usize..=20) {
        let mut rng = Dice(seed);
        let (_, mut model) = random(&mut rng, true, n);
        prescribe(&mut rng, &mut model);
        agree(&model)?;
    }

    #[test]
    fn spatial_trees_are_the_same_in_either_coordinates(seed in any::<u64>(), n in 1_usize..=20) {
        let mut rng = Dice(seed);
        let (_, mut model) = random(&mut rng, false, n);
        prescribe(&mut rng, &mut model);
        agree(&model)?;
    }

    #[test]
    fn without_loads_but_gravity_too(seed in any::<u64>(), n in 1_usize..=20, flat in any::<bool>()) {
        let (_, mut model) = random(&mut Dice(seed), flat, n);
        model.springs.clear();
        model.forces.clear();
        model.drives.clear();
        agree(&model)?;
    }
}
