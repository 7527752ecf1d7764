//! The same motion by different ways.

use crate::support;

use mainspring_definition::SpaceKind;
use mainspring_model::*;
use mainspring_trust::{Against::*, case, largest};
use support::*;

#[test]
fn a_planar_chain_moves_as_the_same_chain_in_space() {
    let run = |space| {
        let mut m = chain(space, 4);
        for b in 0..4 {
            record(&mut m, &format!("x{b}"), center(b, 0, 0));
            record(&mut m, &format!("y{b}"), center(b, 0, 1));
        }
        for j in 0..4 {
            record(
                &mut m,
                &format!("a{j}"),
                Probe::Coordinate { coordinate: Coordinate { joint: j, index: 0 }, order: 0 },
            );
            record(&mut m, &format!("f{j}"), Probe::JointForce { joint: j, axis: 0 });
        }
        m.run = RunSettings { duration: 1.0, every: 0.05, rtol: 1e-12, ..RunSettings::default() };
        finish(&m)
    };
    let ((a, plane), (b, space)) = (run(SpaceKind::Planar), run(SpaceKind::Spatial));
    assert_eq!(plane.times, space.times);
    let errors = plane.values.iter().zip(&space.values).map(|(x, y)| (x - y) / (1.0 + x.abs()));
    case!("chain of four links, 1 s", "places, angles and forces, relative", OtherWay, "the same chain in space")
        .work(a.work.steps, a.work.evaluations)
        .off(largest(errors), 1e-9);
    assert!(a.drift_at_frames.position < 1e-10 && b.drift_at_frames.position < 1e-10);
}

/// Two links, both joints with drives as `kind` says.
fn robot() -> Model {
    let mut m = chain(SpaceKind::Planar, 2);
    for body in &mut m.bodies {
        (body.pose.angle, body.pose.position[1]) = (0.0, 0.0);
    }
    m.bodies[0].pose.position[0] = 0.5;
    m.bodies[1].pose.position[0] = 1.5;
    m
}

#[test]
fn torques_of_a_drive_fed_back_reproduce_its_motion() {
    let coordinates = [0, 1].map(|joint| Coordinate { joint, index: 0 });
    let mut driven = robot();
    for (j, (a, w)) in [(0.7, 2.0), (-0.4, 3.0)].into_iter().enumerate() {
        let motion = wave(&mut driven, a, w);
        driven.drives.push(drive(&format!("hinge[{j}]"), j, 0, DriveKind::Position, motion));
        record(&mut driven, &format!("angle{j}"), Probe::Coordinate { coordinate: coordinates[j], order: 0 });
        record(&mut driven, &format!("effort{j}"), Probe::Effort { coordinate: coordinates[j] });
    }
    driven.run = RunSettings { duration: 0.8, every: 1e-3, rtol: 1e-11, ..RunSettings::default() };
    let (_, recorded) = finish(&driven);

    let mut fed = robot();
    let t = fed.programs.push(Node::Time);
    let s = fed.programs.push(Node::SwitchTime);
    for j in 0..2 {
        let points: Vec<[f64; 2]> =
            recorded.times.iter().zip(recorded.column(2 * j + 1)).map(|(t, v)| [*t, v]).collect();
        fed.programs.tables.push(Table::through(&points, Interpolation::Cubic).expect("times rise"));
        let value = fed.programs.push(Node::Table { table: j, x: t, piece: s });
        fed.drives.push(drive(&format!("hinge[{j}]"), j, 0, DriveKind::Effort, value));
        record(&mut fed, &format!("angle{j}"), Probe::Coordinate { coordinate: coordinates[j], order: 0 });
    }
    // the motion begins with the rates of the drive
    fed.starts.push(start(0, None, Some(1.4)));
    fed.starts.push(start(1, None, Some(-1.2)));
    fed.run = RunSettings { every: 0.05, ..driven.run.clone() };
    let (out, replay) = finish(&fed);
    let mut errors = Vec::new();
    for (frame, t) in replay.times.iter().enumerate() {
        for j in 0..2 {
            let told = [0.7 * libm::sin(2.0 * t), -0.4 * libm::sin(3.0 * t)][j];
            errors.push(replay.values[2 * frame + j] - told);
        }
    }
    // a natural spline through milliseconds is off by h² only next to its ends: some 1e-8 of the motion
    case!("two driven links, 0.8 s", "angles from the drives' torques fed back", ClosedForm, "the prescribed motion")
        .unit("rad")
        .work(out.work.steps, out.work.evaluations)
        .off(largest(errors), 1e-7);
}

#[test]
fn integrators_agree() {
    let run = |integrator: &str, rtol: f64, step: Option<f64>| {
        let mut m = chain(SpaceKind::Planar, 2);
        m.run = RunSettings {
            duration: 1.0,
            every: 0.01,
            rtol,
            integrator: integrator.to_owned(),
            step,
            ..RunSettings::default()
        };
        finish(&m).0
    };
    let best = run("dop853", 1e-13, None).state;
    for (name, rtol, step, tolerance) in [
        ("dop853", 1e-9, None, 1e-7),
        ("radau", 1e-9, None, 1e-7),
        ("dopri5", 1e-11, None, 1e-8),
        ("merson", 1e-10, None, 1e-8),
        ("rk4", 1.0, Some(5e-4), 1e-8),
        // first order: error in proportion to the step
        ("semi_implicit", 1.0, Some(1e-4), 5e-3),
    ] {
        let out = run(name, rtol, step);
        let told = step.map_or_else(|| format!("rtol {rtol:e}"), |h| format!("steps of {h:e} s"));
        case!("chain of two links, 1 s", format!("state, {name}, {told}"), OtherWay, "dop853 at rtol 1e-13")
            .unit("SI")
            .work(out.work.steps, out.work.evaluations)
            .off(largest(best.iter().zip(&out.state).map(|(a, b)| a - b)), tolerance);
    }
}

#[test]
fn the_frame_step_never_changes_the_solution() {
    for space in [SpaceKind::Planar, SpaceKind::Spatial] {
        for integrator in ["auto", "dop853", "dopri5", "radau"] {
            let run = |every: f64| {
                let mut m = chain(space, 3);
                record(&mut m, "f", Probe::JointForce { joint: 1, axis: 0 });
                m.run =
                    RunSettings { duration: 1.0, every, integrator: integrator.to_owned(), ..RunSettings::default() };
                let (out, memory) = finish(&m);
                (
                    out.hash,
                    out.state.iter().map(|x| x.to_bits()).collect::<Vec<_>>(),
                    out.work.steps,
                    memory.times.len(),
                )
            };
            let (hash, bits, steps, frames) = run(0.5);
            for every in [0.1, 0.013, 1e-3] {
                let other = run(every);
                assert_eq!((hash, &bits, steps), (other.0, &other.1, other.2), "{space:?} {integrator} every {every}");
                assert!(other.3 > frames);
            }
        }
    }
}

#[test]
fn frames_agree_whatever_step_they_are_read_from() {
    // the same moments from dense output and from a run that ends there
    let mut m = chain(SpaceKind::Planar, 2);
    record(&mut m, "x", center(1, 0, 0));
    m.run = RunSettings { duration: 1.0, every: 0.07, rtol: 1e-11, ..RunSettings::default() };
    let (_, frames) = finish(&m);
    for k in [3, 7, 12] {
        m.run.duration = frames.times[k];
        let (out, _) = finish(&m);
        assert!((out.samples[0].values[0] - frames.values[k]).abs() < 1e-9, "t = {}", frames.times[k]);
    }
}
