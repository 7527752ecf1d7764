//! Orders of the fixed-step methods, and the rule by which Merson's step goes.

mod support;

use mainspring_model::RunSettings;
use mainspring_record::Memory;
use support::*;

fn error(integrator: &str, step: f64, best: &[f64]) -> f64 {
    let mut m = pendulum(1e-9, 1.0);
    m.run = RunSettings { integrator: integrator.to_owned(), step: Some(step), ..m.run };
    let state = finish(&m).0.state;
    state.iter().zip(best).map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt()
}

fn orders(integrator: &str, steps: [f64; 3]) -> [f64; 2] {
    let best = finish(&pendulum(1e-13, 1.0)).0.state;
    let e = steps.map(|h| error(integrator, h, &best));
    [0, 1].map(|k| libm::log2(e[k] / e[k + 1]))
}

#[test]
fn rk4_is_of_order_four() {
    for order in orders("rk4", [0.02, 0.01, 0.005]) {
        assert!((order - 4.0).abs() < 0.2, "{order}");
    }
}

#[test]
fn semi_implicit_is_of_order_one() {
    for order in orders("semi_implicit", [4e-3, 2e-3, 1e-3]) {
        assert!((order - 1.0).abs() < 0.1, "{order}");
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
