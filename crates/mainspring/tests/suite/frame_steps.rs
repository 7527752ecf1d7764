//! `max_step = frame`: the longest step of cilia-1997 §3.4, by name.

use crate::fault_scenes::{finishes, last};
use mainspring::prelude::*;

const SCENE: &str = "space planar
mass b = 1 kg at (1, 0) m
spring s = linear(ground (0, 0) m, b.center) { stiffness = 1 N/m }
";

fn run(end: &str) -> mainspring::Run {
    finishes(&format!("{SCENE}{end}"), &[], &["b.position.x", "b.velocity.x"])
}

/// A step of Kutta and Merson for x″ = −x, as the paper has it (true tableau).
fn merson([x, v]: [f64; 2], h: f64) -> [f64; 2] {
    let rate = |[x, v]: [f64; 2]| [v, -x];
    let plus = |terms: &[(f64, [f64; 2])]| {
        [0, 1].map(|i| [x, v][i] + h * terms.iter().map(|(weight, k)| weight * k[i]).sum::<f64>())
    };
    let k1 = rate([x, v]);
    let k2 = rate(plus(&[(1.0 / 3.0, k1)]));
    let k3 = rate(plus(&[(1.0 / 6.0, k1), (1.0 / 6.0, k2)]));
    let k4 = rate(plus(&[(1.0 / 8.0, k1), (3.0 / 8.0, k3)]));
    let k5 = rate(plus(&[(0.5, k1), (-1.5, k3), (2.0, k4)]));
    plus(&[(1.0 / 6.0, k1), (4.0 / 6.0, k4), (1.0 / 6.0, k5)])
}

#[test]
fn steps_that_are_good_enough_are_whole_frames() {
    for (every, frames) in [("20 ms", 50), ("10 ms", 100), ("4 ms", 250)] {
        let run = run(&format!(
            "run 1 s every {every} {{ integrator = merson; max_step = frame; rtol = 1e-3; atol = 1e-3 }}"
        ));
        assert_eq!((run.outcome.work.steps, run.outcome.work.rejected), (frames, 0), "{every}");
        let step = 1.0 / frames as f64;
        let state = (0..frames).fold([1.0, 0.0], |state, _| merson(state, step));
        for (value, should) in [("b.position.x", state[0]), ("b.velocity.x", state[1])] {
            assert!((last(&run, value) - should).abs() < 1e-13, "{every}: {} {should}", last(&run, value));
        }
    }
}

#[test]
fn a_frame_that_is_too_long_is_halved_and_met() {
    // one frame is a third of a swing: halved until the error is small, so that frames are whole numbers of steps
    let run = run("run 8 s every 2 s { integrator = merson; max_step = frame; rtol = 1e-8 }");
    let (steps, rejected) = (run.outcome.work.steps, run.outcome.work.rejected);
    assert!(rejected > 3 && steps > 100, "{steps} {rejected}");
    assert!((last(&run, "b.position.x") - libm::cos(8.0)).abs() < 1e-5);
    assert!(run.outcome.ledger.relative < 1e-5);
}

#[test]
fn no_step_goes_over_a_frame_under_any_method() {
    for integrator in ["auto", "dop853", "dopri5", "radau", "merson"] {
        let steps = |setting: &str| {
            let end = format!("run 1 s every 1 ms {{ integrator = {integrator}{setting} }}");
            (run(&end).outcome.work.steps, last(&run(&end), "b.position.x"))
        };
        let (free, framed) = (steps(""), steps("; max_step = frame"));
        assert!(framed.0 >= 1000 && free.0 < 400, "{integrator}: {free:?} {framed:?}");
        assert!((framed.1 - libm::cos(1.0)).abs() < 1e-9, "{integrator}");
    }
}

#[test]
fn a_value_of_that_name_is_meant_where_there_is_one() {
    let run = run("let frame = 50 ms\nrun 1 s every 1 ms { max_step = frame }");
    assert!(run.outcome.work.steps < 100);
    // and from the command line
    let settings = Settings::default().set("run.max_step", "frame");
    let scene = format!("{SCENE}run 1 s every 1 ms");
    let run = mainspring::simulate(Scene::text("scene", &scene), &settings).unwrap_or_else(|e| panic!("{e}"));
    assert!(run.outcome.work.steps >= 1000);
}

#[test]
fn events_within_a_frame_leave_the_next_frames_whole() {
    let scene = format!(
        "{SCENE}release s at 12.5 ms\nrun 0.1 s every 10 ms {{ integrator = merson; max_step = frame; rtol = 1e-3; atol = 1e-3 }}"
    );
    let run = finishes(&scene, &[], &["b.position.x"]);
    // ten frames, one of them in two
    assert_eq!(run.outcome.work.steps, 11);
}
