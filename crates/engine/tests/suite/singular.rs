//! Mechanisms that pass singular positions: the motion goes on as it came, and the passage is told.

use crate::support;

use mainspring_definition::SpaceKind;
use mainspring_dynamics::assemble;
use mainspring_engine::{Engine, Options, Outcome, RunError};
use mainspring_joints::{Prismatic, Revolute};
use mainspring_model::*;
use proptest::prelude::*;
use std::f64::consts::PI;
use std::sync::Arc;
use support::*;

/// Equal cranks of 1 m at the feet given carry a coupler that translates; at `angle` from flat, turning at `rate`.
fn parallelogram(feet: &[f64], angle: f64, rate: f64) -> Model {
    let mut m = empty(SpaceKind::Planar);
    m.gravity = [0.0, -9.81, 0.0];
    let (s, c) = libm::sincos(angle);
    m.bodies.push(plate("coupler", 1.0, 0.1, [c + 1.0, s], 0.0));
    m.bodies[0].velocity = [-s * rate, c * rate, 0.0];
    for (i, x) in feet.iter().enumerate() {
        let mut crank = plate(&format!("crank[{i}]"), 1.0, 0.1, [x + 0.5 * c, 0.5 * s], angle);
        crank.velocity = [-0.5 * s * rate, 0.5 * c * rate, 0.0];
        crank.spin = [0.0, 0.0, rate];
        m.bodies.push(crank);
        let foot = ground([*x, 0.0, 0.0]);
        m.joints.push(joint(&format!("foot[{i}]"), JointKind::Revolute(Revolute), foot, on(i + 1, [-0.5, 0.0, 0.0])));
        let head = on(0, [x - 1.0, 0.0, 0.0]);
        m.joints.push(joint(&format!("head[{i}]"), JointKind::Revolute(Revolute), on(i + 1, [0.5, 0.0, 0.0]), head));
    }
    m.run = RunSettings { duration: 3.0, every: 0.1, rtol: 1e-10, ..RunSettings::default() };
    m
}

/// The same with one coordinate: all of it as a single pendulum of the same inertia and moment.
fn one_body(cranks: f64, angle: f64, rate: f64) -> Model {
    let mut m = empty(SpaceKind::Planar);
    m.gravity = [0.0, -9.81, 0.0];
    let (mass, moment) = (1.0 + cranks, 1.0 + 0.5 * cranks);
    let inertia = 1.0 + cranks * (0.1 + 0.25);
    let arm = moment / mass;
    let (s, c) = libm::sincos(angle);
    let mut body = plate("all", mass, inertia - mass * arm * arm, [arm * c, arm * s], angle);
    body.velocity = [-s * arm * rate, c * arm * rate, 0.0];
    body.spin = [0.0, 0.0, rate];
    m.bodies.push(body);
    m.joints.push(joint("pivot", JointKind::Revolute(Revolute), ground([0.0; 3]), on(0, [-arm, 0.0, 0.0])));
    m.run = RunSettings { duration: 3.0, every: 0.1, rtol: 1e-12, ..RunSettings::default() };
    m
}

fn passages(out: &Outcome) -> Vec<f64> {
    out.events.iter().filter(|e| e.kind == "singular").map(|e| e.time).collect()
}

/// Runs, and compares angle and rate of every crank with the one-body twin, energy and closure with what they must be.
fn agrees(m: &Model, cranks: usize, angle: f64, rate: f64, within: f64) -> Outcome {
    let (out, memory) = finish(m);
    let (twin, twin_memory) = finish(&Model {
        run: RunSettings { duration: m.run.duration, ..one_body(cranks as f64, angle, rate).run },
        ..one_body(cranks as f64, angle, rate)
    });
    let n = 3 * (cranks + 1);
    for crank in 1..=cranks {
        let (a, w) = (out.state[3 * crank + 2], out.state[n + 3 * crank + 2]);
        assert!((a - twin.state[2]).abs() < within, "angle {a} {}", twin.state[2]);
        assert!((w - twin.state[5]).abs() < 10.0 * within, "rate {w} {}", twin.state[5]);
    }
    assert!(out.state[2].abs() < within, "the coupler translates: {}", out.state[2]);
    assert!(out.ledger.relative < 1e-9, "energy {:e}", out.ledger.relative);
    let drift = out.drift_at_steps.max(out.drift_at_frames);
    assert!(drift.position < 1e-12 && drift.velocity < 1e-11, "{drift:?}");
    assert_eq!(memory.times.len(), twin_memory.times.len());
    out
}

/// Angles of the twin at which the bars are in line, from its frames: how often it went through.
fn expected_passages(cranks: f64, angle: f64, rate: f64, duration: f64) -> usize {
    let mut m = one_body(cranks, angle, rate);
    (m.run.duration, m.run.every) = (duration, 1e-3);
    let node = m.programs.probe(Probe::Angle { body: 0, order: 0 });
    m.channels.push(channel("angle", node));
    let (_, memory) = finish(&m);
    let turns: Vec<i64> = memory.values.iter().map(|v| libm::floor(v / PI) as i64).collect();
    turns.windows(2).map(|w| (w[1] - w[0]).unsigned_abs() as usize).sum()
}

#[test]
fn a_parallelogram_stays_one_through_its_flat_positions() {
    for (angle, rate) in [(0.4, 0.0), (0.4, -8.0), (1.2, 3.0), (-0.3, 6.0)] {
        let out = agrees(&parallelogram(&[0.0, 2.0], angle, rate), 2, angle, rate, 1e-8);
        assert_eq!(passages(&out).len(), expected_passages(2.0, angle, rate, 3.0), "{angle} {rate}");
        let who = &out.events[0].who;
        assert!(["foot[0]", "head[0]", "foot[1]", "head[1]"].iter().all(|j| who.iter().any(|w| w == j)), "{who:?}");
        assert!(out.events[0].text.contains("`foot[0]`"), "{}", out.events[0].text);
    }
}

#[test]
fn a_spare_crank_changes_nothing_in_the_flat_positions_either() {
    let mut m = parallelogram(&[0.0, 2.0, 1.0], 0.4, -1.0);
    m.run.rtol = 1e-12;
    let out = agrees(&m, 3, 0.4, -1.0, 1e-9);
    assert_eq!(passages(&out).len(), expected_passages(3.0, 0.4, -1.0, 3.0));
}

#[test]
fn every_method_goes_through() {
    for (name, step, within) in
        [("dopri5", 0.0, 1e-7), ("merson", 0.0, 1e-7), ("rk4", 1e-3, 1e-8), ("rk4", 7.3e-4, 1e-8)]
    {
        let mut m = parallelogram(&[0.0, 2.0], 0.4, -1.0);
        m.run.integrator = name.to_owned();
        m.run.step = (step > 0.0).then_some(step);
        let out = agrees(&m, 2, 0.4, -1.0, within);
        assert_eq!(passages(&out).len(), expected_passages(2.0, 0.4, -1.0, 3.0), "{name}");
    }
}

/// When the flat position is first reached, from the twin.
fn first_passage(angle: f64, rate: f64) -> f64 {
    let (out, _) = finish(&parallelogram(&[0.0, 2.0], angle, rate));
    passages(&out)[0]
}

#[test]
fn steps_that_end_on_just_before_and_just_after_go_through_alike() {
    let (angle, rate) = (0.4, -2.0);
    let at = first_passage(angle, rate);
    for offset in [0.0, 1e-15, 1e-12, -1e-12, 1e-9, -1e-9, 1e-6, -1e-6, 1e-4, -1e-4, 3e-3, -3e-3] {
        let mut m = parallelogram(&[0.0, 2.0], angle, rate);
        // something is due there: a step ends
        flag(&mut m, "mark", Trigger::At(at + offset));
        let out = agrees(&m, 2, angle, rate, 1e-8);
        assert_eq!(passages(&out).len(), expected_passages(2.0, angle, rate, 3.0), "{offset:e}");
        assert!((passages(&out)[0] - at).abs() < 1e-9, "{offset:e}");
        // and a run that ends there has its last frame there
        let mut m = parallelogram(&[0.0, 2.0], angle, rate);
        m.run.duration = at + offset;
        m.run.every = at + offset;
        let (out, _) = finish(&m);
        assert!(
            (out.state[5] - offset * out.state[9 + 5]).abs() < 1e-8 + 20.0 * offset * offset,
            "{offset:e} {}",
            out.state[5]
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]
    #[test]
    fn parallelograms_from_anywhere_at_any_speed(angle in 0.1..3.0_f64, rate in -9.0..9.0_f64, step in 0.5e-3..4e-3_f64, fixed: bool) {
        let mut m = parallelogram(&[0.0, 2.0], angle, rate);
        m.run.duration = 1.5;
        if fixed {
            (m.run.integrator, m.run.step) = ("rk4".to_owned(), Some(step));
        }
        let (out, _) = finish(&m);
        let mut twin = one_body(2.0, angle, rate);
        twin.run.duration = 1.5;
        let (twin, _) = finish(&twin);
        let within = if fixed { 1e3 * libm::pow(step, 4.0) * (1.0 + rate.abs()) } else { 1e-7 };
        prop_assert!((out.state[5] - twin.state[2]).abs() < within.max(1e-8), "{} {}", out.state[5], twin.state[2]);
        prop_assert!((out.state[5] - out.state[8]).abs() < 1e-9 && out.state[2].abs() < 1e-9);
    }
}

/// A four-bar with a + d = b + c on feet d apart: crank a, coupler b, rocker c, drawn open, all in one line at one place.
fn folding(a: f64, b: f64, c: f64, angle: f64, rate: f64) -> Model {
    let d = b + c - a;
    let mut m = empty(SpaceKind::Planar);
    m.gravity = [0.0, -9.81, 0.0];
    let (s, k) = libm::sincos(angle);
    let p = [a * k, a * s];
    // where circles about p and the far foot meet, above the line between them
    let (dx, dy) = (d - p[0], -p[1]);
    let far = (dx * dx + dy * dy).sqrt();
    let along = (b * b - c * c + far * far) / (2.0 * far);
    let up = (b * b - along * along).max(0.0).sqrt();
    let q = [p[0] + (along * dx - up * dy) / far, p[1] + (along * dy + up * dx) / far];
    let turn = |from: [f64; 2], to: [f64; 2]| libm::atan2(to[1] - from[1], to[0] - from[0]);
    let middle = |from: [f64; 2], to: [f64; 2]| [0.5 * (from[0] + to[0]), 0.5 * (from[1] + to[1])];
    let foot = [d, 0.0];
    m.bodies.push(plate("crank", 1.0, a * a / 12.0, middle([0.0; 2], p), angle));
    m.bodies.push(plate("coupler", 1.5, b * b / 8.0, middle(p, q), turn(p, q)));
    m.bodies.push(plate("rocker", 0.8, c * c / 12.0, middle(foot, q), turn(foot, q)));
    m.joints.push(joint("o", JointKind::Revolute(Revolute), ground([0.0; 3]), on(0, [-0.5 * a, 0.0, 0.0])));
    m.joints.push(joint("p", JointKind::Revolute(Revolute), on(0, [0.5 * a, 0.0, 0.0]), on(1, [-0.5 * b, 0.0, 0.0])));
    m.joints.push(joint("q", JointKind::Revolute(Revolute), on(1, [0.5 * b, 0.0, 0.0]), on(2, [0.5 * c, 0.0, 0.0])));
    m.joints.push(joint("r", JointKind::Revolute(Revolute), ground([d, 0.0, 0.0]), on(2, [-0.5 * c, 0.0, 0.0])));
    m.starts.push(start(0, None, Some(rate)));
    m.run = RunSettings { duration: 2.0, every: 0.01, rtol: 1e-11, ..RunSettings::default() };
    m
}

/// Angles of coupler and rocker from that of the crank, on the branch of `side`.
fn coupler_and_rocker(a: f64, b: f64, c: f64, angle: f64, side: f64) -> [f64; 2] {
    let d = b + c - a;
    let (s, k) = libm::sincos(angle);
    let (dx, dy) = (d - a * k, -a * s);
    let far = (dx * dx + dy * dy).sqrt();
    let along = (b * b - c * c + far * far) / (2.0 * far);
    let up = side * (b * b - along * along).max(0.0).sqrt();
    let q = [a * k + (along * dx - up * dy) / far, a * s + (along * dy + up * dx) / far];
    [libm::atan2(q[1] - a * s, q[0] - a * k), libm::atan2(q[1], q[0] - d)]
}

#[test]
fn a_folding_four_bar_crosses_to_the_other_side_of_its_line() {
    // in line where crank and ground point opposite ways: the far pin, above the line before, is below it after
    for (a, b, c) in [(1.0, 1.6, 1.3), (0.7, 0.9, 1.5), (0.9, 1.0, 1.6)] {
        for rate in [-2.0, -5.0, -9.0] {
            let m = folding(a, b, c, 0.5, rate);
            let (out, _) = finish(&m);
            assert!(out.ledger.relative < 1e-9, "energy {:e}", out.ledger.relative);
            let drift = out.drift_at_steps.max(out.drift_at_frames);
            assert!(drift.position < 1e-12, "{drift:?}");
            let crossings = passages(&out);
            assert!(!crossings.is_empty());
            // each passage changes the side the far pin is on
            let side = if crossings.len().is_multiple_of(2) { 1.0 } else { -1.0 };
            let expected = coupler_and_rocker(a, b, c, out.state[2], side);
            for (body, angle) in [1, 2].into_iter().zip(expected) {
                let off = libm::sin(0.5 * (out.state[3 * body + 2] - angle)).abs();
                assert!(off < 1e-9, "{a} {b} {c} {rate}: {off:e}, {crossings:?}");
            }
        }
    }
}

#[test]
fn a_driven_parallelogram_is_led_through_as_well() {
    let mut m = parallelogram(&[0.0, 2.0], 0.4, 0.0);
    for b in &mut m.bodies {
        (b.velocity, b.spin) = ([0.0; 3], [0.0; 3]);
    }
    let speed = m.programs.constant(-2.0);
    m.drives.push(drive("foot[0]", 0, 0, DriveKind::Speed, speed));
    let (out, _) = finish(&m);
    let expected = 0.4 - 2.0 * 3.0;
    for crank in [1, 2] {
        assert!((out.state[3 * crank + 2] - expected).abs() < 1e-9, "{}", out.state[3 * crank + 2]);
    }
    assert_eq!(passages(&out).len(), 2);
    assert!(out.ledger.relative < 1e-9, "energy {:e}", out.ledger.relative);
}

#[test]
fn a_start_in_the_flat_position_needs_a_velocity_that_says_which_way() {
    let error = |m: &Model| {
        let errors = assemble(&Arc::new(m.clone())).err().expect("nothing says which way");
        errors.iter().map(|e| format!("{} {e}", e.diagnostic().code)).collect::<Vec<_>>().join("; ")
    };
    let text = error(&parallelogram(&[0.0, 2.0], 0.0, 0.0));
    assert!(text.contains("E0708") && text.contains("at rest") && text.contains("`foot[1]`"), "{text}");
    // one crank turns, the other does not: neither the parallelogram's motion nor the crossed one's
    let mut m = parallelogram(&[0.0, 2.0], 0.0, 0.0);
    m.bodies[1].spin = [0.0, 0.0, 2.0];
    m.bodies[1].velocity = [0.0, 1.0, 0.0];
    m.bodies[0].velocity = [0.0, 1.0, 0.0];
    m.bodies[0].spin = [0.0, 0.0, -1.0];
    let text = error(&m);
    assert!(text.contains("E0708") && text.contains("none of the motions"), "{text}");
    // the parallelogram's own velocity does
    let out = agrees(&parallelogram(&[0.0, 2.0], 0.0, 3.0), 2, 0.0, 3.0, 1e-8);
    assert!(!passages(&out).is_empty());
}

#[test]
fn a_slider_driven_beyond_its_dead_point_is_refused_by_name() {
    let mut m = empty(SpaceKind::Planar);
    // crank of 1 m, rod of 2 m, slider on the x axis driven outwards at 1 m/s: at 3 m crank and rod are in line
    let (s, c) = libm::sincos(0.8);
    let x = c + (4.0 - s * s).sqrt();
    let rod = libm::atan2(-s, x - c);
    m.bodies.push(plate("crank", 1.0, 0.1, [0.5 * c, 0.5 * s], 0.8));
    m.bodies.push(plate("rod", 1.0, 0.3, [0.5 * (c + x), 0.5 * s], rod));
    m.bodies.push(plate("slider", 1.0, 0.1, [x, 0.0], 0.0));
    m.joints.push(joint("o", JointKind::Revolute(Revolute), ground([0.0; 3]), on(0, [-0.5, 0.0, 0.0])));
    m.joints.push(joint("p", JointKind::Revolute(Revolute), on(0, [0.5, 0.0, 0.0]), on(1, [-1.0, 0.0, 0.0])));
    m.joints.push(joint("q", JointKind::Revolute(Revolute), on(1, [1.0, 0.0, 0.0]), on(2, [0.0; 3])));
    m.joints.push(joint("way", JointKind::Prismatic(Prismatic), ground([0.0; 3]), on(2, [0.0; 3])));
    let speed = m.programs.constant(1.0);
    m.drives.push(drive("way", 3, 0, DriveKind::Speed, speed));
    m.run = RunSettings { duration: 2.0, every: 0.1, rtol: 1e-9, ..RunSettings::default() };
    let (error, out, memory) = fail(&m);
    assert!(matches!(&error, RunError::Singular { joints, .. } if joints.iter().any(|j| j == "way")), "{error}");
    assert!((out.time - (3.0 - x)).abs() < 1e-2 && memory.times.len() > 2, "{} {}", out.time, 3.0 - x);
}

#[test]
fn taken_up_near_a_flat_position_it_ends_in_the_same_bits() {
    let model = Arc::new(parallelogram(&[0.0, 2.0, 1.0], 0.4, -1.0));
    let fresh = || assemble(&model).expect("it assembles");
    let (whole, _) = finish(&model);
    for steps in [4, 6, 7, 8, 9, 10, 12, 20] {
        let mut sink = mainspring_record::Memory::default();
        let mut first = Engine::new(fresh(), Options::default()).expect("it starts");
        for _ in 0..steps {
            first.advance(&mut sink).expect("it goes on");
        }
        let second = Engine::resume(fresh(), Options::default(), &first.checkpoint()).expect("the same scene");
        let out = second.run(&mut sink, |_| {}).map_err(|(error, _)| error).expect("it ends");
        assert_eq!((out.hash, out.work), (whole.hash, whole.work), "after {steps}");
        assert_eq!(passages(&out), passages(&whole));
    }
}

#[test]
fn frames_in_the_flat_position_change_nothing_and_have_finite_reactions() {
    let mut m = parallelogram(&[0.0, 2.0, 1.0], 0.4, -2.0);
    for j in 0..6 {
        record(&mut m, &format!("force[{j}]"), Probe::JointForce { joint: j, axis: 0 });
    }
    let (sparse, _) = finish(&m);
    // a frame every millisecond, many of them within the neighbourhood
    m.run.every = 1e-3;
    let (dense, memory) = finish(&m);
    assert_eq!(sparse.hash, dense.hash);
    assert!(memory.values.iter().all(|f| f.is_finite() && f.abs() < 1e3));
    let drift = dense.drift_at_frames;
    assert!(drift.position < 1e-12 && drift.velocity < 1e-10, "{drift:?}");
}

#[test]
fn a_slider_driven_away_from_its_dead_point_is_let_go() {
    // crank of 1 m, rod of 2 m, 5 mrad from the line, the slider drawn in at 0.1 m/s
    let mut m = empty(SpaceKind::Planar);
    let (s, c) = libm::sincos(5e-3);
    let x = c + (4.0 - s * s).sqrt();
    m.bodies.push(plate("crank", 1.0, 0.1, [0.5 * c, 0.5 * s], 5e-3));
    m.bodies.push(plate("rod", 1.0, 0.3, [0.5 * (c + x), 0.5 * s], libm::atan2(-s, x - c)));
    m.bodies.push(plate("slider", 1.0, 0.1, [x, 0.0], 0.0));
    m.joints.push(joint("o", JointKind::Revolute(Revolute), ground([0.0; 3]), on(0, [-0.5, 0.0, 0.0])));
    m.joints.push(joint("p", JointKind::Revolute(Revolute), on(0, [0.5, 0.0, 0.0]), on(1, [-1.0, 0.0, 0.0])));
    m.joints.push(joint("q", JointKind::Revolute(Revolute), on(1, [1.0, 0.0, 0.0]), on(2, [0.0; 3])));
    m.joints.push(joint("way", JointKind::Prismatic(Prismatic), ground([0.0; 3]), on(2, [0.0; 3])));
    let speed = m.programs.constant(-0.1);
    m.drives.push(drive("way", 3, 0, DriveKind::Speed, speed));
    m.run = RunSettings { duration: 1.0, every: 0.1, rtol: 1e-10, ..RunSettings::default() };
    let (out, _) = finish(&m);
    // 2² = 1² + x² − 2 x cos φ
    let end = x - 0.1;
    let angle = libm::acos((1.0 + end * end - 4.0) / (2.0 * end));
    assert!((out.state[2] - angle).abs() < 1e-7, "{} {angle}", out.state[2]);
}

/// Two wheels and a coupling rod, one wheel driven: whatever the angle it starts from, every flat position is passed, and the
/// other wheel turns as the driven one does.
#[test]
fn a_driven_coupling_rod_passes_every_dead_point() {
    for (start, gravity) in [(20.0, 9.81), (60.0, 9.81), (60.0, 0.0), (110.0, 9.81)] {
        for integrator in ["dop853", "dopri5", "rk4", "radau"] {
            let (out, _) = run_text(&format!(
                "space planar\ngravity (0, -{gravity}) m/s^2\n\
                 primitive wheel {{ shape = disc(50 cm); mass = 100 kg; point pin = (20 cm, 0) }}\n\
                 primitive rod {{ shape = rect(2 m, 8 cm); mass = 20 kg; point a = (-1 m, 0); point b = (1 m, 0) }}\n\
                 part front, rear = wheel()\npart side = rod()\n\
                 joint f = revolute(ground (0, 0), front.center)\njoint r = revolute(ground (2 m, 0), rear.center)\n\
                 joint p = revolute(front.pin, side.a)\njoint q = revolute(side.b, rear.pin)\n\
                 drive f angle = {start} deg + 2 rad/s * t\nguess r = {start} deg\n\
                 run 8 s every 100 ms {{ integrator = {integrator} }}\n"
            ));
            let (front, rear) = (out.state[2], out.state[5]);
            assert!((front - rear).abs() < 1e-9, "{start}, {integrator}: {front} {rear}");
            // 16 rad: five or six times half a turn
            let passed = out.events.iter().filter(|e| e.kind == "singular").count();
            assert!((5..=6).contains(&passed), "{start}, {integrator}: {passed}");
        }
    }
}
