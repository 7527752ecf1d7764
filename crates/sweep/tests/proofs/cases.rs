//! Problems written in the reference files.

use mainspring_sweep::{Angle, Obstacle, Pawl, Place, Problem, Rational, rational};
use serde_json::Value;

fn number(value: &Value) -> Rational {
    rational(value.as_f64().expect("a number"))
}

fn place(value: &Value) -> Place {
    [number(&value[0]), number(&value[1])]
}

fn ring(value: &Value) -> Vec<Place> {
    value.as_array().expect("a ring").iter().map(place).collect()
}

/// The problem of a reference case.
pub fn problem_of(case: &Value) -> Problem {
    let p = &case["problem"];
    let obstacles = p["obstacles"].as_array().expect("obstacles");
    let named = |(n, o): (usize, &Value)| Obstacle { name: format!("o{n}"), rings: vec![ring(o)] };
    Problem {
        velocity: place(&p["root_velocity"]),
        obstacles: obstacles.iter().enumerate().map(named).collect(),
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
    }
}
