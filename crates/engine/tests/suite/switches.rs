//! Joints and springs that come and go, and expressions that jump: at the exact moment, with the books closed.

use crate::support;

use mainspring_definition::{SpaceKind, Span};
use mainspring_engine::RunError;
use mainspring_joints::{Gear, Prismatic, Revolute, RollingOnLine, Weld};
use mainspring_model::*;
use mainspring_trust::{Against::*, case, largest};
use std::f64::consts::PI;
use support::*;

#[test]
fn released_at_a_time_it_falls_from_there() {
    let mut m = pendulum(1e-12, 1.5);
    m.bodies[0].pose.position = [0.0, -1.0, 0.0];
    m.switches.push(switch(false, 0, Trigger::At(0.5)));
    record(&mut m, "y", center(0, 0, 1));
    let (out, memory) = finish(&m);
    let errors = memory.times.iter().zip(&memory.values).map(|(t, y)| {
        let fall = (t - 0.5).max(0.0);
        y + 1.0 + 0.5 * 9.81 * fall * fall
    });
    case!("hanging mass released at 0.5 s", "height, all frames", ClosedForm, "g t²/2 from there")
        .unit("m")
        .work(out.work.steps, out.work.evaluations)
        .off(largest(errors), 1e-12);
    let event = &out.events[0];
    assert_eq!((event.time, event.kind.as_str(), event.who.as_slice()), (0.5, "release", &["rod".to_owned()][..]));
}

/// A bead on a rod going round at 2 rad/s without gravity, the rod let go at y = 0.5.
fn sling(space: SpaceKind) -> Model {
    let mut m = pendulum(1e-12, 1.0);
    m.space = space;
    m.gravity = [0.0; 3];
    m.bodies[0].velocity = [0.0, 2.0, 0.0];
    let y = m.programs.probe(center(0, 0, 1));
    let half = m.programs.constant(0.5);
    let over = binary(&mut m, BinaryFn::Sub, y, half);
    m.switches.push(switch(false, 0, Trigger::When(over)));
    m
}

#[test]
fn released_on_a_condition_it_leaves_along_the_tangent_at_that_very_moment() {
    for space in [SpaceKind::Planar, SpaceKind::Spatial] {
        let (out, _) = finish(&sling(space));
        let moment = PI / 12.0;
        let place = if space == SpaceKind::Planar { "in the plane" } else { "in space" };
        case!(format!("sling, {place}"), "moment of release on a condition", ClosedForm, "π/12 s")
            .answer(moment, "s")
            .work(out.work.steps, out.work.evaluations)
            .off(out.events[0].time - moment, 1e-11);
        let (s, c) = libm::sincos(PI / 6.0);
        let rest = 1.0 - moment;
        let expected = [c - 2.0 * s * rest, s + 2.0 * c * rest];
        assert!((out.state[0] - expected[0]).abs() < 1e-10 && (out.state[1] - expected[1]).abs() < 1e-10);
        assert!(out.ledger.lost.abs() < 1e-12, "letting go costs nothing");
    }
}

#[test]
fn a_condition_true_from_the_start_acts_at_the_start() {
    let mut m = sling(SpaceKind::Planar);
    m.bodies[0].pose.position = [0.6, 0.8, 0.0];
    m.bodies[0].velocity = [-1.6, 1.2, 0.0];
    let (out, _) = finish(&m);
    assert_eq!(out.events[0].time, 0.0);
    assert!((out.state[0] - 0.6 + 1.6).abs() < 1e-12 && (out.state[1] - 0.8 - 1.2).abs() < 1e-12);
}

/// A bead of 2 kg at 3 m/s meets one of 1 kg at rest 1.5 m ahead and is caught by a hinge.
fn catch() -> Model {
    let mut m = empty(SpaceKind::Planar);
    m.bodies.push(bead("fast", 2.0, [0.0; 3]));
    m.bodies.push(bead("still", 1.0, [1.5, 0.0, 0.0]));
    m.bodies[0].velocity = [3.0, 0.0, 0.0];
    let mut hook = joint("hook", JointKind::Revolute(Revolute), on(0, [0.0; 3]), on(1, [0.0; 3]));
    hook.attached = false;
    m.joints.push(hook);
    let (a, b) = (m.programs.probe(center(0, 0, 0)), m.programs.probe(center(1, 0, 0)));
    let past = binary(&mut m, BinaryFn::Sub, a, b);
    m.switches.push(switch(true, 0, Trigger::When(past)));
    m.run = RunSettings { duration: 1.0, every: 0.1, rtol: 1e-12, ..RunSettings::default() };
    m
}

#[test]
fn attaching_is_a_plastic_impact_with_the_loss_of_the_textbook() {
    let (out, _) = finish(&catch());
    assert!((out.events[0].time - 0.5).abs() < 1e-11, "{:?}", out.events);
    assert_eq!(out.events[0].kind, "attach");
    // common speed m₁v/(m₁ + m₂), loss ½ m₁m₂/(m₁ + m₂) v²
    let v = &out.state[4..8];
    let done = (out.work.steps, out.work.evaluations);
    case!("mass caught by a joint", "common speed", ClosedForm, "m₁ v/(m₁ + m₂)")
        .answer(2.0, "m/s")
        .work(done.0, done.1)
        .off(largest([v[0] - 2.0, v[2] - 2.0]), 1e-12);
    case!("mass caught by a joint", "energy lost", ClosedForm, "½ m₁ m₂/(m₁ + m₂) v²")
        .answer(3.0, "J")
        .work(done.0, done.1)
        .off(out.ledger.lost - 0.5 * 2.0 / 3.0 * 9.0, 1e-11);
    assert!(out.ledger.relative < 1e-11, "{:e}", out.ledger.relative);
}

#[test]
fn what_does_not_meet_cannot_be_attached() {
    let mut m = catch();
    m.switches[0].trigger = Trigger::At(0.2);
    let (error, out, memory) = fail(&m);
    match &error {
        RunError::Misfit { time, joint, length, .. } => {
            assert_eq!((*time, joint.as_str()), (0.2, "hook"));
            assert!((length - 0.9).abs() < 1e-12, "{length}");
        }
        other => panic!("{other}"),
    }
    assert_eq!(error.code(), "E0804");
    assert_eq!(out.time, 0.2);
    assert!(memory.times.len() >= 2, "frames before it are kept");
}

#[test]
fn a_spring_let_go_takes_its_energy_with_it() {
    let mut m = empty(SpaceKind::Planar);
    m.bodies.push(bead("mass", 2.0, [1.3, 0.0, 0.0]));
    m.springs.push(spring("s", SpringKind::Linear { a: ground([0.0; 3]), b: on(0, [0.0; 3]) }, 50.0, 0.0, 1.0));
    m.switches.push(Switch {
        span: Span::NOWHERE,
        attach: false,
        targets: vec![SwitchTarget::Spring(0)],
        trigger: Trigger::At(0.1),
    });
    m.run = RunSettings { duration: 0.7, every: 0.1, rtol: 1e-12, ..RunSettings::default() };
    let (out, _) = finish(&m);
    let stretch = 0.3 * libm::cos(0.5);
    assert!((out.ledger.switched - 25.0 * stretch * stretch).abs() < 1e-11, "{:?}", out.ledger);
    let speed = -1.5 * libm::sin(0.5);
    assert!((out.state[2] - speed).abs() < 1e-11, "{:?}", out.state);
    assert!(out.ledger.relative < 1e-11, "{:e}", out.ledger.relative);
    // and an attached one brings it
    m.springs[0].attached = false;
    m.switches[0].attach = true;
    let (out, _) = finish(&m);
    assert!((out.ledger.switched + 25.0 * 0.09).abs() < 1e-12 && out.ledger.relative < 1e-11, "{:?}", out.ledger);
    assert!((out.state[0] - 1.0 - 0.3 * libm::cos(3.0)).abs() < 1e-10, "{:?}", out.state);
}

/// A mass of 1 kg pushed along x by an expression of time.
fn pushed(m: &mut Model, value: NodeId) {
    m.bodies.push(bead("mass", 1.0, [0.0; 3]));
    let zero = m.programs.constant(0.0);
    m.forces.push(force("push", 0, [0.0; 3], [value, zero, zero]));
    m.run = RunSettings { duration: 2.0, every: 0.5, rtol: 1e-9, ..RunSettings::default() };
}

#[test]
fn a_step_in_time_is_met_exactly() {
    let mut m = empty(SpaceKind::Planar);
    let s = m.programs.push(Node::SwitchTime);
    let at = m.programs.constant(0.3);
    let on = binary(&mut m, BinaryFn::LessEqual, at, s);
    pushed(&mut m, on);
    let (out, _) = finish(&m);
    assert!((out.state[2] - 1.7).abs() < 1e-14, "{:?}", out.state);
    case!("mass pushed from 0.3 s on", "way at 2 s", ClosedForm, "F t²/2m")
        .answer(0.5 * 1.7 * 1.7, "m")
        .work(out.work.steps, out.work.evaluations)
        .off(out.state[0] - 0.5 * 1.7 * 1.7, 1e-14);
    assert_eq!(out.work.rejected, 0, "nothing to find out by trial");
}

#[test]
fn a_table_in_time_is_met_exactly() {
    // a triangle: 0 at 0.4, 2 at 0.9, 0 at 1.1; the impulse is its area
    let mut m = empty(SpaceKind::Planar);
    let points = [[0.4, 0.0], [0.9, 2.0], [1.1, 0.0]];
    m.programs.tables.push(Table::through(&points, Interpolation::Linear).expect("rising"));
    let (t, s) = (m.programs.push(Node::Time), m.programs.push(Node::SwitchTime));
    let value = m.programs.push(Node::Table { table: 0, x: t, piece: s });
    pushed(&mut m, value);
    let (out, _) = finish(&m);
    assert!((out.state[2] - 0.7).abs() < 1e-14, "{:?}", out.state);
    // ∫∫: first moment of the area about the end
    let way = 0.5 * (2.0 - (0.4 + 0.5 * 2.0 / 3.0)) + 0.2 * (2.0 - (0.9 + 0.2 / 3.0));
    case!("mass pushed by a table over time", "way at 2 s", ClosedForm, "first moment of the triangle")
        .answer(way, "m")
        .work(out.work.steps, out.work.evaluations)
        .off(out.state[0] - way, 1e-13);
}

#[test]
fn a_square_wave_switches_where_its_sine_does() {
    // no closed form for the moments in the expression: they must be found all the same
    let mut m = empty(SpaceKind::Planar);
    let s = m.programs.push(Node::SwitchTime);
    let (w, zero) = (m.programs.constant(5.0), m.programs.constant(0.0));
    let phase = binary(&mut m, BinaryFn::Mul, w, s);
    let sine = unary(&mut m, UnaryFn::Sin, phase);
    let on = binary(&mut m, BinaryFn::Less, zero, sine);
    pushed(&mut m, on);
    let (out, _) = finish(&m);
    // on in (0, π/5), (2π/5, 3π/5), (4π/5 … > 2)
    let impulse = PI / 5.0 + PI / 5.0;
    let last = (2.0 - 4.0 * PI / 5.0).max(0.0);
    case!("mass pushed by a square wave", "speed at 2 s", ClosedForm, "time for which sin 5t > 0")
        .answer(impulse + last, "m/s")
        .work(out.work.steps, out.work.evaluations)
        .off(out.state[2] - impulse - last, 1e-11);
}

#[test]
fn a_limit_is_reported_once_each_time_it_is_passed() {
    for integrator in ["dop853", "dopri5", "merson", "radau"] {
        let mut m = empty(SpaceKind::Planar);
        m.gravity = [0.0, -9.81, 0.0];
        m.bodies.push(plate("arm", 1.0, 0.1, [1.0, 0.0], 0.0));
        m.joints.push(joint("hinge", JointKind::Revolute(Revolute), ground([0.0; 3]), on(0, [-1.0, 0.0, 0.0])));
        m.joints[0].limits = Some([-1.0, 10.0]);
        // loose, so that the dense output is visibly off the step it belongs to
        m.run = RunSettings {
            duration: 3.0,
            every: 0.1,
            rtol: 1e-5,
            integrator: integrator.to_owned(),
            ..RunSettings::default()
        };
        let (out, _) = finish(&m);
        // swings through −π and back: passes −1 downwards once per swing, at about 0.5 s and 3 s later
        let passed: Vec<f64> = out.events.iter().filter(|e| e.kind == "limit").map(|e| e.time).collect();
        assert!(!passed.is_empty());
        assert!(passed.windows(2).all(|w| w[1] - w[0] > 0.5), "{integrator}: {passed:?}");
    }
}

/// A disc thrown along a line without spin, at 3 m/s.
fn thrown() -> Model {
    let mut m = empty(SpaceKind::Planar);
    m.bodies.push(plate("disc", 2.0, 0.5 * 2.0 * 0.04, [0.0, 0.2], 0.0));
    m.bodies[0].velocity = [3.0, 0.0, 0.0];
    let mut roll =
        joint("roll", JointKind::RollingOnLine(RollingOnLine { radius: 0.2 }), ground([0.0; 3]), on(0, [0.0; 3]));
    roll.attached = false;
    m.joints.push(roll);
    m.switches.push(switch(true, 0, Trigger::At(0.5)));
    m.run = RunSettings { duration: 1.0, every: 0.1, rtol: 1e-12, ..RunSettings::default() };
    m
}

#[test]
fn a_disc_caught_by_rolling_keeps_two_thirds_of_its_speed() {
    let (out, _) = finish(&thrown());
    case!("disc thrown, then made to roll", "speed", ClosedForm, "2 v₀/3")
        .answer(2.0, "m/s")
        .work(out.work.steps, out.work.evaluations)
        .off(out.state[3] - 2.0, 1e-12);
    assert!((out.state[5] + 10.0).abs() < 1e-11, "{:?}", out.state);
}

#[test]
fn gears_mesh_where_they_are_when_attached() {
    let mut m = empty(SpaceKind::Planar);
    for i in 0..2 {
        let x = 2.0 * f64::from(i);
        m.bodies.push(plate(&format!("wheel[{i}]"), 1.0, 1.0, [x, 0.0], 0.0));
        m.joints.push(joint(
            &format!("axle[{i}]"),
            JointKind::Revolute(Revolute),
            ground([x, 0.0, 0.0]),
            on(i as usize, [0.0; 3]),
        ));
    }
    m.bodies[0].spin = [0.0, 0.0, 3.0];
    let [first, second] = [0, 1].map(|joint| Coordinate { joint, index: 0 });
    let mut mesh =
        joint("mesh", JointKind::Gear(Gear::between(first, second, -1.0)), ground([0.0; 3]), ground([0.0; 3]));
    mesh.attached = false;
    m.joints.push(mesh);
    m.switches.push(switch(true, 2, Trigger::At(0.25)));
    m.run = RunSettings { duration: 1.0, every: 0.1, rtol: 1e-12, ..RunSettings::default() };
    let (out, _) = finish(&m);
    // equal wheels: each keeps half, in opposite senses
    case!("equal wheels meshed while one turns", "rates", ClosedForm, "half each, in opposite senses")
        .answer(1.5, "rad/s")
        .work(out.work.steps, out.work.evaluations)
        .off(largest([out.state[8] - 1.5, out.state[11] + 1.5]), 1e-12);
}

#[test]
fn a_weld_fits_after_whole_turns() {
    // one turn in one second, then stuck to the ground where it started
    let mut m = empty(SpaceKind::Planar);
    m.bodies.push(plate("wheel", 1.0, 1.0, [0.0, 0.0], 0.0));
    m.bodies[0].spin = [0.0, 0.0, 2.0 * PI];
    m.joints.push(joint("stuck", JointKind::Weld(Weld), ground([0.0; 3]), on(0, [0.0; 3])));
    m.joints[0].attached = false;
    m.switches.push(switch(true, 0, Trigger::At(1.0)));
    m.run = RunSettings { duration: 1.5, every: 0.1, rtol: 1e-12, ..RunSettings::default() };
    let (out, _) = finish(&m);
    assert!((out.ledger.lost - 2.0 * PI * PI).abs() < 1e-9, "{:?}", out.ledger);
    assert!((out.state[2] - 2.0 * PI).abs() < 1e-9, "the angle keeps its turns: {}", out.state[2]);
}

#[test]
fn a_weld_in_space_does_not_fit_half_a_turn_away() {
    for kind in [JointKind::Weld(Weld), JointKind::Prismatic(Prismatic)] {
        let mut m = empty(SpaceKind::Spatial);
        m.bodies.push(solid("wheel", 1.0, [1.0; 3], [0.0; 3], [1.0, 0.0, 0.0, 0.0]));
        m.bodies[0].spin = [0.0, 0.0, PI];
        m.joints.push(joint("stuck", kind, ground([0.0; 3]), on(0, [0.0; 3])));
        m.joints[0].attached = false;
        m.switches.push(switch(true, 0, Trigger::At(1.0)));
        m.run = RunSettings { duration: 1.5, every: 0.1, rtol: 1e-12, ..RunSettings::default() };
        let (error, _, _) = fail(&m);
        assert_eq!(error.code(), "E0804", "{error}");
    }
}

#[test]
fn what_comes_and_goes_redoes_only_its_part_of_the_equations() {
    let mut m = chain(SpaceKind::Planar, 30);
    m.switches.push(switch(false, 29, Trigger::At(0.05)));
    m.switches.push(switch(false, 27, Trigger::At(0.1)));
    m.run = RunSettings { duration: 0.2, every: 0.1, rtol: 1e-8, ..RunSettings::default() };
    let (out, _) = finish(&m);
    assert_eq!((out.work.symbolic, out.work.pattern_changes), (1, 2));
    assert!(out.work.redone > 0 && out.work.redone <= 8, "{} of 60 pivots", out.work.redone);
    let named = out.work.counts();
    assert!(named.iter().any(|(name, n)| name == "redone" && *n == out.work.redone));
}
