//! `stop when` ends a run.

use crate::fault_scenes::{finishes, moments, near, refusal};

#[test]
fn stop_when_ends_the_run_where_its_condition_comes_true() {
    let fall = "space planar
gravity (0, -10) m/s^2
mass a = 1 kg at (0, 5) m
record a.position.y
run 10 s every 0.3 s
";
    let end = |stop: &str| {
        let run = finishes(&format!("{fall}{stop}\n"), &[], &["a.velocity.y"]);
        let frame = run.recording.times.last().copied().unwrap_or(f64::NAN);
        (run.outcome.time, frame, moments(&run, "stop").len())
    };
    let (time, frame, stops) = end("stop when a.position.y < 0 m");
    near(time, 1.0, 1e-9, "where it falls through 0");
    assert_eq!((frame, stops), (time, 1));
    assert_eq!(end("stop when a.position.y < 6 m"), (0.0, 0.0, 1));
    assert_eq!(end("stop when a.position.y > 6 m"), (10.0, 9.9, 0));
    // the first of several
    let (time, ..) = end("stop when a.position.y < 0 m\nstop when t > 0.25 s");
    near(time, 0.25, 1e-9, "the first");
    let (codes, said) = refusal("space planar\nmass a = 1 kg at (0, 0)\nstop a.position.y < 0 m\n");
    assert!(!codes.is_empty() && !said.is_empty());
}

#[test]
fn equality_is_on_the_side_that_is_written() {
    let scene = "space planar
mass b = 1 kg at (0, 0) m
mass c = 1 kg at (0, 1) m moving (1, 0) m/s
let w = 3 m
run 1 s
";
    let end = |stop: &str| finishes(&format!("{scene}stop when {stop}\n"), &[], &[]).outcome.time;
    for (condition, time) in [
        ("floor(t/(0.25 s)) >= 2", 0.5),
        ("floor(t/(0.25 s)) > 1", 0.5),
        ("floor(t/(0.25 s)) > 2", 0.75),
        ("b.position.x >= 0 m and c.position.x >= 0.5 m", 0.5),
        ("b.position.x <= 0 m and c.position.x > 0.5 m", 0.5),
        ("not (b.position.x > 0 m) and c.position.x > 0.3 m", 0.3),
        ("b.position.x > 0 m or c.position.x > 0.7 m", 0.7),
        ("not (b.position.x >= 0 m) or c.position.x > 0.7 m", 0.7),
        ("w >= 3 m", 0.0),
        ("w > 3 m", 1.0),
        ("t <= 0 s", 0.0),
        ("t < 0 s", 1.0),
        ("c.position.x >= 0 m", 0.0),
    ] {
        near(end(condition), time, 1e-9, condition);
    }
    assert_eq!(end("c.position.x >= 0 m"), 0.0);
}
