//! Problems for tests: the reference cases, and a ramp of which the answers are known.
#![allow(dead_code, reason = "each test file uses some of it")]

use std::path::Path;

use mainspring_sweep::{Angle, Obstacle, Pawl, Place, Problem, Rational, rational};
use serde_json::Value;

pub fn ratio(n: i64, d: i64) -> Rational {
    Rational::from(n) / Rational::from(d)
}

fn number(value: &Value) -> Rational {
    rational(value.as_f64().expect("a number"))
}

fn place(value: &Value) -> Place {
    [number(&value[0]), number(&value[1])]
}

fn ring(value: &Value) -> Vec<Place> {
    value.as_array().expect("a ring").iter().map(place).collect()
}

/// A reference case and its problem.
pub fn case(name: &str) -> (Value, Problem) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases").join(format!("{name}.json"));
    let text = std::fs::read_to_string(path).expect("a case");
    let case: Value = serde_json::from_str(&text).expect("JSON");
    let p = &case["problem"];
    let obstacles = p["obstacles"].as_array().expect("obstacles");
    let problem = Problem {
        velocity: place(&p["root_velocity"]),
        obstacles: obstacles
            .iter()
            .enumerate()
            .map(|(n, o)| Obstacle { name: format!("o{n}"), rings: vec![ring(o)] })
            .collect(),
        pawls: vec![Pawl {
            name: "pawl".to_owned(),
            hinge: place(&p["hinge"]),
            outline: ring(&p["pawl"]),
            stiffness: p["kappa"].as_f64().expect("stiffness"),
            friction: number(&p["mu"]),
            start: Angle::radians(p["theta0"].as_f64().expect("start")),
        }],
        root: None,
        end: number(&p["t_end"]),
    };
    (case, problem)
}

/// All names of cases.
pub const CASES: [&str; 16] = [
    "01_free_flight",
    "02_ramp_up_down",
    "02b_ramp_mu",
    "03_snap_off_end",
    "04_snap_onto_second",
    "05_jam_pair",
    "06_jam_single_A",
    "07_snap_tangent_B",
    "08_stick_at_once",
    "09_stick_after_sliding",
    "10_ratchet_forward",
    "12_hook_release_mu0",
    "13_slide_collision",
    "14_snapfit_insert",
    "14b_snapfit_remove",
    "16_release_to_zero",
];

/// A trailing pawl of tip (−4L/5, −3L/5) on a long ramp of slope `rise` that ends just after
/// the origin, from before they meet until the lever is
/// horizontal: there θ = −atan(3/4), and the insertion force is (κ|θ|/L) tan(α + φ), its largest.
pub fn ramp(length: &Rational, rise: &Rational, friction: &Rational, stiffness: f64) -> Problem {
    let part = |n: i64| length * ratio(n, 20);
    // the ramp goes through the origin; the tip meets it at x = −3L/5 / rise, at height −3L/5
    let far = length * Rational::from(40);
    let low = |x: Rational| [x.clone(), x * rise];
    let top = length * ratio(1, 100);
    let meets = -(part(12) / rise) + part(16);
    let begin = &meets - part(20);
    let end = length - &begin;
    Problem {
        velocity: [Rational::ONE, Rational::ZERO],
        obstacles: vec![Obstacle {
            name: "ramp".to_owned(),
            rings: vec![vec![low(-far.clone()), [top.clone(), -(&far * rise)], low(top)]],
        }],
        pawls: vec![Pawl {
            name: "pawl".to_owned(),
            hinge: [begin, Rational::ZERO],
            outline: vec![[part(-16), part(-12)], [part(-16), part(-8)], [part(-19), part(-8)]],
            stiffness,
            friction: friction.clone(),
            start: Angle::zero(),
        }],
        root: None,
        end,
    }
}
