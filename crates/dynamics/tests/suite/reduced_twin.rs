//! Accelerations of random trees against an independent twin in joint coordinates.

use crate::support;
use crate::twin;

use mainspring_model::{BodyKind, Coordinates};
use mainspring_trust::{Against::Independent, Worst, case};
use proptest::prelude::*;
use std::sync::Arc;
use support::*;
use twin::{random, twin};

/// The largest difference, relative to the largest acceleration.
fn compare(seed: u64, flat: bool, n: usize) -> Result<f64, TestCaseError> {
    let (tree, model) = random(&mut Dice(seed), flat, n);
    let expected = twin(&tree, &model);
    let mut model = model;
    model.run.coordinates = Coordinates::Maximal;
    let model = Arc::new(model);
    let assembled = match mainspring_dynamics::assemble(&model) {
        Ok(a) => a,
        Err(e) => return Err(TestCaseError::fail(format!("{e:?}"))),
    };
    let (mut system, y) = (assembled.system, assembled.start);
    let [nq, nv, _] = system.sizes();
    prop_assert_eq!(assembled.redundant.len(), 0, "a tree has no redundant rows");
    prop_assert_eq!(assembled.freedom, tree.u.len());
    let mut dy = vec![0.0; y.len()];
    system.derivative(0.0, &y, &mut dy);
    let scale = expected.iter().fold(1.0_f64, |s, (a, w)| s.max(size(*a)).max(size(*w)));
    let mut at = nq;
    let mut worst = 0.0_f64;
    for (b, body) in model.bodies.iter().enumerate() {
        let (a, w) = expected[b];
        let wanted: Vec<f64> = match (flat, body.kind) {
            (true, BodyKind::Rigid) => vec![a[0], a[1], w[2]],
            (true, _) => vec![a[0], a[1]],
            (false, BodyKind::Rigid) => a.into_iter().chain(w).collect(),
            (false, _) => a.to_vec(),
        };
        for (k, x) in wanted.iter().enumerate() {
            let error = (dy[at + k] - x).abs() / scale;
            prop_assert!(error < 1e-9, "{} entry {k}: {} {x}, scale {scale}", body.path, dy[at + k]);
            worst = worst.max(error);
        }
        at += wanted.len();
    }
    prop_assert_eq!(at, nq + nv);
    Ok(worst)
}

const TWIN: &str = "reduced coordinates with derivatives by rule, in the test";
static PLANAR: Worst = Worst::new();
static SPATIAL: Worst = Worst::new();

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn planar_trees_accelerate_as_their_twin(seed in any::<u64>(), n in 1_usize..=30) {
        let error = compare(seed, true, n)?;
        case!("400 random planar trees, 1 to 30 bodies, every joint and load", "accelerations, relative", Independent, TWIN)
            .off_at_worst(&PLANAR, error, 1e-9);
    }

    #[test]
    fn spatial_trees_accelerate_as_their_twin(seed in any::<u64>(), n in 1_usize..=30) {
        let error = compare(seed, false, n)?;
        case!("400 random spatial trees, 1 to 30 bodies, every joint and load", "accelerations, relative", Independent, TWIN)
            .off_at_worst(&SPATIAL, error, 1e-9);
    }
}
