//! `march MECHANISM RTOL SECONDS [joint|maximal]`: runs `double_pendulum`, `chain` (50 links) or `four_bar` without recording and
//! prints steps, evaluations, energy drift and time used; for profiling and for comparing coordinates.
#![expect(clippy::print_stdout, reason = "a command for people: it says what it measured")]

#[path = "../tests/suite/support/mod.rs"]
mod support;

use mainspring_definition::SpaceKind;
use mainspring_engine::Options;
use mainspring_joints::Revolute;
use mainspring_model::{Coordinates, JointKind, Model};
use mainspring_record::Memory;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;
use support::*;

/// n rods of length l hinged in a row, level, one end held.
fn row(n: usize, l: f64, mass: f64) -> Model {
    let mut m = empty(SpaceKind::Planar);
    m.gravity = [0.0, -9.81, 0.0];
    for i in 0..n {
        m.bodies.push(plate(&format!("rod[{i}]"), mass, mass * l * l / 12.0, [l * (i as f64 + 0.5), 0.0], 0.0));
        let from = if i == 0 { ground([0.0; 3]) } else { on(i - 1, [0.5 * l, 0.0, 0.0]) };
        m.joints.push(joint(&format!("pin[{i}]"), JointKind::Revolute(Revolute), from, on(i, [-0.5 * l, 0.0, 0.0])));
    }
    m
}

/// A crank of 0.1 m, coupler 0.25 m, rocker 0.2 m, frame 0.25 m, the crank turning at 10 rad/s.
fn four_bar() -> Model {
    let mut m = empty(SpaceKind::Planar);
    m.gravity = [0.0, -9.81, 0.0];
    let (a, b, c, d) = ([0.0, 0.0], [0.0, 0.1], [0.2, 0.2], [0.25, 0.0]);
    let mut half = Vec::new();
    for (path, p, q) in [("crank", a, b), ("coupler", b, c), ("rocker", d, c)] {
        let (x, y): (f64, f64) = (q[0] - p[0], q[1] - p[1]);
        let l = (x * x + y * y).sqrt();
        let at = [0.5 * (p[0] + q[0]), 0.5 * (p[1] + q[1])];
        m.bodies.push(plate(path, l, l * l * l / 12.0, at, libm::atan2(y, x)));
        half.push(0.5 * l);
    }
    let ends = |k: usize, side: f64| on(k, [side * half[k], 0.0, 0.0]);
    m.joints.push(joint("o", JointKind::Revolute(Revolute), ground([a[0], a[1], 0.0]), ends(0, -1.0)));
    m.joints.push(joint("p", JointKind::Revolute(Revolute), ends(0, 1.0), ends(1, -1.0)));
    m.joints.push(joint("q", JointKind::Revolute(Revolute), ends(1, 1.0), ends(2, 1.0)));
    m.joints.push(joint("r", JointKind::Revolute(Revolute), ground([d[0], d[1], 0.0]), ends(2, -1.0)));
    m.starts.push(start(0, None, Some(10.0)));
    m
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |i: usize| arguments.get(i).and_then(|a| a.parse::<f64>().ok());
    let (Some(name), Some(rtol), Some(seconds)) = (arguments.first(), number(1), number(2)) else {
        return ExitCode::from(2);
    };
    let mut model = match name.as_str() {
        "double_pendulum" => row(2, 0.5, 0.39),
        "chain" => row(50, 0.04, 0.0078),
        "four_bar" => four_bar(),
        _ => return ExitCode::from(2),
    };
    model.run.coordinates = match arguments.get(3).map(String::as_str) {
        None => Coordinates::Auto,
        Some("joint") => Coordinates::Joint,
        Some("maximal") => Coordinates::Maximal,
        Some(_) => return ExitCode::from(2),
    };
    (model.run.duration, model.run.every, model.run.rtol) = (seconds, seconds, rtol);
    let Ok(assembled) = mainspring_dynamics::assemble(&Arc::new(model)) else {
        return ExitCode::FAILURE;
    };
    let Ok(engine) = mainspring_engine::Engine::new(assembled, Options::default()) else {
        return ExitCode::FAILURE;
    };
    let mut memory = Memory::default();
    let began = Instant::now();
    let Ok(outcome) = engine.run(&mut memory, |_| {}) else {
        return ExitCode::FAILURE;
    };
    let used = began.elapsed().as_secs_f64();
    let (work, ledger) = (outcome.work, outcome.ledger);
    println!(
        "{name} rtol {rtol:e}: {} steps, {} rejected, {} evaluations, energy off by {:.2e}, {:.3} ms a simulated second",
        work.steps,
        work.rejected,
        work.evaluations,
        (ledger.worst + ledger.projected.abs()) / ledger.scale,
        1e3 * used / seconds
    );
    ExitCode::SUCCESS
}
