//! Motions with a known answer.

use crate::support;

use mainspring_definition::SpaceKind;
use mainspring_joints::{Revolute, RollingDisc, RollingOnDisc, RollingOnLine, RollingSphere, Weld};
use mainspring_model::*;
use mainspring_trust::{Against::*, case, largest};
use support::*;

/// Complete elliptic integral: period of a pendulum let go from the horizontal, L = 1 m, g = 9.81 m/s².
const PERIOD: f64 = 2.367_841_947_576_237_3;

#[test]
fn the_pendulum_passes_its_lowest_point_half_a_period_apart() {
    for (integrator, rtol) in [("dop853", 1e-14), ("dopri5", 1e-14), ("radau", 1e-14)] {
        let mut m = pendulum(rtol, 2.0);
        m.run.integrator = integrator.to_owned();
        let (x, vx) = (m.programs.probe(center(0, 0, 0)), m.programs.probe(center(0, 1, 0)));
        let left = unary(&mut m, UnaryFn::Neg, x);
        let back = binary(&mut m, BinaryFn::Min, x, vx);
        flag(&mut m, "down", Trigger::When(left));
        flag(&mut m, "back", Trigger::When(back));
        let (out, _) = finish(&m);
        assert_eq!(out.events.len(), 2, "{:?}", out.events);
        let (first, second) = (out.events[0].time, out.events[1].time);
        let by = |what: &str| format!("{what}, {integrator} at rtol {rtol:e}");
        let formula = "4 K(sin 45°) √(L/g), an elliptic integral";
        case!("pendulum from the horizontal", by("a quarter of the period"), ClosedForm, formula)
            .answer(PERIOD / 4.0, "s")
            .work(out.work.steps, out.work.evaluations)
            .off(first - PERIOD / 4.0, 1e-11);
        case!("pendulum from the horizontal", by("the period between two passes"), ClosedForm, formula)
            .answer(PERIOD, "s")
            .work(out.work.steps, out.work.evaluations)
            .off(2.0 * (second - first) - PERIOD, 1e-11);
    }
}

#[test]
fn the_pendulum_stands_still_where_it_started_after_a_period() {
    let (out, _) = finish(&pendulum(1e-14, PERIOD));
    // speed there is g × the error in time
    assert!((out.state[3] / 9.81).abs() < 1e-11, "{:e}", out.state[3] / 9.81);
    assert!((out.state[0] - 1.0).abs() < 1e-12);
}

#[test]
fn a_free_body_keeps_energy_and_angular_momentum_over_a_thousand_turns() {
    let mut m = empty(SpaceKind::Spatial);
    m.bodies.push(solid("t-handle", 1.0, [1.0, 2.0, 3.0], [0.0; 3], [1.0, 0.0, 0.0, 0.0]));
    // about the middle axis, a little off: it tumbles
    let turn = 2.0 * std::f64::consts::PI;
    m.bodies[0].spin = [0.3, turn, 0.2];
    for axis in 0..3 {
        record(&mut m, &format!("l{axis}"), Probe::AngularMomentum { body: 0, axis });
    }
    record(&mut m, "k", Probe::KineticEnergy { body: 0 });
    // spins pass through zero as it tumbles: the default atol of 1e-12 would be what decides, not rtol
    m.run = RunSettings { duration: 1000.0, every: 100.0, rtol: 1e-13, atol: 1e-13, ..RunSettings::default() };
    let (out, memory) = finish(&m);
    let start: Vec<f64> = memory.values[..4].to_vec();
    let size = (start[0] * start[0] + start[1] * start[1] + start[2] * start[2]).sqrt();
    let frames = || memory.values.chunks(4);
    let turned = largest(frames().flat_map(|f| (0..3).map(|axis| (f[axis] - start[axis]) / size).collect::<Vec<_>>()));
    let body = "free body tumbling, 1000 turns, rtol 1e-13";
    case!(body, "angular momentum, relative", Conserved, "each component in world axes")
        .work(out.work.steps, out.work.evaluations)
        .off(turned, 1e-10);
    case!(body, "kinetic energy, relative", Conserved, "no load acts")
        .work(out.work.steps, out.work.evaluations)
        .off(largest(frames().map(|f| f[3] / start[3] - 1.0)), 1e-10);
    assert!(out.ledger.relative < 1e-10, "{:e}", out.ledger.relative);
}

#[test]
fn a_symmetric_top_precesses_about_its_angular_momentum() {
    // I1 = I2: the axis goes round L at |L| / I1, for ever at the same angle
    let (i1, i3) = (2.0, 0.7);
    let mut m = empty(SpaceKind::Spatial);
    m.bodies.push(solid("top", 1.0, [i1, i1, i3], [0.0; 3], [1.0, 0.0, 0.0, 0.0]));
    m.bodies[0].spin = [1.1, 0.0, 9.0];
    for axis in 0..3 {
        record(&mut m, &format!("z{axis}"), Probe::Direction { body: 0, which: 2, axis });
    }
    m.run = RunSettings { duration: 10.0, every: 0.37, rtol: 1e-14, atol: 1e-14, ..RunSettings::default() };
    let (out, memory) = finish(&m);
    let momentum = [i1 * 1.1, 0.0, i3 * 9.0];
    let errors = memory.times.iter().zip(memory.values.chunks(3)).map(|(time, z)| {
        let expected = apply(&about(momentum, size(momentum) / i1 * time), [0.0, 0.0, 1.0]);
        size(minus([z[0], z[1], z[2]], expected))
    });
    let formula = "turns about L at |L|/I₁, at a constant angle";
    case!("free symmetric body, 10 s", "direction of its axis, all frames", ClosedForm, formula)
        .unit("rad")
        .work(out.work.steps, out.work.evaluations)
        .off(largest(errors), 1e-11);
}

#[test]
fn a_driven_arm_goes_where_it_is_told_and_says_what_it_takes() {
    let mut m = empty(SpaceKind::Planar);
    m.gravity = [0.0, -9.81, 0.0];
    m.bodies.push(plate("arm", 2.0, 0.5, [1.0, 0.0], 0.0));
    m.joints.push(joint("hinge", JointKind::Revolute(Revolute), ground([0.0; 3]), on(0, [-1.0, 0.0, 0.0])));
    let angle = wave(&mut m, 0.5, 3.0);
    m.drives.push(drive("hinge", 0, 0, DriveKind::Position, angle));
    let c = Coordinate { joint: 0, index: 0 };
    record(&mut m, "angle", Probe::Coordinate { coordinate: c, order: 0 });
    record(&mut m, "effort", Probe::Effort { coordinate: c });
    m.run = RunSettings { duration: 3.0, every: 0.05, rtol: 1e-11, ..RunSettings::default() };
    let (out, memory) = finish(&m);
    let (mut angles, mut efforts) = (Vec::new(), Vec::new());
    for (t, row) in memory.times.iter().zip(memory.values.chunks(2)) {
        let phi = 0.5 * libm::sin(3.0 * t);
        angles.push(row[0] - phi);
        efforts.push(row[1] - (2.5 * (-9.0 * phi) + 2.0 * 9.81 * libm::cos(phi)));
    }
    case!("arm driven along a sine, 3 s", "angle, all frames", ClosedForm, "the prescribed angle")
        .unit("rad")
        .work(out.work.steps, out.work.evaluations)
        .off(largest(angles), 1e-12);
    case!("arm driven along a sine, 3 s", "torque of the drive, all frames", ClosedForm, "I φ̈ + m g l cos φ")
        .unit("N*m")
        .work(out.work.steps, out.work.evaluations)
        .off(largest(efforts), 1e-9);
    assert!(out.ledger.relative < 100.0 * m.run.rtol, "{:e}", out.ledger.relative);
    // its work is the change of energy
    let phi = 0.5 * libm::sin(9.0);
    let rate = 1.5 * libm::cos(9.0);
    let change = 0.5 * 2.5 * (rate * rate - 2.25) + 2.0 * 9.81 * libm::sin(phi);
    case!("arm driven along a sine, 3 s", "work of the drive", ClosedForm, "change of energy")
        .answer(change, "J")
        .work(out.work.steps, out.work.evaluations)
        .off(out.ledger.work - change, 1e-9);
}

/// A mass of 2 kg on a spring of 50 N/m along x, 0.3 m off its rest.
fn oscillator(damping: f64) -> Model {
    let mut m = empty(SpaceKind::Planar);
    m.bodies.push(bead("mass", 2.0, [1.3, 0.0, 0.0]));
    m.springs.push(spring("s", SpringKind::Linear { a: ground([0.0; 3]), b: on(0, [0.0; 3]) }, 50.0, damping, 1.0));
    record(&mut m, "x", center(0, 0, 0));
    m.run = RunSettings { duration: 5.0, every: 0.1, rtol: 1e-12, ..RunSettings::default() };
    m
}

#[test]
fn a_mass_on_a_spring_swings_as_a_cosine() {
    let (out, memory) = finish(&oscillator(0.0));
    let errors = memory.times.iter().zip(&memory.values).map(|(t, x)| x - 1.0 - 0.3 * libm::cos(5.0 * t));
    case!("mass on a spring, 5 s", "position, all frames", ClosedForm, "a cos √(k/m) t")
        .unit("m")
        .work(out.work.steps, out.work.evaluations)
        .off(largest(errors), 1e-10);
    assert!(out.ledger.relative < 1e-10);
}

#[test]
fn a_damped_mass_dies_away_and_its_heat_is_counted() {
    let (out, memory) = finish(&oscillator(3.0));
    let (decay, w0) = (3.0 / 4.0, 5.0_f64);
    let w = (w0 * w0 - decay * decay).sqrt();
    let at = |t: f64| 0.3 * libm::exp(-decay * t) * (libm::cos(w * t) + decay / w * libm::sin(w * t));
    let errors = memory.times.iter().zip(&memory.values).map(|(t, x)| x - 1.0 - at(*t));
    case!("mass on a spring with a damper, 5 s", "position, all frames", ClosedForm, "a decaying cosine")
        .unit("m")
        .work(out.work.steps, out.work.evaluations)
        .off(largest(errors), 1e-10);
    let left = out.ledger.kinetic + out.ledger.spring;
    let begun = 0.5 * 50.0 * 0.09;
    case!(
        "mass on a spring with a damper, 5 s",
        "heat in the damper",
        ClosedForm,
        "energy at the start less that left"
    )
    .answer(begun - left, "J")
    .work(out.work.steps, out.work.evaluations)
    .off(out.ledger.dissipated - (begun - left), 1e-10);
    assert!(out.ledger.relative < 1e-10);
}

#[test]
fn a_disc_rolls_down_an_incline_at_two_thirds() {
    let (alpha, radius, mass) = (0.4, 0.25, 3.0);
    let mut m = empty(SpaceKind::Planar);
    m.gravity = [0.0, -9.81, 0.0];
    let (s, c) = libm::sincos(alpha);
    // downhill is −x of the incline's frame turned by alpha
    m.bodies.push(plate("disc", mass, 0.5 * mass * radius * radius, [-radius * s, radius * c], 0.0));
    let a = Marker { body: None, frame: Frame { angle: alpha, ..Frame::at([0.0; 3]) } };
    m.joints.push(joint("roll", JointKind::RollingOnLine(RollingOnLine { radius }), a, on(0, [0.0; 3])));
    record(&mut m, "travel", Probe::Coordinate { coordinate: Coordinate { joint: 0, index: 0 }, order: 0 });
    record(&mut m, "turn", Probe::Angle { body: 0, order: 0 });
    m.run = RunSettings { duration: 2.0, every: 0.1, rtol: 1e-11, ..RunSettings::default() };
    let (out, memory) = finish(&m);
    let mut errors = Vec::new();
    for (t, row) in memory.times.iter().zip(memory.values.chunks(2)) {
        let travel = -0.5 * (2.0 / 3.0) * 9.81 * s * t * t;
        errors.push(row[0] - travel);
        assert!((row[1] + travel / radius).abs() < 1e-9, "t = {t}: {row:?}");
    }
    case!("disc rolling down a slope, 2 s", "travel, all frames", ClosedForm, "⅔ g sin α t²/2")
        .unit("m")
        .work(out.work.steps, out.work.evaluations)
        .off(largest(errors), 1e-10);
    assert!(out.ledger.relative < 100.0 * m.run.rtol && out.drift_at_frames.position < 1e-10);
}

#[test]
fn a_ball_rolls_down_an_incline_at_five_sevenths() {
    let (alpha, radius, mass) = (0.4, 0.25, 3.0);
    let mut m = empty(SpaceKind::Spatial);
    let (s, c) = libm::sincos(alpha);
    // the plane is level, gravity leans
    m.gravity = [9.81 * s * 0.6, 9.81 * s * 0.8, -9.81 * c];
    m.bodies.push(solid("ball", mass, [0.4 * mass * radius * radius; 3], [0.0, 0.0, radius], [1.0, 0.0, 0.0, 0.0]));
    m.joints.push(joint("roll", JointKind::RollingSphere(RollingSphere { radius }), ground([0.0; 3]), on(0, [0.0; 3])));
    for axis in 0..3 {
        record(&mut m, &format!("x{axis}"), center(0, 0, axis));
    }
    m.run = RunSettings { duration: 2.0, every: 0.1, rtol: 1e-11, ..RunSettings::default() };
    let (out, memory) = finish(&m);
    let errors = memory.times.iter().zip(memory.values.chunks(3)).map(|(t, row)| {
        let way = 0.5 * (5.0 / 7.0) * 9.81 * s * t * t;
        size(minus([row[0], row[1], row[2]], [0.6 * way, 0.8 * way, radius]))
    });
    case!("ball rolling down a slope, in space, 2 s", "position, all frames", ClosedForm, "5/7 g sin α t²/2")
        .unit("m")
        .work(out.work.steps, out.work.evaluations)
        .off(largest(errors), 1e-9);
    assert!(out.ledger.relative < 100.0 * m.run.rtol);
}

#[test]
fn a_disc_rolls_inside_a_ring_like_a_pendulum() {
    // small swings: ω² = g / (1.5 (ρ − R)); here the full energy integral, compared by energy and by no slip
    let (radius, ring) = (0.2, 1.0);
    let mut m = empty(SpaceKind::Planar);
    m.gravity = [0.0, -9.81, 0.0];
    let reach = ring - radius;
    let angle: f64 = -1.0;
    m.bodies.push(plate("disc", 1.0, 0.5 * radius * radius, [reach * libm::cos(angle), reach * libm::sin(angle)], 0.0));
    m.joints.push(joint(
        "roll",
        JointKind::RollingOnDisc(RollingOnDisc { radius, base: -ring }),
        ground([0.0; 3]),
        on(0, [0.0; 3]),
    ));
    record(&mut m, "x", center(0, 0, 0));
    record(&mut m, "y", center(0, 0, 1));
    record(&mut m, "turn", Probe::Angle { body: 0, order: 0 });
    m.run = RunSettings { duration: 3.0, every: 0.05, rtol: 1e-11, ..RunSettings::default() };
    let (out, memory) = finish(&m);
    let slips = memory.values.chunks(3).map(|row| {
        let phi = libm::atan2(row[1], row[0]);
        // rolls backwards: R (turn) = −(ρ − R)(φ − φ₀)
        radius * row[2] + reach * (phi - angle)
    });
    case!("disc rolling in a ring, 3 s", "slip summed over the way", ClosedForm, "R θ = (ρ − R) φ")
        .unit("m")
        .work(out.work.steps, out.work.evaluations)
        .off(largest(slips), 1e-9);
    assert!(memory.values.chunks(3).any(|r| r[0] < 0.0), "it swings through the bottom");
    assert!(out.ledger.relative < 100.0 * m.run.rtol);
}

#[test]
fn a_thin_disc_rolls_upright_at_two_thirds_and_leaning_keeps_its_energy() {
    let (radius, mass) = (0.25, 3.0);
    let i = 0.25 * mass * radius * radius;
    let mut m = empty(SpaceKind::Spatial);
    m.gravity = [2.0, 0.0, -9.81];
    // its axis, z of the body, along world y: it rolls along x
    let upright = quaternion_of(&about([1.0, 0.0, 0.0], -0.5 * std::f64::consts::PI));
    m.bodies.push(solid("disc", mass, [i, i, 2.0 * i], [0.0, 0.0, radius], upright));
    m.joints.push(joint("roll", JointKind::RollingDisc(RollingDisc { radius }), ground([0.0; 3]), on(0, [0.0; 3])));
    record(&mut m, "x", center(0, 0, 0));
    m.run = RunSettings { duration: 1.0, every: 0.1, rtol: 1e-11, ..RunSettings::default() };
    let (out, memory) = finish(&m);
    let errors = memory.times.iter().zip(&memory.values).map(|(t, x)| x - 0.5 * 2.0 * 2.0 / 3.0 * t * t);
    case!("thin disc rolling upright, in space, 1 s", "position, all frames", ClosedForm, "⅔ a t²/2")
        .unit("m")
        .work(out.work.steps, out.work.evaluations)
        .off(largest(errors), 1e-9);
    // leaning and spinning it wobbles; nothing slips, so nothing is lost
    m.gravity = [0.0, 0.0, -9.81];
    let lean = product(&about([1.0, 0.0, 0.0], 0.3), &rotation(upright));
    m.bodies[0].pose.orientation = quaternion_of(&lean);
    m.bodies[0].pose.position[2] = radius * libm::cos(0.3);
    let axis = apply(&lean, [0.0, 0.0, 1.0]);
    m.bodies[0].spin = times(axis, 12.0);
    m.bodies[0].velocity = [12.0 * radius, 0.0, 0.0];
    m.run.duration = 3.0;
    let (out, memory) = finish(&m);
    case!("thin disc rolling and wobbling, in space, 3 s", "energy, relative", Conserved, "nothing slips")
        .work(out.work.steps, out.work.evaluations)
        .off(out.ledger.relative, 100.0 * m.run.rtol);
    assert!(out.drift_at_frames.position < 1e-10 && out.drift_at_frames.velocity < 1e-9, "{:?}", out.drift_at_frames);
    assert!(memory.values.iter().any(|x| x.abs() > 0.3), "it goes somewhere");
}

#[test]
fn a_compliant_joint_sags_and_swings_as_a_spring() {
    for space in [SpaceKind::Planar, SpaceKind::Spatial] {
        let mut m = empty(space);
        m.gravity = [0.0, -9.81, 0.0];
        m.bodies.push(match space {
            SpaceKind::Planar => plate("block", 2.0, 0.3, [0.0, 0.0], 0.0),
            SpaceKind::Spatial => solid("block", 2.0, [0.3; 3], [0.0; 3], [1.0, 0.0, 0.0, 0.0]),
        });
        m.joints.push(joint("mount", JointKind::Weld(Weld), ground([0.0; 3]), on(0, [0.0; 3])));
        m.joints[0].compliant = Some(Compliance {
            stiffness: 800.0,
            damping: 0.0,
            turning_stiffness: 50.0,
            turning_damping: 0.0,
            adapt: false,
            placed: true,
        });
        record(&mut m, "y", center(0, 0, 1));
        record(&mut m, "f", Probe::JointForce { joint: 0, axis: 1 });
        m.run = RunSettings { duration: 1.0, every: 0.05, rtol: 1e-12, ..RunSettings::default() };
        let (out, memory) = finish(&m);
        let mut errors = Vec::new();
        for (t, row) in memory.times.iter().zip(memory.values.chunks(2)) {
            let y = -2.0 * 9.81 / 800.0 * (1.0 - libm::cos(20.0 * t));
            errors.push(row[0] - y);
            assert!((row[1] + 800.0 * y).abs() < 1e-8, "{space:?} t = {t}: {row:?} {y}");
        }
        let place = if space == SpaceKind::Planar { "in the plane" } else { "in space" };
        case!(
            format!("block on a compliant weld, {place}, 1 s"),
            "sag, all frames",
            ClosedForm,
            "m g/k (1 − cos √(k/m) t)"
        )
        .unit("m")
        .work(out.work.steps, out.work.evaluations)
        .off(largest(errors), 1e-11);
        assert!(out.ledger.relative < 1e-10);
    }
}

/// x² + y² = 1 or x = 0.3 sin 4t, as rows of the user's own.
fn constrained(moving: bool) -> Model {
    let mut m = pendulum(1e-12, PERIOD);
    m.joints.clear();
    let x = m.programs.probe(center(0, 0, 0));
    let value = if moving {
        let wave = wave(&mut m, 0.3, 4.0);
        binary(&mut m, BinaryFn::Sub, x, wave)
    } else {
        let y = m.programs.probe(center(0, 0, 1));
        let (xx, yy) = (binary(&mut m, BinaryFn::Mul, x, x), binary(&mut m, BinaryFn::Mul, y, y));
        let (sum, one) = (binary(&mut m, BinaryFn::Add, xx, yy), m.programs.constant(1.0));
        binary(&mut m, BinaryFn::Sub, sum, one)
    };
    let dimension = mainspring_definition::Dimension::LENGTH;
    let span = mainspring_definition::Span::NOWHERE;
    m.constraints.push(Constraint { path: "rule".to_owned(), span, value, dimension });
    m
}

#[test]
fn a_circle_written_by_the_user_is_a_pendulum() {
    let (out, _) = finish(&constrained(false));
    case!("mass held on x² + y² = 1 by a `constraint` line", "moment of return", ClosedForm, "period of the pendulum")
        .answer(PERIOD, "s")
        .work(out.work.steps, out.work.evaluations)
        .off(out.state[3] / 9.81, 1e-10);
    assert!((out.state[0] - 1.0).abs() < 1e-11, "{:?}", out.state);
    assert!(out.ledger.relative < 1e-10);
}

#[test]
fn a_moving_rule_moves_the_body_and_its_work_is_counted() {
    let mut m = constrained(true);
    m.bodies[0].pose.position = [0.0; 3];
    m.run.duration = 1.0;
    let (out, _) = finish(&m);
    case!("mass moved by a `constraint` line, 1 s", "position", ClosedForm, "a sin ω t as prescribed")
        .answer(0.3 * libm::sin(4.0), "m")
        .work(out.work.steps, out.work.evaluations)
        .off(out.state[0] - 0.3 * libm::sin(4.0), 1e-12);
    assert!((out.state[2] - 1.2 * libm::cos(4.0)).abs() < 1e-11, "{:?}", out.state);
    let work = 0.5 * 1.44 * (libm::cos(4.0) * libm::cos(4.0) - 1.0);
    case!("mass moved by a `constraint` line, 1 s", "its work", ClosedForm, "change of kinetic energy")
        .answer(work, "J")
        .work(out.work.steps, out.work.evaluations)
        .off(out.ledger.work - work, 1e-10);
    assert!(out.ledger.relative < 1e-10, "{:e}", out.ledger.relative);
}
