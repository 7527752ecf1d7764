//! Orders of the fixed-step methods, errors of the adaptive ones against their tolerance, and the rule of Merson's step.

use crate::support;

use mainspring_definition::SpaceKind;
use mainspring_joints::{Spherical, Universal};
use mainspring_model::{Coordinates, JointKind, Model, RunSettings, SpringKind};
use mainspring_record::Memory;
use mainspring_trust::{Against::ClosedForm, case};
use support::*;

/// Largest difference in the positions and velocities.
fn distance(model: &Model, state: &[f64], best: &[f64]) -> f64 {
    let counted =
        mainspring_dynamics::assemble(&std::sync::Arc::new(model.clone())).expect("it assembles").system.sizes();
    let pairs = state.iter().zip(best).take(counted[0] + counted[1]);
    pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}

/// As exact as it gets.
fn reference(model: &Model) -> Vec<f64> {
    let mut m = model.clone();
    m.run = RunSettings { integrator: "dop853".to_owned(), rtol: 1e-14, atol: 1e-14, ..m.run };
    finish(&m).0.state
}

/// Slope of the straight line through the logarithms, by least squares.
fn slope(points: &[(f64, f64)]) -> f64 {
    let logs: Vec<(f64, f64)> = points.iter().map(|(x, y)| (libm::log10(*x), libm::log10(*y))).collect();
    let n = logs.len() as f64;
    let (mx, my) = (logs.iter().map(|p| p.0).sum::<f64>() / n, logs.iter().map(|p| p.1).sum::<f64>() / n);
    let up: f64 = logs.iter().map(|p| (p.0 - mx) * (p.1 - my)).sum();
    up / logs.iter().map(|p| (p.0 - mx) * (p.0 - mx)).sum::<f64>()
}

fn order(integrator: &str, steps: [f64; 5]) -> f64 {
    // a gentle motion: with the crank at full speed terms of higher order still dominate at steps worth taking
    let mut model = four_bar();
    model.starts[0].rate = Some(2.0);
    model.run.duration = 0.4;
    let best = reference(&model);
    let points = steps.map(|step| {
        let mut m = model.clone();
        m.run = RunSettings { integrator: integrator.to_owned(), step: Some(step), ..m.run };
        (step, distance(&m, &finish(&m).0.state, &best))
    });
    slope(&points)
}

#[test]
fn rk4_is_of_order_four() {
    let order = order("rk4", [8e-3, 4e-3, 2e-3, 1e-3, 5e-4]);
    case!("four-bar with fixed steps", "order of rk4", ClosedForm, "slope of error against step")
        .answer(4.0, "")
        .off(order - 4.0, 0.1);
}

#[test]
fn semi_implicit_is_of_order_one() {
    let order = order("semi_implicit", [1e-3, 5e-4, 2.5e-4, 1.25e-4, 6.25e-5]);
    case!("four-bar with fixed steps", "order of semi_implicit", ClosedForm, "slope of error against step")
        .answer(1.0, "")
        .off(order - 1.0, 0.1);
}

/// Three links in space on three kinds of joint, spinning.
fn spatial() -> Model {
    let mut m = chain(SpaceKind::Spatial, 3);
    m.joints[1].kind = JointKind::Universal(Universal);
    m.joints[2].kind = JointKind::Spherical(Spherical);
    m.bodies[2].spin = [3.0, 1.0, 2.0];
    m.run = RunSettings { duration: 1.0, every: 1.0, ..RunSettings::default() };
    m
}

/// Error against tolerance from 1e-4 down to 1e-13, as far as it is above round-off.
fn errors(model: &Model, integrator: &str) -> Vec<(f64, f64)> {
    let best = reference(model);
    let one = |k: i32| {
        let mut m = model.clone();
        let rtol = libm::pow(10.0, -f64::from(k));
        m.run = RunSettings { integrator: integrator.to_owned(), rtol, atol: rtol, max_step: Some(1.0), ..m.run };
        (rtol, distance(&m, &finish(&m).0.state, &best))
    };
    (4..=13).map(one).filter(|(_, error)| *error > 3e-13).collect()
}

#[test]
fn the_error_follows_the_tolerance_down_to_round_off() {
    let mut maximal = spatial();
    maximal.run.coordinates = Coordinates::Maximal;
    // joint coordinates have a smaller error to begin with, and so fewer places above round-off
    let cases = [("four-bar", four_bar(), 8), ("in space", maximal, 8), ("in space, joint coordinates", spatial(), 7)];
    for (what, model, least) in cases {
        for integrator in ["dop853", "dopri5", "merson", "radau", "auto"] {
            let points = errors(&model, integrator);
            let found = slope(&points);
            assert!(points.len() >= least, "{what}, {integrator}: {points:?}");
            assert!((0.75..=1.3).contains(&found), "{what}, {integrator}: {found} {points:?}");
            case!(
                format!("error against tolerance, {what}"),
                format!("slope of {integrator}"),
                ClosedForm,
                "in proportion"
            )
            .answer(1.0, "")
            .off(found - 1.0, 0.3);
            // and it is the tolerance that is delivered, not some power of it
            let worst = points.iter().map(|(tolerance, error)| error / tolerance).fold(0.0, f64::max);
            assert!(worst < 1e3, "{what}, {integrator}: {worst:e} times the tolerance");
        }
    }
}

#[test]
fn fixed_steps_are_fixed() {
    let mut m = pendulum(1e-9, 1.0);
    m.run = RunSettings { integrator: "rk4".to_owned(), step: Some(0.01), every: 0.3, ..m.run };
    assert_eq!(finish(&m).0.work.steps, 100);
    // a millisecond unless told otherwise, however finely it is recorded
    m.run.step = None;
    for every in [0.1, 0.007] {
        m.run.every = every;
        assert_eq!(finish(&m).0.work.steps, 1000);
    }
}

#[test]
fn mersons_step_halves_and_doubles_and_stays_below_the_longest() {
    let mut m = pendulum(1e-7, 3.0);
    m.run.integrator = "merson".to_owned();
    m.run.max_step = Some(0.05);
    let mut engine = engine(&m);
    let mut sink = Memory::default();
    let mut sizes = Vec::new();
    // the last steps are cut by the end
    while engine.time() < 2.5 {
        let before = engine.time();
        engine.advance(&mut sink).expect("it goes on");
        sizes.push(engine.time() - before);
    }
    assert!(sizes.iter().all(|&h| h <= 0.05 * (1.0 + 1e-12)), "never above the longest step");
    let (mut halved, mut doubled) = (false, false);
    for pair in sizes.windows(2) {
        let power = libm::log2(pair[1] / pair[0]);
        // cut by the longest step it need not be a power of two
        let capped = [pair[0], pair[1]].iter().any(|h| (h / 0.05 - 1.0).abs() < 1e-9);
        assert!(capped || (power - power.round()).abs() < 1e-6, "{} → {}", pair[0], pair[1]);
        assert!(power < 1.0 + 1e-6, "at most doubled: {} → {}", pair[0], pair[1]);
        halved |= power < -0.5;
        doubled |= power > 0.5;
    }
    assert!(halved || doubled, "the rule is in use: {sizes:?}");
}

#[test]
fn frames_between_implicit_steps_are_as_good_as_the_steps() {
    // x = 1 + 0.3 cos 5t on a spring; frames far closer than steps
    let mut m = empty(SpaceKind::Planar);
    m.bodies.push(bead("mass", 2.0, [1.3, 0.0, 0.0]));
    let line = SpringKind::Linear { a: ground([0.0; 3]), b: on(0, [0.0; 3]) };
    m.springs.push(spring("s", line, 50.0, 0.0, 1.0));
    record(&mut m, "x", center(0, 0, 0));
    record(&mut m, "v", center(0, 1, 0));
    for rtol in [1e-5, 1e-7, 1e-9] {
        m.run = RunSettings { duration: 2.0, every: 1e-3, rtol, integrator: "radau".to_owned(), ..m.run };
        let (out, memory) = finish(&m);
        assert!(memory.times.len() as u64 > 2 * out.work.steps, "{:?}", out.work);
        let mut worst: f64 = 0.0;
        for (t, row) in memory.times.iter().zip(memory.values.chunks(2)) {
            let (s, c) = libm::sincos(5.0 * t);
            worst = worst.max((row[0] - 1.0 - 0.3 * c).abs()).max((row[1] + 1.5 * s).abs() / 5.0);
        }
        assert!(worst < 30.0 * rtol, "{rtol:e}: {worst:e}");
    }
}
