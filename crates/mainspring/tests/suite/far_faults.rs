//! Mechanisms far away and in flight; each scene that was wrong is a test named after its file in `tests/faults/`.

use crate::fault_scenes::{finishes, last, moments, near, refusal, text};
use mainspring::Run;
use mainspring::prelude::*;
use mainspring::simulate;

fn steps(run: &Run) -> u64 {
    run.outcome.work.steps + run.outcome.work.rejected
}

fn without_gravity(scene: &str) -> String {
    scene.lines().filter(|line| !line.starts_with("gravity")).map(|line| format!("{line}\n")).collect()
}

#[test]
fn four_bar_10km() {
    let probes = ["r.angle", "o.effort", "q.force.x", "rod.center.position.y"];
    let (far, near_by) = (text("four_bar_10km"), text("four_bar_10km").replace("10000 m", "0 m"));
    let (far, near_by) = (finishes(&far, &[1.3, 4.0], &probes), finishes(&near_by, &[1.3, 4.0], &probes));
    for probe in probes {
        let value = |run: &Run| run.values.iter().find(|m| m.name == probe).expect("measured").values.concat();
        for (is, should) in value(&far).iter().zip(value(&near_by)) {
            // places in the scene are exact to 2e-12 m of 0.3 m
            near(*is, should, 1e-8 * should.abs().max(1.0), probe);
        }
    }
    assert!(far.notes.iter().any(|d| d.code == "N0725"), "{:?}", far.notes);
    // the scene's own places are rounded there: as many steps to a tenth
    let (a, b) = (steps(&far), steps(&near_by));
    assert!(10 * a.abs_diff(b) <= b, "{a} and {b} steps");
    assert!(far.outcome.drift_at_steps.position < 1e-12);
    // read where it is
    let run = finishes(&text("four_bar_10km"), &[4.0], &["crank.position.x"]);
    near(last(&run, "crank.position.x"), 10_000.0, 0.1, "in the world");
}

#[test]
fn where_floats_are_too_coarse_is_said() {
    let (codes, what) = refusal(&text("four_bar_10km").replace("10000 m", "1e10 m"));
    assert_eq!(codes, ["E0724"], "{what}");
    assert!(what.contains("whole multiples of 2.2e-6 m"), "{what}");
}

#[test]
fn fall() {
    let probes = ["p.position.y", "q.position.y", "p.angle - q.angle", "p.velocity.y", "q.velocity.y"];
    let falls = finishes(&text("fall"), &[20.0], &probes);
    let floats = finishes(&without_gravity(&text("fall")), &[20.0], &probes);
    let mean = |run: &Run, of: &str| 0.5 * (last(run, &format!("p.{of}.y")) + last(run, &format!("q.{of}.y")));
    near(mean(&falls, "position") - mean(&floats, "position"), -0.5 * 9.81 * 400.0, 1e-8, "as a stone");
    near(mean(&falls, "velocity") - mean(&floats, "velocity"), -9.81 * 20.0, 1e-10, "as a stone");
    near(last(&falls, probes[2]), last(&floats, probes[2]), 1e-6, "what falls turns as if it floated");
}

/// A closed loop in flight does what the same does at rest, for as many steps to a tenth, or `dearer` times as many.
fn flies_as_at_rest(flying: &str, at_rest: &str, time: f64, dearer: u64) {
    let probes = ["p.angle", "j.angle", "r.position.x - p.position.x", "r.position.y - p.position.y"];
    let rests = without_gravity(at_rest);
    let (flies, rests) = (finishes(flying, &[time], &probes), finishes(&rests, &[time], &probes));
    for probe in probes {
        near(last(&flies, probe), last(&rests, probe), 1e-6, probe);
    }
    let (a, b) = (steps(&flies), steps(&rests));
    assert!(a <= dearer * (b + b / 10) + 3, "{a} and {b} steps");
}

#[test]
fn galilei() {
    // one bar is thrown and drags the others along: what is left beside the flight turns fast, and every passage costs a few steps
    let thrown = finishes(&text("galilei"), &[2.0], &["p.angle"]);
    let passages = moments(&thrown, "singular").len();
    assert!(passages > 300 && steps(&thrown) < 10 * passages as u64, "{passages} passages, {} steps", steps(&thrown));
    // all of them thrown: as at rest
    let flying = |speed: f64| {
        let scene = text("galilei").replace("(10, 0)", &format!("({speed}, 0)"));
        scene.replace("part q, r, s = bar()", &format!("part q, r, s = bar() moving ({speed}, 0) m/s"))
    };
    for speed in [10.0, 100.0, 1000.0] {
        flies_as_at_rest(&flying(speed), &flying(0.0), 2.0, 1);
    }
}

#[test]
fn fall_loop() {
    // in a step it falls through many of its sizes
    flies_as_at_rest(&text("fall_loop"), &text("fall_loop"), 60.0, 2);
}

#[test]
fn far_loop() {
    flies_as_at_rest(&text("far_loop"), &text("fall_loop"), 60.0, 2);
}

#[test]
fn a_woodpecker_that_has_lost_its_pole_falls_for_a_minute() {
    let scenes = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes/woodpecker/scene.mech");
    let settings = Settings { until: Some(60.0), max_steps: Some(50_000), ..Settings::default() };
    let settings = settings.probe("sleeve.velocity.y");
    let run = simulate(Scene::file(&scenes), &settings).unwrap_or_else(|e| panic!("{e}"));
    assert!(run.outcome.doubts.is_empty(), "{:?}", run.outcome.doubts);
    assert!(last(&run, "sleeve.velocity.y") < -500.0);
}

#[test]
fn a_slow_clock_changes_no_digit_that_counts() {
    // a pendulum and a spring, and the same where a second lasts longer: g goes with its square
    let scene = |slow: f64| {
        let (g, k, c, time) = (9.81 / (slow * slow), 20.0 / (slow * slow), 0.02 / slow, 1.5 * slow);
        format!(
            "space planar\ngravity (0, -{g:?}) m/s^2\n\
             primitive bar {{ shape = rect(20 cm, 2 cm); mass = 300 g; point a = (-10, 0) cm; point b = (10, 0) cm }}\n\
             part p = bar()\npart q = bar()\njoint o = revolute(ground (0 m, 0 m), p.a)\njoint x = revolute(p.b, q.a)\n\
             spring s = linear(ground (10 cm, 10 cm), q.b) {{ stiffness = {k:?} N/m; damping = {c:?} N*s/m }}\n\
             start o = -20 deg\nstart x = 30 deg\nrun {time:?} s every {:?} s\n",
            0.1 * time
        )
    };
    let angles = |slow: f64, rtol: f64| {
        let settings = Settings { rtol: Some(rtol), max_steps: Some(50_000), ..Settings::default() };
        let run = simulate(Scene::text("scene", &scene(slow)), &settings.probe("p.angle").probe("q.angle"))
            .unwrap_or_else(|e| panic!("{e}"));
        ([last(&run, "p.angle"), last(&run, "q.angle")], steps(&run))
    };
    let (exact, _) = angles(1.0, 1e-13);
    for slow in [1e-6, 1e-3, 1.0, 1e4, 1e6, 1e8] {
        let (found, taken) = angles(slow, 1e-7);
        for (is, should) in found.iter().zip(exact) {
            near(*is, should, 1e-5, "at equal rtol");
        }
        let (_, plain) = angles(1.0, 1e-7);
        assert!(taken.abs_diff(plain) <= 2 + plain / 10, "{slow}: {taken} and {plain} steps");
    }
}
