//! Forces by law, against closed forms; what is written wrongly is explained.

use mainspring::prelude::*;
use mainspring::{check, simulate};

/// A stone dropped from rest: v = −u tanh(g t / u) with the terminal speed u = √(2 m g / (ρ c A)).
fn speeds(space: &str, gravity: &str, at: &str, run: &str) -> Vec<f64> {
    let scene = format!(
        "space {space}
gravity {gravity} m/s^2
mass stone = 2 kg at {at} m
force air on stone = drag(0.8, area = 0.05 m^2)
run 4 s every 0.5 s {run}
record stone.velocity.y, energy.residual"
    );
    let out = simulate(scene.as_str(), &Settings::default()).expect("the scene runs");
    let column = |index: usize| out.recording.column(index).collect::<Vec<f64>>();
    assert!(column(1).iter().all(|r| r.abs() < 1e-6), "residuals of energy {:?}", column(1));
    column(0)
}

#[test]
fn a_falling_stone_reaches_its_terminal_speed() {
    let terminal = (2.0 * 2.0 * 9.81 / (1.225 * 0.8 * 0.05_f64)).sqrt();
    for (space, gravity, at) in [("planar", "(0, -9.81)", "(0, 0)"), ("spatial", "(0, -9.81, 0)", "(0, 0, 0)")] {
        // an implicit integrator needs the derivative of the drag at rest
        for run in ["", "{ integrator = radau }", "{ integrator = rk4; step = 2 ms }"] {
            let found = speeds(space, gravity, at, run);
            assert_eq!(found.len(), 9);
            for (k, v) in found.iter().enumerate() {
                let expected = -terminal * libm::tanh(9.81 * 0.5 * k as f64 / terminal);
                assert!((v - expected).abs() < 1e-6, "{space} {run}: {v} instead of {expected}");
            }
        }
    }
}

#[test]
fn what_is_wrong_with_a_law_is_explained() {
    let wrong = |line: &str| {
        let scene = format!("space planar\nmass a = 1 kg at (0, 0) m\n{line}\nrun 1 s\nrecord a.position");
        check(&Scene::text("wrong", &scene), &Settings::default()).err().expect(line).to_string()
    };
    for (line, says) in [
        ("force f on a = drag(0.5)", "`drag` needs `area`"),
        ("force f on a = drag(0.5, 2 cm)", "`area`"),
        ("force f on a = drag(0.5, 2 cm^2, width = 1)", "`drag` has no parameter `width`"),
        ("force f on a = drag(0.5, 2 cm^2, 1 kg/m^3, 4)", "one too many"),
        ("force f on a = drag(-0.5, 2 cm^2)", "`coefficient` must not be negative"),
        ("force f on a = drag(0.5, -2 cm^2)", "`area` must not be negative"),
        ("force f on a = drag(0.5, 2 cm^2, -1 kg/m^3)", "`density` must not be negative"),
        (
            "primitive block { shape = rect(1 cm, 1 cm); mass = 1 kg }\npart b = block()\nforce f on a = drag(0.5, 2 cm^2) along b",
            "has its own direction",
        ),
        ("force f on a = 2*drag(0.5, 2 cm^2)", "`drag` is a force law"),
        ("torque f on a = drag(0.5, 2 cm^2)", "a torque does nothing to a point mass"),
    ] {
        let text = wrong(line);
        assert!(text.contains(says), "{line}:\n{text}");
    }
}
