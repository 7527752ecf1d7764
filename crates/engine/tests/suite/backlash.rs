//! Gears and racks with play: flight between the flanks, blows, rebounds, parting, against closed forms.

use crate::support;

use mainspring_definition::SpaceKind;
use mainspring_engine::Outcome;
use mainspring_joints::{Gear, Prismatic, Revolute};
use mainspring_model::*;
use mainspring_trust::{Against::ClosedForm, case};
use support::*;

const FIRST: f64 = 0.02;
const SECOND: f64 = 0.05;

/// Two wheels on fixed axles, `second = ratio × first` within a play; they turn at `rates`.
fn pair(ratio: f64, width: f64, restitution: f64, rates: [f64; 2], duration: f64) -> Model {
    let mut m = empty(SpaceKind::Planar);
    m.bodies.push(plate("first", 1.0, FIRST, [0.0; 2], 0.0));
    m.bodies.push(plate("second", 1.0, SECOND, [1.0, 0.0], 0.0));
    m.joints.push(joint("o", JointKind::Revolute(Revolute), ground([0.0; 3]), on(0, [0.0; 3])));
    m.joints.push(joint("p", JointKind::Revolute(Revolute), ground([1.0, 0.0, 0.0]), on(1, [0.0; 3])));
    let (first, second) = (Coordinate { joint: 0, index: 0 }, Coordinate { joint: 1, index: 0 });
    let mut gear =
        joint("mesh", JointKind::Gear(Gear::between(first, second, ratio)), on(0, [0.0; 3]), on(1, [0.0; 3]));
    gear.backlash = Some(Backlash { width, restitution });
    m.joints.push(gear);
    for (b, rate) in rates.into_iter().enumerate() {
        m.bodies[b].spin = [0.0, 0.0, rate];
    }
    record(&mut m, "first", Probe::Coordinate { coordinate: first, order: 1 });
    record(&mut m, "second", Probe::Coordinate { coordinate: second, order: 1 });
    record(&mut m, "play", Probe::Play { joint: 2 });
    m.run = RunSettings { duration, every: duration, rtol: 1e-12, atol: 1e-14, ..RunSettings::default() };
    m
}

fn number(out: &Outcome, event: usize, name: &str) -> f64 {
    let numbers = &out.events[event].numbers;
    numbers.iter().find(|(n, _)| n == name).unwrap_or_else(|| panic!("{name} in {numbers:?}")).1
}

fn near(is: f64, should: f64, within: f64, what: &str) {
    assert!((is - should).abs() <= within, "{what}: {is} is not {should}, off by {:e}", is - should);
}

fn kinds(out: &Outcome) -> Vec<&str> {
    out.events.iter().map(|e| e.kind.as_str()).collect()
}

#[test]
fn wheels_fly_freely_through_the_play_and_meet_without_rebound() {
    for (ratio, rate) in [(-0.5, 3.0), (2.0, -1.5), (-1.5, -0.4)] {
        let width = 0.02;
        let (out, _) = finish(&pair(ratio, width, 0.0, [rate, 0.0], 1.0));
        let speed = (ratio * rate).abs();
        let mobility = ratio * ratio / FIRST + 1.0 / SECOND;
        assert_eq!(kinds(&out), ["contact"]);
        near(out.events[0].time, 0.5 * width / speed, 1e-12, "time of flight");
        near(number(&out, 0, "speed"), speed, 1e-12, "speed");
        near(number(&out, 0, "impulse").abs(), speed / mobility, 1e-12, "impulse");
        near(number(&out, 0, "lost"), 0.5 * speed * speed / mobility, 1e-13, "energy lost");
        let quantity = format!("energy lost in the blow, ratio {ratio}");
        case!("gears meeting through their play", quantity, ClosedForm, "½ v²/(r²/I₁ + 1/I₂)")
            .answer(0.5 * speed * speed / mobility, "J")
            .work(out.work.steps, out.work.evaluations)
            .off(out.ledger.lost - 0.5 * speed * speed / mobility, 1e-13);
        let impulse = number(&out, 0, "impulse");
        let values = &out.samples[0].values;
        near(values[0], rate - ratio * impulse / FIRST, 1e-12, "rate of the first wheel");
        near(values[1], impulse / SECOND, 1e-12, "rate of the second wheel");
        near(values[1], ratio * values[0], 1e-12, "they turn together");
        near(values[2].abs(), 0.5 * width, 1e-12, "on a flank");
        assert!(out.ledger.relative < 1e-12, "{:?}", out.ledger);
    }
}

#[test]
fn a_rebound_goes_from_flank_to_flank_with_the_speed_it_has_left() {
    let (width, e) = (0.02, 0.8);
    let (out, _) = finish(&pair(-0.5, width, e, [4.0, 0.0], 0.2));
    let mut time = 0.5 * width / 2.0;
    let mut speed = 2.0;
    assert!(out.events.len() >= 8, "{}", out.events.len());
    for k in 0..out.events.len() {
        assert_eq!(out.events[k].kind, "contact");
        near(out.events[k].time, time, 1e-11, "time of the blow");
        near(number(&out, k, "speed"), speed, 1e-11, "speed");
        near(number(&out, k, "rebound"), e * speed, 1e-11, "rebound");
        speed *= e;
        time += width / speed;
    }
    assert!(out.ledger.relative < 1e-11, "{:?}", out.ledger);
}

#[test]
fn bounces_on_one_flank_end_in_contact_at_the_moment_they_accumulate() {
    let (width, e, torque) = (0.02, 0.5, 0.3);
    let mut m = pair(1.0, width, e, [0.0, 0.0], 2.0);
    let value = m.programs.constant(torque);
    m.drives.push(drive("o", 0, 0, DriveKind::Effort, value));
    let (out, _) = finish(&m);
    // e̤ = −τ/I while free: falls from the middle, then bounces of 2u/a each, u shrinking by ε
    let a = torque / FIRST;
    let fall = (width / a).sqrt();
    let hit = a * fall;
    near(out.events[0].time, fall, 1e-12, "first blow");
    near(number(&out, 0, "speed"), hit, 1e-11, "its speed");
    near(out.events[1].time, fall + 2.0 * e * hit / a, 1e-11, "second blow");
    let count = out.events.len();
    assert!(count > 8 && count < 30, "{count}");
    assert!(out.events[..count - 1].iter().all(|e| e.kind == "contact"));
    let gather = fall + 2.0 * e * hit / (a * (1.0 - e));
    assert_eq!(out.events[count - 1].kind, "rest", "the last one stays");
    near(number(&out, count - 1, "accumulates"), gather, 1e-9, "accumulation");
    // from then on they turn as one
    let values = &out.samples[0].values;
    near(values[2], -0.5 * width, 1e-12, "on the flank");
    let momentum = torque * 2.0;
    near(FIRST * values[0] + SECOND * values[1], momentum, 1e-10, "momentum");
    near(values[0], values[1], 1e-12, "same rate");
    assert!(out.ledger.relative < 1e-10, "{:?}", out.ledger);
}

#[test]
fn a_flank_lets_go_when_it_would_have_to_pull() {
    // τ = τ₀ (1 − t/T) on the first wheel: the push of the flank is in proportion and ends at T
    let (width, switch) = (0.02, 0.7);
    let mut m = pair(1.0, width, 0.0, [0.0, 0.0], 1.5);
    let t = m.programs.push(Node::Time);
    let (level, slope) = (m.programs.constant(0.4), m.programs.constant(-0.4 / switch));
    let fall = binary(&mut m, BinaryFn::Mul, slope, t);
    let torque = binary(&mut m, BinaryFn::Add, level, fall);
    m.drives.push(drive("o", 0, 0, DriveKind::Effort, torque));
    let (out, _) = finish(&m);
    assert_eq!(kinds(&out), ["contact", "part", "contact"]);
    near(out.events[1].time, switch, 1e-11, "parting");
    // apart, the first wheel slows by −τ₀ (t − T)/(T I): the play b is crossed after (6 b T I/τ₀)^⅓
    let flight = libm::cbrt(6.0 * width * switch * FIRST / 0.4);
    near(out.events[2].time, switch + flight, 1e-10, "the other flank");
    near(out.samples[0].values[2], 0.5 * width, 1e-12, "on the upper flank");
    assert!(out.ledger.relative < 1e-10, "{:?}", out.ledger);
}

#[test]
fn a_rack_with_play_and_friction_holds_and_is_knocked_loose() {
    let mut m = empty(SpaceKind::Planar);
    m.bodies.push(plate("pinion", 1.0, FIRST, [0.0; 2], 0.0));
    m.bodies.push(plate("rack", 2.0, 0.1, [0.0, -0.1], 0.0));
    m.joints.push(joint("o", JointKind::Revolute(Revolute), ground([0.0; 3]), on(0, [0.0; 3])));
    m.joints.push(joint("rail", JointKind::Prismatic(Prismatic), ground([0.0, -0.1, 0.0]), on(1, [0.0; 3])));
    m.joints[1].friction = Some(Friction { kinetic: 4.0, resting: 6.0, law: FrictionLaw::Constant });
    let (first, second) = (Coordinate { joint: 0, index: 0 }, Coordinate { joint: 1, index: 0 });
    let mut gear = joint("mesh", JointKind::Gear(Gear::between(first, second, 0.1)), on(0, [0.0; 3]), on(1, [0.0; 3]));
    gear.backlash = Some(Backlash { width: 0.001, restitution: 0.0 });
    m.joints.push(gear);
    m.bodies[0].spin = [0.0, 0.0, 5.0];
    m.run = RunSettings { duration: 1.0, every: 1.0, rtol: 1e-12, atol: 1e-14, ..RunSettings::default() };
    let (out, _) = finish(&m);
    // the blow moves the rack, friction brings both to rest: they slow down together, pinion pushing
    // at rest nothing presses the teeth together any more
    assert_eq!(kinds(&out), ["contact", "slip", "part", "stick"]);
    let mobility = 0.01 / FIRST + 0.5;
    let speed = 0.5 / mobility * 0.5;
    let together = 2.0 + FIRST / 0.01;
    near(out.events[1].time, 0.001, 1e-12, "blow");
    near(out.events[3].time, 0.001 + speed * together / 4.0, 1e-10, "rest");
    assert!(out.ledger.relative < 1e-10, "{:?}", out.ledger);
}
