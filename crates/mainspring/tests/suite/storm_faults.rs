//! Scenes that switched for ever without a word; those from `tests/faults/` are tests named after their files.

use crate::fault_scenes::{finishes, last, near, text};
use mainspring::prelude::*;
use mainspring::{Failure, simulate};

/// Code, message and help of the error a run ends with, and the codes of what was said before it began.
fn ends(scene: &str) -> (String, String, Vec<String>) {
    let prepared = mainspring::prepare(&Scene::text("scene", scene), &Settings::default());
    let notes = prepared.unwrap_or_else(|e| panic!("{e}")).notes.into_iter().map(|n| n.code).collect();
    match simulate(Scene::text("scene", scene), &Settings::default()) {
        Err(Failure::Run(failure)) => {
            (failure.error.code().to_owned(), format!("{} / {}", failure.error, failure.error.help()), notes)
        }
        Err(other) => panic!("{other}"),
        Ok(run) => panic!("it ends at {} s after {} steps", run.outcome.time, run.outcome.work.steps),
    }
}

#[test]
fn script_rep() {
    let (code, said, notes) = ends(&text("script_rep"));
    assert_eq!(code, "E0818", "{said}");
    assert!(said.contains("frames of scripts change all the time (just now `s` shows `f`)"), "{said}");
    assert!(said.contains("give steps of scripts"), "{said}");
    assert!(notes.contains(&"W0719".to_owned()), "{notes:?}");
}

#[test]
fn step_storm() {
    let (code, said, notes) = ends(&text("step_storm"));
    assert_eq!(code, "E0818", "{said}");
    assert!(said.contains("expressions of time jump all the time, one every 5.0e-10 s"), "{said}");
    assert!(notes.contains(&"W0719".to_owned()), "{notes:?}");
}

#[test]
fn relatives_of_the_storms_end_too() {
    const HEAD: &str = "space planar\nsurface { viscous = 30 N*s/m^3; law = viscous }\n";
    const PART: &str = "primitive c { shape = disc(2 mm); area_density = 1 kg/m^2 }\npart p = c() at (1, 1) cm\n";
    let windows = format!("{HEAD}{PART}window w = rect(1 cm, 1 cm) {{ force = (1, 0) N/m^2 }}\nframe f {{ w }}\n");
    for (what, scene) in [
        (
            "steps shorter than times can tell",
            format!("{windows}script s {{ off for 1 s; loop {{ f for 1e-18 s }} }}\nrun 2 s\n"),
        ),
        (
            "a condition that holds at once, round and round",
            format!("{windows}script s {{ loop {{ f until t >= 0 s; off until t >= 0 s }} }}\nrun 1 s\n"),
        ),
        (
            "a table gone through over and over",
            "space planar\nmass b = 1 kg at (0, 0) m
force f on b = (table(mod(t, 3 ns), (0 ns, 0 N), (1 ns, 1 N), (2 ns, 0 N), (3 ns, 1 N)), 0 N)\nrun 10 s\n"
                .to_owned(),
        ),
    ] {
        let (code, said, _) = ends(&scene);
        assert!(["E0818", "E0815"].contains(&code.as_str()), "{what}: {code} {said}");
    }
}

#[test]
fn conditions_that_switch_each_other_end() {
    // attached below 0 and released above it, with a spring that pushes it through at once
    let scene = "space planar
mass b = 1 kg at (0, 0) m moving (1, 0) m/s
spring l = linear(ground (-1, 0) m, b.center) { force = 1 N }
spring r = linear(ground (1, 0) m, b.center) { force = 1e9 N }
attach r when b.velocity.x < 0
release r when b.velocity.x > 0
run 10 s
";
    let (code, said, _) = ends(scene);
    assert!(["E0818", "E0805"].contains(&code.as_str()), "{code} {said}");
    assert!(said.contains("`r`"), "{said}");
}

#[test]
fn rows_of_switches_that_are_soon_over_are_no_storm() {
    // 60,000 switches within a hundredth of the run, warned of or not: it goes on
    let scene = "space planar
surface { viscous = 30 N*s/m^3; law = viscous }
window w = rect(1 m, 1 m) { force = (1, 0) N/m^2 }
frame f { w }
script s { loop 30000 { f for 1 us; off for 1 us } }
primitive c { shape = disc(2 mm); area_density = 1 kg/m^2 }
part p = c() at (1, 1) cm
run 6 s
";
    let run = finishes_long(scene);
    // on for half of 60 ms: the same as half the force
    let (tau, half): (f64, f64) = (1.0 / 30.0, 0.5 / 30.0);
    near(last(&run, "p.velocity.x"), half * (1.0 - libm::exp(-0.06 / tau)), 1e-6, "mean");
}

/// 120,000 frames of a microsecond at the beginning of a minute.
const SOON_OVER: &str = "space planar
surface { viscous = 30 N*s/m^3; law = viscous }
window w = rect(100 m, 100 m) { force = (1, 0) N/m^2 }
frame f { w }
script s { loop 60000 { f for 1 us; off for 1 us } }
primitive c { shape = disc(2 mm); area_density = 1 kg/m^2 }
part p = c() at (1, 1) cm
run 60 s every 1 s
";

#[test]
#[ignore = "by hand: 120,000 switches of a script"]
fn a_script_of_many_switches_that_is_soon_over_is_no_storm() {
    let settings = Settings { at: vec![0.12], ..Settings::default() }.probe("p.velocity.x");
    let run = simulate(Scene::text("scene", SOON_OVER), &settings).unwrap_or_else(|e| panic!("{e}"));
    // half of the force
    let (tau, half): (f64, f64) = (1.0 / 30.0, 0.5 / 30.0);
    near(last(&run, "p.velocity.x"), half * (1.0 - libm::exp(-0.12 / tau)), 1e-6, "mean");
}

#[test]
fn many_jumps_that_are_soon_over_are_no_storm() {
    // 110,000 steps of a staircase within a ten-thousandth of the run: at each the force is 1 mN more
    let scene = "space planar\nmass b = 1 kg at (1, 0) m
force f on b = (floor(min(t, 0.11 s)/(1 us))*(1 mN), 0 N)\nrun 20 min every 1 min\n";
    let settings = Settings { at: vec![0.11], ..Settings::default() }.probe("b.velocity.x");
    let run = simulate(Scene::text("scene", scene), &settings).unwrap_or_else(|e| panic!("{e}"));
    let stairs = 110_000.0;
    near(last(&run, "b.velocity.x"), 0.5 * stairs * (stairs - 1.0) * 1e-9, 1e-6, "the sum of the stairs");
}

#[test]
fn only_what_goes_on_long_enough_is_warned_of() {
    let warned = |scene: &str| {
        let prepared = mainspring::prepare(&Scene::text("scene", scene), &Settings::default());
        prepared.unwrap_or_else(|e| panic!("{e}")).notes.into_iter().find(|n| n.code == "W0719").map(|n| n.message)
    };
    assert_eq!(warned(SOON_OVER), None);
    // loops in loops
    let nested = |rounds: u32| {
        SOON_OVER.replace("loop 60000 {", &format!("loop {rounds} {{ loop 1000 {{")).replace("us } }", "us } } }")
    };
    assert_eq!(warned(&nested(400)), None);
    let said = warned(&nested(4000)).expect("eight million frames");
    assert!(said.contains("`s`") && said.contains("some 8e6 times in this run"), "{said}");
    // expressions
    let jumps = |of: &str| {
        format!(
            "space planar\nmass b = 1 kg at (1, 0) m\nforce f on b = (floor({of}/(1 us))*(1 N), 0 N)\nrun 60 s every 1 s\n"
        )
    };
    assert_eq!(warned(&jumps("min(t, 0.1 s)")), None);
    let said = warned(&jumps("t")).expect("sixty million jumps");
    assert!(said.contains("expressions of time jump") && said.contains("6e7 times"), "{said}");
    let said = warned(&jumps("max(t, 58 s)")).expect("two million jumps");
    assert!(said.contains("2e6 times"), "{said}");
}

/// Runs to its end, however many steps that takes.
fn finishes_long(scene: &str) -> mainspring::Run {
    let settings = Settings { at: vec![0.06], ..Settings::default() }.probe("p.velocity.x");
    simulate(Scene::text("scene", scene), &settings).unwrap_or_else(|e| panic!("{e}"))
}

#[test]
fn a_table_with_many_knots_is_gone_through_once() {
    // a saw of 20,000 teeth: its mean is half its height. Each knot is met by looking at those ahead of it alone
    let teeth = 20_000;
    let knots: Vec<String> = (0..=teeth).map(|k| format!("({}, {})", k as f64 * 1e-3, k % 2)).collect();
    let scene = format!(
        "space planar\nmass b = 1 kg at (0, 0) m\nlet saw = [{}]\nforce f on b = (table(t/(1 s), saw)*(1 N), 0 N)\nrun {} s every 1 s\n",
        knots.join(", "),
        teeth as f64 * 1e-3
    );
    let settings = Settings::default().probe("b.velocity.x");
    let run = simulate(Scene::text("scene", &scene), &settings).unwrap_or_else(|e| panic!("{e}"));
    near(last(&run, "b.velocity.x"), 10.0, 1e-9, "half of 1 N for 20 s");
    assert!(run.outcome.work.steps <= 2 * teeth, "{}", run.outcome.work.steps);
}

#[test]
fn of_two_conditions_at_one_moment_that_acts_which_had_something_to_do() {
    // both come true at 1 s
    let scene = |first: &str, second: &str| {
        format!(
            "space planar
mass b = 1 kg at (1, 0) m moving (1, 0) m/s
spring s = linear(ground (0, 0) m, b.center) {{ stiffness = 1 N/m }}
{first}
{second}
run 1.5 s
"
        )
    };
    let switched = |scene: &str| {
        let run = finishes(scene, &[], &[]);
        // what does nothing is told
        let idle: Vec<&str> = run.outcome.events.iter().filter(|e| e.kind == "idle").map(|e| e.text.as_str()).collect();
        assert!(idle.len() == 1 && idle[0].contains("comes true at the moment at which `s` is"), "{idle:?}");
        let kinds =
            run.outcome.events.iter().filter(|e| e.time > 0.5 && ["attach", "release"].contains(&e.kind.as_str()));
        kinds.map(|e| e.kind.clone()).collect::<Vec<_>>()
    };
    // what is first attached is not there before
    assert_eq!(switched(&scene("attach s when t > 1 s", "release s when t > 1 s")), ["attach"]);
    // where `release` stands first it is there
    assert_eq!(switched(&scene("release s when t > 1 s", "attach s when t > 1 s")), ["release"]);
}
