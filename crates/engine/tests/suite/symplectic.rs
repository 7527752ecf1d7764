//! The structure-preserving method: its order, and what it keeps over long runs.

use crate::support;

use mainspring_definition::SpaceKind;
use mainspring_dynamics::{System, assemble};
use mainspring_engine::stepper::{Start, Tolerance, stepper};
use mainspring_engine::{Engine, Options};
use mainspring_joints::{Revolute, Spherical};
use mainspring_model::*;
use std::sync::Arc;
use support::*;

/// A crank-rocker with a crank that turns round, let go at `rate`; a spring on the rocker.
fn four_bar(rate: f64) -> Model {
    let mut m = empty(SpaceKind::Planar);
    m.gravity = [0.0, -9.81, 0.0];
    // crank 1, coupler 3, rocker 2.5, feet 3 apart: drawn with the crank up
    let (p, foot) = ([0.0_f64, 1.0_f64], [3.0_f64, 0.0_f64]);
    let (dx, dy) = (foot[0] - p[0], foot[1] - p[1]);
    let far = (dx * dx + dy * dy).sqrt();
    let along = (9.0 - 6.25 + far * far) / (2.0 * far);
    let up = (9.0 - along * along).sqrt();
    let q = [p[0] + (along * dx - up * dy) / far, p[1] + (along * dy + up * dx) / far];
    let bar = |name: &str, mass: f64, a: [f64; 2], b: [f64; 2]| {
        let length = ((b[0] - a[0]) * (b[0] - a[0]) + (b[1] - a[1]) * (b[1] - a[1])).sqrt();
        let middle = [0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1])];
        plate(name, mass, mass * length * length / 12.0, middle, libm::atan2(b[1] - a[1], b[0] - a[0]))
    };
    m.bodies.push(bar("crank", 2.0, [0.0; 2], p));
    m.bodies.push(bar("coupler", 1.0, p, q));
    m.bodies.push(bar("rocker", 1.5, foot, q));
    m.joints.push(joint("o", JointKind::Revolute(Revolute), ground([0.0; 3]), on(0, [-0.5, 0.0, 0.0])));
    m.joints.push(joint("p", JointKind::Revolute(Revolute), on(0, [0.5, 0.0, 0.0]), on(1, [-1.5, 0.0, 0.0])));
    m.joints.push(joint("q", JointKind::Revolute(Revolute), on(1, [1.5, 0.0, 0.0]), on(2, [1.25, 0.0, 0.0])));
    m.joints.push(joint("r", JointKind::Revolute(Revolute), ground([3.0, 0.0, 0.0]), on(2, [-1.25, 0.0, 0.0])));
    let between = SpringKind::Linear { a: ground([0.0, 3.0, 0.0]), b: on(2, [1.25, 0.0, 0.0]) };
    m.springs.push(spring("return", between, 20.0, 0.0, 1.0));
    m.starts.push(start(0, None, Some(rate)));
    m.run = RunSettings { duration: 1.0, every: 1.0, rtol: 1e-13, ..RunSettings::default() };
    m
}

/// Two rods, let go from near the horizontal.
fn double_pendulum() -> Model {
    let mut m = chain(SpaceKind::Planar, 2);
    m.run = RunSettings { duration: 1.0, every: 1.0, rtol: 1e-13, ..RunSettings::default() };
    m
}

/// A body with three different moments, not along its axes, turning near the middle one.
fn free_body() -> Model {
    let mut m = empty(SpaceKind::Spatial);
    let mut body = solid("block", 2.0, [1.0, 2.0, 3.0], [0.0; 3], [1.0, 0.0, 0.0, 0.0]);
    let r = rotation([0.8, 0.36, 0.48, 0.0]);
    let diagonal = body.inertia;
    for i in 0..3 {
        for j in 0..3 {
            body.inertia[i][j] = (0..3).map(|k| r[i][k] * diagonal[k][k] * r[j][k]).sum();
        }
    }
    body.spin = plus(apply(&r, [0.02, 2.0, 0.05]), [0.0; 3]);
    body.velocity = [0.1, -0.2, 0.3];
    m.bodies.push(body);
    m.run = RunSettings { duration: 1.0, every: 1.0, rtol: 1e-13, ..RunSettings::default() };
    m
}

/// A heavy top on its tip: fast spin, leaning, nutating.
fn top() -> Model {
    let mut m = empty(SpaceKind::Spatial);
    m.gravity = [0.0, 0.0, -9.81];
    let lean = 0.4;
    let orientation = [libm::cos(0.5 * lean), libm::sin(0.5 * lean), 0.0, 0.0];
    let r = rotation(orientation);
    let arm = apply(&r, [0.0, 0.0, 0.3]);
    let mut body = solid("top", 1.0, [0.02, 0.02, 0.01], arm, orientation);
    body.spin = apply(&r, [0.0, 0.0, 60.0]);
    m.bodies.push(body);
    m.joints.push(joint("tip", JointKind::Spherical(Spherical), ground([0.0; 3]), on(0, [0.0, 0.0, -0.3])));
    m.run = RunSettings { duration: 1.0, every: 1.0, rtol: 1e-13, ..RunSettings::default() };
    m
}

/// Two bodies on a ball joint, floating.
fn floating_pair() -> Model {
    let mut m = empty(SpaceKind::Spatial);
    m.bodies.push(solid("a", 1.0, [0.3, 0.2, 0.4], [-0.5, 0.0, 0.0], [1.0, 0.0, 0.0, 0.0]));
    m.bodies.push(solid("b", 2.0, [0.5, 0.7, 0.4], [0.5, 0.0, 0.0], [1.0, 0.0, 0.0, 0.0]));
    m.bodies[0].spin = [1.0, 2.0, -0.5];
    m.bodies[1].spin = [-0.7, 0.3, 1.5];
    m.bodies[1].velocity = [0.2, 0.1, -0.3];
    m.joints.push(joint("ball", JointKind::Spherical(Spherical), on(0, [0.5, 0.0, 0.0]), on(1, [-0.5, 0.0, 0.0])));
    let hinge = SpringKind::Linear { a: on(0, [0.0, 0.4, 0.0]), b: on(1, [0.0, 0.4, 0.0]) };
    m.springs.push(spring("between", hinge, 3.0, 0.0, 0.5));
    m
}

/// Steps of one size without the engine; what it projects, others are projected too.
fn march(model: &Model, name: &str, h: f64, steps: usize, mut look: impl FnMut(&mut dyn System, &[f64])) -> Vec<f64> {
    let mut model = model.clone();
    model.run.coordinates = mainspring_model::Coordinates::Maximal;
    let mut assembled = assemble(&Arc::new(model)).expect("it assembles");
    let system = assembled.system.as_mut();
    let mut y = assembled.start.clone();
    let mut method = stepper(name, system.sizes()).expect("it is known");
    let tolerance = Tolerance::new(1e-9, 1e-9, &*system, h * steps as f64);
    let mut f = vec![0.0; y.len()];
    for k in 0..steps {
        let time = k as f64 * h;
        if !method.on_joints() {
            system.derivative(time, &y, &mut f);
        }
        let error = method.attempt(system, Start { time, y: &y, f: &f, h }, &tolerance);
        assert!(error == 0.0, "step {k}");
        y.copy_from_slice(method.proposal());
        if !method.on_joints() {
            system.project(time + h, &mut y).expect("it closes");
        }
        system.remember_angles(&y);
        look(system, &y);
    }
    y
}

/// What a straight line through the samples climbs from the first to the last, and how far they lie off it at most.
fn trend(samples: &[f64]) -> (f64, f64) {
    let n = samples.len() as f64;
    let mean = samples.iter().sum::<f64>() / n;
    let middle = 0.5 * (n - 1.0);
    let (mut top, mut bottom) = (0.0, 0.0);
    for (i, s) in samples.iter().enumerate() {
        let x = i as f64 - middle;
        top += x * (s - mean);
        bottom += x * x;
    }
    let slope = top / bottom;
    let off =
        samples.iter().enumerate().map(|(i, s)| (s - mean - slope * (i as f64 - middle)).abs()).fold(0.0, f64::max);
    (slope * (n - 1.0), off)
}

#[test]
fn order_four_on_a_smooth_loop_and_a_top() {
    for (model, coarse) in [(four_bar(6.0), 0.01), (top(), 0.002)] {
        let (exact, _) = finish(&model);
        let error = |h: f64| {
            let y = march(&model, "symplectic", h, (1.0 / h).round() as usize, |_, _| {});
            y.iter().zip(&exact.state).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
        };
        let (one, two) = (error(0.5 * coarse), error(0.25 * coarse));
        let slope = libm::log2(one / two);
        assert!((slope - 4.0).abs() < 0.1, "{slope}: {one:e} {two:e}");
    }
}

#[test]
fn energy_errors_stay_bounded_where_those_of_rk4_add_up() {
    for (name, model, h) in [
        ("four-bar", four_bar(4.0), 0.02),
        ("double pendulum", double_pendulum(), 0.01),
        ("free body", free_body(), 0.1),
        ("top", top(), 0.005),
    ] {
        let total = 100_000;
        let energies = |method: &str, steps: usize| {
            let mut samples = Vec::with_capacity(steps);
            march(&model, method, h, steps, |s, y| samples.push(s.energy(y).total()));
            samples
        };
        let kept = energies("symplectic", total);
        let (climb, off) = trend(&kept);
        let (rk4_climb, _) = trend(&energies("rk4", total / 10));
        // no growth: less over all steps than the error swings within a few
        assert!(climb.abs() < 0.01 * off, "{name}: climb {climb:e} off {off:e}");
        let halves = [&kept[..total / 2], &kept[total / 2..]].map(|h| trend(h).1);
        assert!(halves[1] < 1.5 * halves[0], "{name}: {halves:?}");
        // in a tenth of the time the other has gone further than this one ever did
        assert!(rk4_climb.abs() > 2.0 * off, "{name}: {rk4_climb:e} {off:e}");
    }
}

#[test]
fn forward_and_back_returns_to_the_start() {
    for (mut model, h) in [(four_bar(4.0), 0.01), (double_pendulum(), 0.005), (free_body(), 0.05), (top(), 0.001)] {
        model.run.integrator = "symplectic".to_owned();
        let mut assembled = assemble(&Arc::new(model)).expect("it assembles");
        let mut y = assembled.start.clone();
        let steps = 500;
        for k in 0..steps {
            assembled.system.rattle_step(f64::from(k) * h, &mut y, h).expect("it leaps");
        }
        let far = y.iter().zip(&assembled.start).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        assert!(far > 0.1, "it has moved");
        for k in (0..steps).rev() {
            assembled.system.rattle_step(f64::from(k + 1) * h, &mut y, -h).expect("it leaps");
        }
        let off = y.iter().zip(&assembled.start).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        assert!(off < 1e-10, "{off:e}");
    }
}

#[test]
fn what_floats_keeps_its_momenta_to_round_off() {
    let mut model = floating_pair();
    model.run.integrator = "symplectic".to_owned();
    let model = model;
    let momenta = |y: &[f64]| {
        let (mut p, mut l) = ([0.0; 3], [0.0; 3]);
        for (b, body) in model.bodies.iter().enumerate() {
            let (q, v) = (&y[7 * b..7 * b + 7], &y[14 + 6 * b..14 + 6 * b + 6]);
            let r = rotation([q[3], q[4], q[5], q[6]]);
            let push = times([v[0], v[1], v[2]], body.mass);
            let local = apply(&transpose(&r), [v[3], v[4], v[5]]);
            let spin = apply(&r, apply(&body.inertia, local));
            p = plus(p, push);
            l = plus(l, plus(outer([q[0], q[1], q[2]], push), spin));
        }
        (p, l)
    };
    let start = assemble(&Arc::new(model.clone())).expect("it assembles").start;
    let (p0, l0) = momenta(&start);
    let mut worst = 0.0_f64;
    let mut drift = 0.0_f64;
    march(&model, "symplectic", 0.02, 10_000, |s, y| {
        let (p, l) = momenta(y);
        worst = worst.max(size(minus(p, p0))).max(size(minus(l, l0)));
        let d = s.drift(0.0, y);
        drift = drift.max(d.position).max(d.velocity);
    });
    assert!(worst < 1e-11, "{worst:e}");
    assert!(drift < 1e-12, "{drift:e}");
}

#[test]
fn the_engine_runs_it_with_frames_events_and_the_ledger() {
    let mut m = four_bar(4.0);
    m.run = RunSettings { duration: 2.0, every: 0.1, integrator: "symplectic".to_owned(), step: Some(5e-3), ..m.run };
    flag(&mut m, "mark", Trigger::At(0.777));
    // a force that depends on time does work, and the ledger closes to the method's order
    let push = wave(&mut m, 3.0, 5.0);
    let zero = m.programs.constant(0.0);
    m.forces.push(force("push", 1, [0.2, 0.0, 0.0], [push, zero, zero]));
    let (out, memory) = finish(&m);
    let mut exact = m.clone();
    exact.run = RunSettings { duration: 2.0, rtol: 1e-12, ..RunSettings::default() };
    let (twin, _) = finish(&exact);
    assert_eq!(memory.times.len(), 21);
    assert_eq!(out.events.len(), 1);
    for (a, b) in out.state.iter().zip(&twin.state) {
        assert!((a - b).abs() < 1e-5, "{a} {b}");
    }
    assert!(out.ledger.relative < 1e-5, "{:e}", out.ledger.relative);
    let drift = out.drift_at_steps;
    assert!(drift.position < 1e-14 && drift.velocity < 1e-13, "{drift:?}");
}

#[test]
fn what_it_cannot_treat_is_refused_by_name() {
    let refused = |change: &dyn Fn(&mut Model)| {
        let mut m = four_bar(4.0);
        m.run.integrator = "symplectic".to_owned();
        change(&mut m);
        let error = Engine::new(assemble(&Arc::new(m)).expect("it assembles"), Options::default()).err();
        let error = error.expect("it is refused");
        assert_eq!(error.code(), "E0811");
        error.to_string()
    };
    let text = refused(&|m| m.springs[0].damping = 2.0);
    assert!(text.contains("`return` damps") && text.contains("`damping`"), "{text}");
    let text = refused(&|m| {
        m.starts.clear();
        let speed = m.programs.constant(1.0);
        m.drives.push(drive("o", 0, 0, DriveKind::Speed, speed));
    });
    assert!(text.contains("`o` is driven"), "{text}");
    let text = refused(&|m| {
        let rate = m.programs.probe(center(1, 1, 0));
        let zero = m.programs.constant(0.0);
        m.forces.push(force("drag", 1, [0.0; 3], [rate, zero, zero]));
    });
    assert!(text.contains("`drag` depends on velocity"), "{text}");
    let dry = mainspring_model::Friction { kinetic: 0.1, resting: 0.1, law: mainspring_model::FrictionLaw::Constant };
    let text = refused(&|m| m.joints[1].friction = Some(dry));
    assert!(text.contains("`p` has friction"), "{text}");
}
