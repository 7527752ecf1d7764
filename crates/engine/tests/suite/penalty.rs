//! The penalty method against closed forms: restitution, resting, sliding, energy, and how it comes near rigid contact.

use crate::penalty_adapt::in_fixed_steps;
use crate::soft;
use crate::support;

use mainspring_definition::{SpaceKind, Span};
use mainspring_dynamics::assemble;
use mainspring_engine::{Checkpoint, Engine, Options, Outcome};
use mainspring_joints::Revolute;
use mainspring_model::*;
use mainspring_record::{Event, Memory};
use mainspring_trust::{Against::ClosedForm, case};
use soft::{G, last, pair, soft};
use std::sync::Arc;
use support::*;

fn disc(path: &str, radius: f64, mass: f64, at: [f64; 2]) -> Body {
    let mut b = plate(path, mass, 0.5 * mass * radius * radius, at, 0.0);
    b.shape = Some(Shape::Region(mainspring_geometry::Region::disc([0.0; 2], radius).expect("a disc")));
    b
}

fn block(path: &str, size: [f64; 2], mass: f64, at: [f64; 2], angle: f64) -> Body {
    let mut b = plate(path, mass, mass * (size[0] * size[0] + size[1] * size[1]) / 12.0, at, angle);
    b.shape = Some(Shape::Region(mainspring_geometry::Region::rect(size[0], size[1]).expect("a block")));
    b
}

/// A floor of 20 m whose top passes through the origin at an angle.
fn floor(angle: f64) -> Obstacle {
    let (s, c) = libm::sincos(angle);
    Obstacle {
        path: "floor".to_owned(),
        span: Span::NOWHERE,
        shape: Shape::Region(mainspring_geometry::Region::rect(20.0, 1.0).expect("a floor")),
        pose: Pose { position: [0.5 * s, -0.5 * c, 0.0], angle, ..Pose::IDENTITY },
    }
}

/// A ball above the floor, thrown down.
pub fn ball(height: f64, speed: f64, stiffness: f64, restitution: f64, gravity: f64, duration: f64) -> Model {
    let mut m = empty(SpaceKind::Planar);
    m.gravity = [0.0, -gravity, 0.0];
    m.bodies.push(disc("ball", 0.1, 1.0, [0.0, height + 0.1]));
    m.bodies[0].velocity = [0.0, -speed, 0.0];
    m.obstacles.push(floor(0.0));
    m.contacts.pairs.push(pair(0, Touched::Obstacle(0), 0.0, restitution));
    m.contacts.method = soft(stiffness);
    record(&mut m, "height", center(0, 0, 1));
    record(&mut m, "speed", center(0, 1, 1));
    m.run = RunSettings { duration, every: duration, rtol: 1e-11, atol: 1e-13, ..RunSettings::default() };
    m
}

pub fn of_kind<'a>(out: &'a Outcome, kind: &str) -> Vec<&'a Event> {
    out.events.iter().filter(|e| e.kind == kind).collect()
}

#[test]
fn a_ball_comes_back_with_its_restitution_at_every_speed() {
    for e in [1.0, 0.8, 0.5, 0.2] {
        for speed in [0.05, 1.0, 20.0] {
            let (out, _) = finish(&ball(0.1 * speed, speed, 1e5, e, 0.0, 0.5));
            let is = last(&out)[1] / speed;
            let what = format!("rebound over approach, e = {e}, {speed} m/s");
            case!("soft contact: lone impact", what, ClosedForm, "Hunt–Crossley, (1 + e) x = ln((1 + x)/(1 − e x))")
                .answer(e, "1")
                .work(out.work.steps, out.work.evaluations)
                .off(is - e, 1e-8);
            assert!(out.ledger.relative < 1e-9, "{:?}", out.ledger);
            let kinds: Vec<_> = out.events.iter().map(|e| e.kind.as_str()).collect();
            assert_eq!(kinds, ["contact", "part"]);
        }
    }
}

#[test]
fn a_spring_and_damper_of_ones_own_lets_go_before_it_pulls() {
    // m u″ + c u′ + k u = 0 until the force vanishes: ω_d t = π − 2φ with sin φ = ζ, then the speed is kept
    let k: f64 = 1e4;
    for zeta in [0.05_f64, 0.3, 0.7] {
        let mut m = ball(0.1, 2.0, k, 1.0, 0.0, 0.5);
        let damping = Some(2.0 * zeta * k.sqrt());
        m.contacts.method = ContactMethod::Penalty(Penalty { stiffness: k, damping, slip_speed: 1e-3, adapt: false });
        let (out, _) = finish(&m);
        let phi = libm::asin(zeta);
        let e = libm::exp(-libm::tan(phi) * (std::f64::consts::PI - 2.0 * phi));
        case!("soft contact: damper", format!("rebound over approach, ζ = {zeta}"), ClosedForm, "exp(−(π − 2φ) tan φ)")
            .answer(e, "1")
            .work(out.work.steps, out.work.evaluations)
            .off(last(&out)[1] / 2.0 - e, 1e-8);
        assert!(out.ledger.relative < 1e-9, "{:?}", out.ledger);
    }
}

#[test]
fn impact_times_come_near_those_of_rigid_contact_like_one_over_the_root_of_stiffness() {
    // δ″ = g − ω²δ between the touch at speed v and the next δ = 0: t = (2/ω)(π − atan(ωv/g)) → π/ω
    let (h, g): (f64, f64) = (0.5, G);
    let (fall, v) = ((2.0 * h / g).sqrt(), (2.0 * g * h).sqrt());
    let mut errors = Vec::new();
    for k in [1e4, 1e6, 1e8] {
        let (out, _) = finish(&ball(h, 0.0, k, 1.0, g, 1.2));
        let meets = of_kind(&out, "contact");
        let omega = f64::sqrt(k);
        let stays = 2.0 / omega * (std::f64::consts::PI - libm::atan(omega * v / g));
        let second = 3.0 * fall + stays;
        case!(
            "soft contact: bounce",
            format!("second touch, k = {k:e} N/m"),
            ClosedForm,
            "3√(2h/g) + (2/ω)(π − atan(ωv/g))"
        )
        .answer(second, "s")
        .work(out.work.steps, out.work.evaluations)
        .off(meets[1].time - second, 1e-8);
        assert!((meets[0].time - fall).abs() < 1e-11, "{}", meets[0].time - fall);
        errors.push(meets[1].time - 3.0 * fall);
        assert!(out.ledger.relative < 1e-9, "{:?}", out.ledger);
    }
    // a hundred times stiffer, ten times nearer
    for pair in errors.windows(2) {
        let order = libm::log10(pair[0] / pair[1]) / 2.0;
        assert!((order - 0.5).abs() < 0.01, "{order} {errors:?}");
    }
}

/// A block on an incline, touching it without load.
pub fn incline(slope: f64, friction: f64, duration: f64) -> Model {
    let mut m = empty(SpaceKind::Planar);
    m.gravity = [0.0, -G, 0.0];
    let (s, c) = libm::sincos(slope);
    m.bodies.push(block("block", [0.4, 0.1], 2.0, [-0.05 * s, 0.05 * c], slope));
    m.obstacles.push(floor(slope));
    m.contacts.pairs.push(pair(0, Touched::Obstacle(0), friction, 0.2));
    m.contacts.method = soft(1e6);
    record(&mut m, "vx", center(0, 1, 0));
    record(&mut m, "vy", center(0, 1, 1));
    for quantity in [ContactQuantity::NormalForce, ContactQuantity::FrictionForce, ContactQuantity::Slip] {
        record(&mut m, &format!("{quantity:?}"), Probe::Contact { pair: 0, quantity });
    }
    record(&mut m, "points", Probe::Contact { pair: 0, quantity: ContactQuantity::Points });
    record(&mut m, "heat", Probe::Work(Load::Contact(0)));
    m.run = RunSettings { duration, every: 0.5, rtol: 1e-9, atol: 1e-11, ..RunSettings::default() };
    m
}

#[test]
fn a_block_on_an_incline_creeps_slower_than_the_slip_speed_or_slides_with_the_right_acceleration() {
    let slope = 0.4;
    let (s, c) = libm::sincos(slope);
    let weight = 2.0 * G;
    let (out, _) = finish(&incline(slope, 1.05 * libm::tan(slope), 1.0));
    let [vx, vy, normal, friction, slip, points, _] = last(&out) else { panic!("seven values") };
    let speed = libm::hypot(*vx, *vy);
    assert!(speed > 0.0 && speed < 1e-3, "creeps at {speed}");
    assert!((slip - speed).abs() < 1e-9, "{slip} {speed}");
    assert!((normal - weight * c).abs() < 1e-5 * weight, "{normal}");
    assert!((friction - weight * s).abs() < 1e-5 * weight, "{friction}");
    assert_eq!(*points, 2.0);

    let mu = 0.3;
    let mut m = incline(slope, mu, 1.5);
    m.run.every = 0.5;
    let options = Options { at: vec![0.5, 1.5], ..Options::default() };
    let engine = Engine::new(assemble(&Arc::new(m)).expect("it assembles"), options).expect("it starts");
    let out = engine.run(&mut Memory::default(), |_| {}).expect("it ends");
    let at = |i: usize| libm::hypot(out.samples[i].values[0], out.samples[i].values[1]);
    let a = G * (s - mu * c);
    case!("soft contact: block on incline", "acceleration down the slope", ClosedForm, "g (sin α − μ cos α)")
        .answer(a, "m/s²")
        .work(out.work.steps, out.work.evaluations)
        .off(at(1) - at(0) - a, 1e-6);
    assert!(out.ledger.relative < 1e-8, "{:?}", out.ledger);
}

#[test]
fn a_disc_that_slips_ends_rolling_at_two_thirds() {
    let mut m = ball(0.0, 0.0, 1e6, 0.3, G, 1.5);
    m.contacts.pairs[0] = pair(0, Touched::Obstacle(0), 0.3, 0.3);
    m.bodies[0].velocity = [2.0, 0.0, 0.0];
    record(&mut m, "vx", center(0, 1, 0));
    let (out, _) = finish(&m);
    // it rolls on the middle of the overlap m g/k
    let arm = 0.1 - 0.5 * G / 1e6;
    let v = 2.0 / (1.0 + 0.5 * 0.01 / (arm * arm));
    assert!((v - 4.0 / 3.0).abs() < 1e-4);
    case!(
        "soft contact: rolling after slip",
        "speed of a disc thrown at 2 m/s",
        ClosedForm,
        "v₀/(1 + I/(m (r − m g/2k)²))"
    )
    .answer(v, "m/s")
    .work(out.work.steps, out.work.evaluations)
    .off(last(&out)[2] - v, 1e-6);
    assert!(out.ledger.relative < 1e-8, "{:?}", out.ledger);
}

#[test]
fn rolling_resistance_slows_a_disc_evenly() {
    // m a = −F and I ω̇ = F r − ρ N for pure rolling: a = −(ρ/r) g/(1 + I/(m r²)) = −(2/3) g ρ/r
    let mut m = ball(0.0, 0.0, 1e6, 0.3, G, 1.0);
    m.contacts.pairs[0] = ContactPair { rolling: 1e-3, ..pair(0, Touched::Obstacle(0), 0.5, 0.3) };
    m.bodies[0].velocity = [1.0, 0.0, 0.0];
    m.bodies[0].spin = [0.0, 0.0, -10.0];
    record(&mut m, "vx", center(0, 1, 0));
    let (out, _) = finish(&m);
    let v = 1.0 - 2.0 / 3.0 * G * 1e-3 / 0.1;
    // but for the overlap m g/k over the radius
    assert!((last(&out)[2] - v).abs() < 5e-5, "{} {v}", last(&out)[2]);
    assert!(out.ledger.relative < 1e-8, "{:?}", out.ledger);
}

#[test]
fn a_disc_in_a_groove_presses_on_both_sides() {
    // sides at 45°: each carries m g/√2
    let mut m = ball(0.0, 0.0, 1e6, 0.2, G, 1.0);
    let groove = [[-1.0, 1.0], [-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [0.0, 0.0]];
    m.obstacles[0].shape = Shape::Region(mainspring_geometry::Region::polygon(&groove).expect("a groove").0);
    m.obstacles[0].pose = Pose::IDENTITY;
    m.bodies[0].pose.position = [0.0, 0.1 * f64::sqrt(2.0) + 1e-3, 0.0];
    record(&mut m, "n", Probe::Contact { pair: 0, quantity: ContactQuantity::NormalForce });
    record(&mut m, "points", Probe::Contact { pair: 0, quantity: ContactQuantity::Points });
    record(&mut m, "load", Probe::ContactLoad { body: 0, torque: false, axis: 1 });
    let (out, _) = finish(&m);
    let [_, _, normal, points, load] = last(&out) else { panic!("five values") };
    assert_eq!(*points, 2.0);
    assert!((normal - f64::sqrt(2.0) * G).abs() < 1e-6, "{normal}");
    assert!((load - G).abs() < 1e-6, "{load}");
}

#[test]
fn a_box_dropped_flat_does_not_spin_and_rests_on_its_corners() {
    let mut m = empty(SpaceKind::Planar);
    m.gravity = [0.0, -G, 0.0];
    m.bodies.push(block("box", [0.4, 0.2], 1.0, [0.1, 0.15], 0.0));
    m.obstacles.push(floor(0.0));
    m.contacts.pairs.push(pair(0, Touched::Obstacle(0), 0.4, 0.3));
    m.contacts.method = soft(1e6);
    record(&mut m, "angle", Probe::Angle { body: 0, order: 0 });
    record(&mut m, "x", center(0, 0, 0));
    record(&mut m, "n", Probe::Contact { pair: 0, quantity: ContactQuantity::NormalForce });
    record(&mut m, "gap", Probe::Contact { pair: 0, quantity: ContactQuantity::Gap });
    m.run = RunSettings { duration: 1.0, every: 1.0, ..RunSettings::default() };
    let (out, _) = finish(&m);
    let [angle, x, normal, gap] = last(&out) else { panic!("four values") };
    assert!(angle.abs() < 1e-9 && (x - 0.1).abs() < 1e-9, "{angle} {x}");
    assert!((normal - G).abs() < 1e-4, "{normal}");
    assert!((gap + 0.5 * G / 1e6).abs() < 1e-9, "{gap}");
    assert!(out.ledger.relative < 1e-7, "{:?}", out.ledger);
}

#[test]
fn a_block_slides_over_the_end_of_a_table_and_falls() {
    let mut m = empty(SpaceKind::Planar);
    m.gravity = [0.0, -G, 0.0];
    m.bodies.push(block("block", [0.2, 0.1], 1.0, [9.5, 0.05], 0.0));
    m.bodies[0].velocity = [1.0, 0.0, 0.0];
    m.obstacles.push(floor(0.0));
    m.contacts.pairs.push(pair(0, Touched::Obstacle(0), 0.0, 0.2));
    m.contacts.method = soft(1e6);
    record(&mut m, "x", center(0, 0, 0));
    record(&mut m, "y", center(0, 0, 1));
    record(&mut m, "angle", Probe::Angle { body: 0, order: 0 });
    let options = Options { at: vec![0.45, 0.49, 1.1], ..Options::default() };
    m.run = RunSettings { duration: 1.1, every: 1.1, ..RunSettings::default() };
    let engine = Engine::new(assemble(&Arc::new(m)).expect("it assembles"), options).expect("it starts");
    let out = engine.run(&mut Memory::default(), |_| {}).expect("it ends");
    // until its centre is over the end it lies flat, held by a corner of its own and one of the table
    for sample in &out.samples[..2] {
        let [x, y, angle] = sample.values[..] else { panic!("three values") };
        assert!((x - 9.5 - sample.time).abs() < 1e-5, "{x}");
        assert!((y - 0.05).abs() < 2e-5 && angle.abs() < 1e-4, "{y} {angle}");
    }
    let [x, y, angle] = out.samples[2].values[..] else { panic!("three values") };
    assert!(x > 10.4 && y < -0.3 && angle < -0.3, "{x} {y} {angle}");
    assert!(out.ledger.relative < 1e-6, "{:?}", out.ledger);
    assert!(out.ledger.lost.abs() < 1e-6 * out.ledger.scale, "{:?}", out.ledger);
}

#[test]
fn two_discs_exchange_momentum_and_keep_it() {
    let mut m = empty(SpaceKind::Planar);
    m.bodies.push(disc("a", 0.1, 1.0, [0.0, 0.0]));
    m.bodies.push(disc("b", 0.2, 2.0, [0.5, 0.12]));
    m.bodies[0].velocity = [3.0, 0.2, 0.0];
    m.bodies[0].spin = [0.0, 0.0, 7.0];
    m.contacts.pairs.push(pair(0, Touched::Body(1), 0.3, 0.7));
    m.contacts.method = soft(1e6);
    m.run = RunSettings { duration: 0.5, every: 0.5, rtol: 1e-12, atol: 1e-14, ..RunSettings::default() };
    for b in 0..2 {
        for axis in 0..2 {
            record(&mut m, &format!("p{b}{axis}"), Probe::Momentum { body: b, axis });
        }
        record(&mut m, &format!("l{b}"), Probe::AngularMomentum { body: b, axis: 2 });
    }
    for b in 0..2 {
        for axis in 0..2 {
            record(&mut m, &format!("c{b}{axis}"), center(b, 0, axis));
        }
    }
    let (out, _) = finish(&m);
    let p = last(&out);
    assert!((p[0] + p[3] - 3.0).abs() < 1e-12, "{}", p[0] + p[3] - 3.0);
    assert!((p[1] + p[4] - 0.2).abs() < 1e-12, "{}", p[1] + p[4] - 0.2);
    // about the origin: of both about themselves, and of their centres
    let angular = p[2] + p[5] + p[6] * p[1] - p[7] * p[0] + p[8] * p[4] - p[9] * p[3];
    assert!((angular - 0.5 * 0.01 * 7.0).abs() < 1e-11, "{}", angular - 0.035);
    assert!(p[3] > 1.0, "no collision: {p:?}");
    assert!(out.ledger.relative < 1e-9, "{:?}", out.ledger);
}

#[test]
fn an_implicit_integrator_comes_to_the_same() {
    let made = |integrator: &str| {
        let mut m = incline(0.4, 0.2, 0.3);
        m.bodies[0].spin = [0.0, 0.0, 0.5];
        m.run.integrator = integrator.to_owned();
        m.run.rtol = 1e-9;
        let (out, _) = finish(&m);
        (last(&out).to_vec(), out)
    };
    let (explicit, _) = made("dop853");
    let (implicit, out) = made("radau");
    for i in 0..2 {
        assert!((explicit[i] - implicit[i]).abs() < 1e-5, "{explicit:?} {implicit:?}");
    }
    // a Jacobian that is wrong shows in the number of iterations
    assert!(out.work.newton_iterations < 12 * out.work.steps, "{:?}", out.work);
}

/// A pendulum of a rigid rod on a compliant hinge.
pub fn rod(stiffness: f64, damping: f64, adapt: bool) -> Model {
    let mut m = empty(SpaceKind::Planar);
    m.gravity = [0.0, -G, 0.0];
    m.bodies.push(plate("rod", 1.0, 1.0 / 12.0, [0.5, 0.0], 0.0));
    m.joints.push(joint("hinge", JointKind::Revolute(Revolute), ground([0.0; 3]), on(0, [-0.5, 0.0, 0.0])));
    m.joints[0].compliant = (stiffness > 0.0).then_some(Compliance {
        stiffness,
        damping,
        turning_stiffness: 0.0,
        turning_damping: 0.0,
        adapt,
        placed: true,
    });
    record(&mut m, "angle", Probe::Angle { body: 0, order: 0 });
    m.run = RunSettings { duration: 1.0, every: 1.0, ..RunSettings::default() };
    m
}

#[test]
fn compliant_joints_come_near_rigid_ones_like_one_over_their_stiffness() {
    let rigid = last(&finish(&rod(0.0, 0.0, false)).0)[0];
    let errors: Vec<f64> = [1e5_f64, 1e6, 1e7]
        .iter()
        .map(|k| (last(&finish(&rod(*k, 0.5 * k.sqrt(), false)).0)[0] - rigid).abs())
        .collect();
    for pair in errors.windows(2) {
        let order = libm::log10(pair[0] / pair[1]);
        assert!((order - 1.0).abs() < 0.1, "{order} {errors:?}");
    }
}

#[test]
fn a_checkpoint_continues_with_the_same_bits() {
    for (model, at) in [(in_fixed_steps(1e9, "rk4", 1e-3), 0.2495), (incline(0.4, 0.3, 0.4), 0.2)] {
        let start = || {
            Engine::new(assemble(&Arc::new(model.clone())).expect("it assembles"), Options::default())
                .expect("it starts")
        };
        let mut whole = start();
        let mut memory = Memory::default();
        while whole.time() < at {
            whole.advance(&mut memory).expect("a step");
        }
        let bytes = whole.checkpoint().to_bytes();
        let frozen = Checkpoint::from_bytes(&bytes).expect("a checkpoint");
        let assembled = assemble(&Arc::new(model.clone())).expect("it assembles");
        let resumed = Engine::resume(assembled, Options::default(), &frozen).expect("it resumes");
        let one = whole.run(&mut memory, |_| {}).expect("it ends");
        let two = resumed.run(&mut Memory::default(), |_| {}).expect("it ends");
        assert_eq!((one.hash, one.state), (two.hash, two.state));
        assert_eq!(one.ledger, two.ledger);
        assert_eq!(one.events, two.events);
    }
}

#[test]
fn parts_that_start_inside_each_other_or_have_no_shape_are_refused() {
    let deep = ball(-0.05, 0.0, 1e5, 0.5, G, 1.0);
    let Err(errors) = assemble(&Arc::new(deep)) else { panic!("it overlaps") };
    assert_eq!(errors[0].diagnostic().code, "E0709");
    let mut bare = ball(0.1, 0.0, 1e5, 0.5, G, 1.0);
    bare.bodies[0].shape = None;
    let Err(errors) = assemble(&Arc::new(bare)) else { panic!("it has no shape") };
    assert_eq!(errors[0].diagnostic().code, "E0715");
    // a little overlap is a spring under load
    let (out, _) = finish(&ball(-1e-5, 0.0, 1e6, 0.2, G, 0.5));
    assert!((last(&out)[0] - (0.1 - G / 1e6)).abs() < 1e-7, "{:?}", last(&out));
}

#[test]
fn mixed_polygons_clatter_to_rest_in_a_tray() {
    let mut m = empty(SpaceKind::Planar);
    m.gravity = [0.0, -G, 0.0];
    // a tray with sloping sides, in one piece and not convex
    let tray = [[-1.0, 0.6], [-1.2, -0.2], [1.2, -0.2], [1.0, 0.6], [0.8, 0.6], [0.6, 0.0], [-0.6, 0.0], [-0.8, 0.6]];
    m.obstacles.push(Obstacle {
        shape: Shape::Region(mainspring_geometry::Region::polygon(&tray).expect("a tray").0),
        pose: Pose::IDENTITY,
        ..floor(0.0)
    });
    for i in 0..4 {
        let x = -0.45 + 0.3 * f64::from(i);
        let b = match i % 2 {
            0 => block(&format!("block[{i}]"), [0.2, 0.12], 0.5, [x, 0.3], 0.3 * f64::from(i + 1)),
            _ => disc(&format!("disc[{i}]"), 0.08, 0.5, [x, 0.35]),
        };
        m.bodies.push(b);
    }
    for a in 0..4 {
        m.contacts.pairs.push(pair(a, Touched::Obstacle(0), 0.4, 0.3));
        m.contacts.pairs.extend((a + 1..4).map(|b| pair(a, Touched::Body(b), 0.4, 0.3)));
    }
    m.contacts.method = soft(1e5);
    let mut normal = 0;
    for (k, p) in m.contacts.pairs.clone().iter().enumerate() {
        record(&mut m, &format!("gap[{k}]"), Probe::Contact { pair: k, quantity: ContactQuantity::Gap });
        normal += usize::from(p.b == Touched::Obstacle(0));
    }
    for a in 0..4 {
        record(&mut m, &format!("load[{a}]"), Probe::ContactLoad { body: a, torque: false, axis: 1 });
    }
    m.run = RunSettings { duration: 3.0, every: 0.02, rtol: 1e-7, atol: 1e-9, ..RunSettings::default() };
    let (out, memory) = finish(&m);
    assert_eq!(normal, 4);
    // nothing sinks in further than the springs give way at these speeds: v √(m/k) with v = 2.5 m/s
    let deepest = (0..10).flat_map(|k| memory.column(k).collect::<Vec<_>>()).fold(f64::INFINITY, f64::min);
    assert!(deepest > -2.5 * f64::sqrt(0.5 / 1e5), "{deepest}");
    for load in &last(&out)[10..] {
        assert!((load - 0.5 * G).abs() < 0.05, "at rest: {:?}", &last(&out)[10..]);
    }
    assert!(out.ledger.relative < 1e-4, "{:?}", out.ledger);
}
