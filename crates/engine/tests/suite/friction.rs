//! Dry friction in joints against closed forms and an independent integration.

use crate::support;

use mainspring_definition::SpaceKind;
use mainspring_engine::{Engine, Outcome};
use mainspring_joints::{Prismatic, Revolute};
use mainspring_model::*;
use mainspring_record::{Event, Memory};
use mainspring_trust::{Against::ClosedForm, case};
use support::*;

const G: f64 = 9.81;

fn coulomb(kinetic: f64, resting: f64, arm: f64) -> Option<Friction> {
    Some(Friction { kinetic, resting, law: FrictionLaw::Coulomb { arm } })
}

fn constant(kinetic: f64, resting: f64) -> Option<Friction> {
    Some(Friction { kinetic, resting, law: FrictionLaw::Constant })
}

fn tight(duration: f64) -> RunSettings {
    RunSettings { duration, every: duration, rtol: 1e-12, atol: 1e-14, ..RunSettings::default() }
}

/// A block of 2 kg on a rail that rises at `slope`, thrown along it.
fn incline(space: SpaceKind, slope: f64, friction: Option<Friction>, rate: f64, duration: f64) -> Model {
    let mut m = empty(space);
    m.gravity = [0.0, -G, 0.0];
    let (s, c) = libm::sincos(slope);
    let (rail, block) = match space {
        SpaceKind::Planar => {
            m.bodies.push(plate("block", 2.0, 0.3, [0.0; 2], slope));
            (Frame { angle: slope, ..Frame::at([0.0; 3]) }, Frame::at([0.0; 3]))
        }
        SpaceKind::Spatial => {
            m.bodies.push(solid("block", 2.0, [0.1, 0.2, 0.3], [0.0; 3], [1.0, 0.0, 0.0, 0.0]));
            // z along the rail
            let axes = [[-s, c, 0.0], [0.0, 0.0, 1.0], [c, s, 0.0]];
            (Frame { axes, ..Frame::at([0.0; 3]) }, Frame { axes, ..Frame::at([0.0; 3]) })
        }
    };
    let (a, b) = (Marker { body: None, frame: rail }, Marker { body: Some(0), frame: block });
    m.joints.push(joint("rail", JointKind::Prismatic(Prismatic), a, b));
    m.joints[0].friction = friction;
    m.bodies[0].velocity = [rate * c, rate * s, 0.0];
    let here = Coordinate { joint: 0, index: 0 };
    record(&mut m, "travel", Probe::Coordinate { coordinate: here, order: 0 });
    record(&mut m, "speed", Probe::Coordinate { coordinate: here, order: 1 });
    record(&mut m, "friction", Probe::Friction { joint: 0 });
    record(&mut m, "heat", Probe::Work(Load::Friction(0)));
    m.run = tight(duration);
    m
}

fn last(out: &Outcome) -> &[f64] {
    &out.samples.last().expect("a sample at the end").values
}

fn near(is: f64, should: f64, within: f64, what: &str) {
    assert!((is - should).abs() <= within, "{what}: {is} is not {should}, off by {:e}", is - should);
}

fn kinds(out: &Outcome) -> Vec<&str> {
    out.events.iter().map(|e| e.kind.as_str()).collect()
}

#[test]
fn a_block_slides_down_if_the_slope_is_steeper_than_the_friction() {
    for space in [SpaceKind::Planar, SpaceKind::Spatial] {
        for (slope, mu) in [(0.5, 0.2), (0.9, 1.0), (0.3, 0.05)] {
            let (out, _) = finish(&incline(space, slope, coulomb(mu, mu, 1.0), 0.0, 1.5));
            let (s, c) = libm::sincos(slope);
            let a = G * (s - mu * c);
            let [travel, speed, friction, heat] = last(&out) else { panic!("four values") };
            let way = -0.5 * a * 1.5 * 1.5;
            let quantity = format!("travel at 1.5 s, {space:?}, slope {slope} rad, μ = {mu}");
            case!("block sliding down with friction", quantity, ClosedForm, "g (sin α − μ cos α) t²/2")
                .answer(way, "m")
                .work(out.work.steps, out.work.evaluations)
                .off(travel - way, 1e-11);
            near(*speed, -a * 1.5, 1e-11, "speed");
            near(*friction, 2.0 * G * mu * c, 1e-11, "friction");
            near(*heat, 2.0 * G * mu * c * travel.abs(), 1e-10, "heat");
            assert_eq!(kinds(&out), ["slip"]);
            assert!(out.ledger.relative < 1e-12, "{:?}", out.ledger);
        }
        for (slope, mu) in [(0.5, 0.6), (0.1, 0.11)] {
            let (out, _) = finish(&incline(space, slope, coulomb(0.5 * mu, mu, 1.0), 0.0, 1.5));
            let [travel, speed, friction, heat] = last(&out) else { panic!("four values") };
            near(*travel, 0.0, 1e-14, "travel");
            near(*speed, 0.0, 1e-14, "speed");
            near(*friction, 2.0 * G * libm::sin(slope), 1e-12, "friction");
            near(*heat, 0.0, 0.0, "heat");
            assert!(out.events.is_empty());
        }
    }
}

#[test]
fn a_block_thrown_uphill_stops_when_it_must_and_stays_if_it_can() {
    for space in [SpaceKind::Planar, SpaceKind::Spatial] {
        for (slope, kinetic, resting) in [(0.4, 0.3, 0.5), (0.4, 0.1, 0.3), (0.6, 0.5, 0.68), (0.6, 0.5, 0.7)] {
            let (out, _) = finish(&incline(space, slope, coulomb(kinetic, resting, 1.0), 3.0, 2.0));
            let (s, c) = libm::sincos(slope);
            let stop = 3.0 / (G * (s + kinetic * c));
            let reach = 0.5 * 3.0 * stop;
            let quantity = format!("moment of rest, {space:?}, slope {slope} rad, μ = {kinetic}, {resting} at rest");
            case!("block thrown uphill with friction", quantity, ClosedForm, "v₀/(g (sin α + μ cos α))")
                .answer(stop, "s")
                .work(out.work.steps, out.work.evaluations)
                .off(out.events[0].time - stop, 1e-11);
            let stays = libm::tan(slope) <= resting;
            assert_eq!(kinds(&out), [if stays { "stick" } else { "slip" }], "{slope} {resting}");
            let after = 2.0 - stop;
            let back = if stays { 0.0 } else { 0.5 * G * (s - kinetic * c) * after * after };
            near(last(&out)[0], reach - back, 1e-10, "travel");
            near(last(&out)[3], 2.0 * G * kinetic * c * (reach + back), 1e-10, "heat");
            assert!(out.ledger.relative < 1e-11, "{:?}", out.ledger);
        }
    }
}

/// A bar of mass 1.5 kg on a hinge 0.4 m from its centre, at rest at `angle` from hanging.
fn bar(angle: f64, friction: Option<Friction>, duration: f64) -> Model {
    let mut m = empty(SpaceKind::Planar);
    m.gravity = [0.0, -G, 0.0];
    let (s, c) = libm::sincos(angle);
    m.bodies.push(plate("bar", 1.5, 0.08, [0.4 * s, -0.4 * c], angle));
    m.joints.push(joint("pin", JointKind::Revolute(Revolute), ground([0.0; 3]), on(0, [0.0, 0.4, 0.0])));
    m.joints[0].friction = friction;
    record(&mut m, "angle", Probe::Coordinate { coordinate: Coordinate { joint: 0, index: 0 }, order: 0 });
    record(&mut m, "rate", Probe::Coordinate { coordinate: Coordinate { joint: 0, index: 0 }, order: 1 });
    m.run = tight(duration);
    m
}

/// Steps to the end; the state just after every event.
fn states_at_events(mut engine: Engine) -> Vec<(Event, Vec<f64>)> {
    let mut memory = Memory::default();
    let mut out = Vec::new();
    loop {
        let stop = engine.advance(&mut memory).expect("it goes on");
        for event in memory.events.drain(..) {
            out.push((event, engine.state().to_vec()));
        }
        if stop == mainspring_engine::Stop::End {
            return out;
        }
    }
}

#[test]
fn a_pendulum_with_constant_friction_loses_its_swing_by_the_energy_integral_and_sticks() {
    let torque = 0.35;
    let weight = 1.5 * G * 0.4;
    let found = states_at_events(engine(&bar(1.4, constant(torque, torque), 12.0)));
    // m g l (cos θ₁ − cos θ₀) = τ (|θ₀| + |θ₁|), on alternate sides
    let (mut swing, mut side) = (1.4_f64, -1.0);
    let mut turns = 0;
    assert_eq!(found[0].0.kind, "slip");
    for (event, y) in &found[1..] {
        let (mut low, mut high) = (-(1.0 - 1e-9) * swing, swing);
        let left = |x: f64| weight * (libm::cos(x) - libm::cos(swing)) - torque * (swing + x);
        for _ in 0..200 {
            let middle = 0.5 * (low + high);
            if left(middle) > 0.0 { low = middle } else { high = middle }
        }
        swing = low;
        near(y[2], side * swing, 1e-10, "angle at rest");
        side = -side;
        turns += 1;
        let stays = weight * libm::sin(swing).abs() <= torque;
        assert_eq!(event.kind, if stays { "stick" } else { "slip" });
        assert_eq!(stays, turns == found.len() - 1);
    }
    assert!(turns > 5, "{turns}");
    let (out, _) = finish(&bar(1.4, constant(torque, torque), 12.0));
    assert!(out.ledger.relative < 1e-10, "{:?}", out.ledger);
}

#[test]
fn stick_and_slip_on_a_moving_spring_keep_the_period_of_the_closed_form() {
    let (mass, k, pull, low, high) = (0.7, 50.0, 0.25, 2.0, 3.0);
    let mut m = empty(SpaceKind::Planar);
    m.bodies.push(plate("block", mass, 0.01, [0.0; 2], 0.0));
    m.bodies.push(plate("hook", 0.1, 0.01, [1.0, 0.0], 0.0));
    m.joints.push(joint("bed", JointKind::Prismatic(Prismatic), ground([0.0; 3]), on(0, [0.0; 3])));
    m.joints.push(joint("pull", JointKind::Prismatic(Prismatic), ground([1.0, 0.0, 0.0]), on(1, [0.0; 3])));
    m.joints[0].friction = constant(low, high);
    let speed = m.programs.constant(pull);
    m.drives.push(drive("pull", 1, 0, DriveKind::Speed, speed));
    m.springs.push(spring("spring", SpringKind::Linear { a: on(0, [0.0; 3]), b: on(1, [0.0; 3]) }, k, 0.0, 1.0));
    m.run = tight(6.0);
    let (out, _) = finish(&m);
    let w = (k / mass).sqrt();
    let slip = (2.0 * std::f64::consts::PI - 2.0 * libm::atan((high - low) / k * w / pull)) / w;
    let rest = 2.0 * (high - low) / (k * pull);
    let mut time = high / (k * pull);
    assert!(out.events.len() > 10);
    for pair in out.events.chunks(2) {
        assert_eq!(pair[0].kind, "slip");
        near(pair[0].time, time, 1e-10, "start of slip");
        time += slip;
        if let Some(end) = pair.get(1) {
            assert_eq!(end.kind, "stick");
            near(end.time, time, 1e-10, "end of slip");
            near(end.numbers[0].1, -(2.0 * low - high), 1e-9, "what holds it");
            near(end.numbers[1].1, high, 0.0, "what could");
        }
        time += rest;
    }
    assert!(out.ledger.relative < 1e-10, "{:?}", out.ledger);
}

#[test]
fn friction_of_a_pin_follows_the_reaction_of_the_same_instant() {
    let (mu, radius) = (0.6, 0.05);
    let (mass, arm) = (1.5, 0.4);
    let about = 0.08 + mass * arm * arm;
    // θ̈ from I θ̈ = −m g l sin θ − sgn μ r |F|, F = m (a − g), by iteration
    let acceleration = |angle: f64, rate: f64, side: f64| {
        let (s, c) = libm::sincos(angle);
        let mut a = -mass * G * arm * s / about;
        for _ in 0..60 {
            let along = mass * (arm * rate * rate + G * c);
            let across = mass * (arm * a + G * s);
            a = (-mass * G * arm * s - side * mu * radius * (along * along + across * across).sqrt()) / about;
        }
        a
    };
    let (mut angle, mut rate) = (1.4_f64, 0.0_f64);
    let (steps, h) = (6_000, 1e-4);
    for _ in 0..steps {
        let f = |x: f64, v: f64| (v, acceleration(x, v, -1.0));
        let (a1, b1) = f(angle, rate);
        let (a2, b2) = f(angle + 0.5 * h * a1, rate + 0.5 * h * b1);
        let (a3, b3) = f(angle + 0.5 * h * a2, rate + 0.5 * h * b2);
        let (a4, b4) = f(angle + h * a3, rate + h * b3);
        angle += h / 6.0 * (a1 + 2.0 * a2 + 2.0 * a3 + a4);
        rate += h / 6.0 * (b1 + 2.0 * b2 + 2.0 * b3 + b4);
    }
    assert!(rate < -0.1, "still on the first swing");
    let (out, _) = finish(&bar(1.4, coulomb(mu, mu, radius), 0.6));
    near(last(&out)[0], angle, 1e-11, "angle");
    near(last(&out)[1], rate, 1e-11, "rate");
    assert!(out.ledger.relative < 1e-11, "{:?}", out.ledger);
    // and to the end of the motion: it stays where weight and pin agree
    let (out, _) = finish(&bar(1.4, coulomb(mu, 1.2 * mu, radius), 12.0));
    assert_eq!(out.events.last().map(|e| e.kind.as_str()), Some("stick"));
    assert!(arm * libm::sin(last(&out)[0]).abs() <= 1.2 * mu * radius);
    assert!(out.ledger.relative < 1e-10, "{:?}", out.ledger);
}
