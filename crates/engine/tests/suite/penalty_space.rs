//! The penalty method in space: the same laws as in the plane.

use crate::soft;
use crate::support;

use mainspring_definition::{SpaceKind, Span};
use mainspring_geometry::{Region, Solid};
use mainspring_model::*;
use mainspring_trust::{
    Against::{ClosedForm, OtherWay},
    case,
};
use soft::{G, last, pair, soft};
use support::*;

const UPRIGHT: [f64; 4] = [1.0, 0.0, 0.0, 0.0];

fn ball(path: &str, radius: f64, mass: f64, at: V3) -> Body {
    let mut b = solid(path, mass, [0.4 * mass * radius * radius; 3], at, UPRIGHT);
    b.shape = Some(Shape::Solid(Solid::sphere(radius).expect("a ball")));
    b
}

fn crate_of(path: &str, size: V3, mass: f64, at: V3) -> Body {
    let [x, y, z] = size.map(|s| s * s);
    let inertia = [y + z, x + z, x + y].map(|s| mass * s / 12.0);
    let mut b = solid(path, mass, inertia, at, UPRIGHT);
    b.shape = Some(Shape::Solid(Solid::block(size[0], size[1], size[2]).expect("a block")));
    b
}

/// Everything below y = 0.
fn ground_below() -> Obstacle {
    Obstacle {
        path: "ground".to_owned(),
        span: Span::NOWHERE,
        shape: Shape::HalfSpace { point: [0.0; 3], normal: [0.0, 1.0, 0.0] },
        pose: Pose::IDENTITY,
    }
}

fn world(gravity: f64, stiffness: f64, duration: f64) -> Model {
    let mut m = empty(SpaceKind::Spatial);
    m.gravity = [0.0, -gravity, 0.0];
    m.contacts.method = soft(stiffness);
    m.run = RunSettings { duration, every: duration, rtol: 1e-10, atol: 1e-12, ..RunSettings::default() };
    m
}

#[test]
fn a_ball_comes_back_with_its_restitution() {
    for e in [1.0, 0.6, 0.2] {
        let mut m = world(0.0, 1e5, 0.5);
        m.bodies.push(ball("ball", 0.1, 1.0, [0.3, 0.2, -0.1]));
        m.bodies[0].velocity = [0.0, -2.0, 0.0];
        m.obstacles.push(ground_below());
        m.contacts.pairs.push(pair(0, Touched::Obstacle(0), 0.0, e));
        record(&mut m, "speed", center(0, 1, 1));
        let (out, _) = finish(&m);
        case!("soft contact: ball in space", format!("rebound over approach, e = {e}"), ClosedForm, "Hunt–Crossley")
            .answer(e, "1")
            .work(out.work.steps, out.work.evaluations)
            .off(last(&out)[0] / 2.0 - e, 1e-8);
        assert!(out.ledger.relative < 1e-9, "{:?}", out.ledger);
    }
}

#[test]
fn two_balls_exchange_momentum_and_keep_it() {
    let mut m = world(0.0, 1e6, 0.5);
    m.bodies.push(ball("a", 0.1, 1.0, [0.0; 3]));
    m.bodies.push(ball("b", 0.2, 2.0, [0.5, 0.12, 0.05]));
    m.bodies[0].velocity = [3.0, 0.2, 0.1];
    m.bodies[0].spin = [3.0, -2.0, 7.0];
    m.contacts.pairs.push(pair(0, Touched::Body(1), 0.3, 0.7));
    (m.run.rtol, m.run.atol) = (1e-12, 1e-14);
    for b in 0..2 {
        for axis in 0..3 {
            record(&mut m, &format!("p{b}{axis}"), Probe::Momentum { body: b, axis });
        }
        for axis in 0..3 {
            record(&mut m, &format!("l{b}{axis}"), Probe::AngularMomentum { body: b, axis });
        }
    }
    for b in 0..2 {
        for axis in 0..3 {
            record(&mut m, &format!("c{b}{axis}"), center(b, 0, axis));
        }
    }
    let (out, _) = finish(&m);
    let p = last(&out);
    // about the origin: of a ball about itself, and of its centre
    let orbital = |b: usize, i: usize| {
        let (c, v, j, k) = (&p[12 + 3 * b..], &p[6 * b..], (i + 1) % 3, (i + 2) % 3);
        c[j] * v[k] - c[k] * v[j]
    };
    let before = [3.0, 0.2, 0.1, 0.4 * 0.01 * 3.0, -0.4 * 0.01 * 2.0, 0.4 * 0.01 * 7.0];
    for (i, was) in before.iter().enumerate() {
        let turning = if i < 3 { 0.0 } else { orbital(0, i - 3) + orbital(1, i - 3) };
        let now = p[i] + p[6 + i] + turning;
        assert!((now - was).abs() < 1e-11, "{i}: {}", now - was);
    }
    assert!(p[6] > 1.0, "no collision: {p:?}");
    assert!(out.ledger.relative < 1e-9, "{:?}", out.ledger);
}

#[test]
fn a_sphere_that_slips_ends_rolling_at_five_sevenths() {
    let mut m = world(G, 1e6, 1.5);
    m.bodies.push(ball("ball", 0.1, 1.0, [0.0, 0.1, 0.0]));
    m.bodies[0].velocity = [1.2, 0.0, 1.6];
    m.obstacles.push(ground_below());
    m.contacts.pairs.push(pair(0, Touched::Obstacle(0), 0.3, 0.3));
    record(&mut m, "vx", center(0, 1, 0));
    record(&mut m, "vz", center(0, 1, 2));
    (m.run.rtol, m.run.atol) = (1e-9, 1e-11);
    let (out, _) = finish(&m);
    let arm = 0.1 - 0.5 * G / 1e6;
    let v = 2.0 / (1.0 + 0.4 * 0.01 / (arm * arm));
    assert!((v - 10.0 / 7.0).abs() < 1e-4);
    case!(
        "soft contact: rolling after slip",
        "speed of a sphere thrown at 2 m/s",
        ClosedForm,
        "v₀/(1 + I/(m (r − m g/2k)²))"
    )
    .answer(v, "m/s")
    .work(out.work.steps, out.work.evaluations)
    .off(libm::hypot(last(&out)[0], last(&out)[1]) - v, 1e-6);
    assert!((last(&out)[1] / last(&out)[0] - 4.0 / 3.0).abs() < 1e-6);
}

#[test]
fn spinning_friction_stops_a_ball_that_turns_in_place() {
    // I ω̇ = −ρ N
    let mut m = world(G, 1e6, 0.5);
    m.bodies.push(ball("ball", 0.1, 1.0, [0.0, 0.1, 0.0]));
    m.bodies[0].spin = [0.0, 5.0, 0.0];
    m.obstacles.push(ground_below());
    m.contacts.pairs.push(ContactPair { spinning: 1e-3, ..pair(0, Touched::Obstacle(0), 0.3, 0.3) });
    record(&mut m, "spin", Probe::Spin { body: 0, order: 1, axis: 1 });
    let (out, _) = finish(&m);
    let spin = 5.0 - 1e-3 * G * 0.5 / (0.4 * 0.01);
    assert!((last(&out)[0] - spin).abs() < 2e-3, "{} {spin}", last(&out)[0]);
    assert!(out.ledger.relative < 1e-8, "{:?}", out.ledger);
}

#[test]
fn a_crate_dropped_flat_rests_on_four_corners() {
    let mut m = world(G, 1e6, 0.8);
    m.bodies.push(crate_of("crate", [0.4, 0.2, 0.3], 1.0, [0.1, 0.15, 0.2]));
    m.obstacles.push(ground_below());
    m.contacts.pairs.push(pair(0, Touched::Obstacle(0), 0.4, 0.3));
    (m.run.rtol, m.run.atol) = (1e-9, 1e-11);
    for quantity in [ContactQuantity::Points, ContactQuantity::NormalForce, ContactQuantity::Gap] {
        record(&mut m, &format!("{quantity:?}"), Probe::Contact { pair: 0, quantity });
    }
    record(&mut m, "up", Probe::Direction { body: 0, which: 1, axis: 1 });
    let (out, _) = finish(&m);
    let [points, normal, gap, up] = last(&out) else { panic!("four values") };
    assert_eq!(*points, 4.0);
    assert!((normal - G).abs() < 1e-4, "{normal}");
    assert!((gap + 0.25 * G / 1e6).abs() < 1e-9, "{gap}");
    assert!((up - 1.0).abs() < 1e-12, "{up}");
    assert!(out.ledger.relative < 1e-7, "{:?}", out.ledger);
}

/// A block thrown onto a slope, in the plane and as a prism with twice the corners and half the stiffness.
#[test]
fn a_block_lifted_into_space_moves_the_same() {
    let (slope, size) = (0.3, [0.4, 0.2]);
    let (s, c) = libm::sincos(slope);
    let run = |space: SpaceKind, duration: f64| {
        let mut m = empty(space);
        m.gravity = [0.0, -G, 0.0];
        let at = [-0.2 * s, 0.2 * c];
        match space {
            SpaceKind::Planar => {
                let mut b = plate("block", 1.0, (0.16 + 0.04) / 12.0, at, slope + 0.2);
                b.shape = Some(Shape::Region(Region::rect(size[0], size[1]).expect("a block")));
                m.bodies.push(b);
                m.contacts.method = soft(2e5);
            }
            SpaceKind::Spatial => {
                let mut b = crate_of("block", [0.4, 0.2, 0.3], 1.0, [at[0], at[1], 0.0]);
                let half = 0.5 * (slope + 0.2);
                b.pose.orientation = [libm::cos(half), 0.0, 0.0, libm::sin(half)];
                m.bodies.push(b);
                m.contacts.method = soft(1e5);
            }
        }
        m.bodies[0].velocity = [0.5 * c, 0.5 * s, 0.0];
        m.obstacles
            .push(Obstacle { shape: Shape::HalfSpace { point: [0.0; 3], normal: [-s, c, 0.0] }, ..ground_below() });
        m.contacts.pairs.push(pair(0, Touched::Obstacle(0), 0.3, 0.4));
        record(&mut m, "x", center(0, 0, 0));
        record(&mut m, "y", center(0, 0, 1));
        record(&mut m, "spin", Probe::Spin { body: 0, order: 1, axis: 2 });
        m.run = RunSettings { duration, every: duration, rtol: 1e-10, atol: 1e-12, ..RunSettings::default() };
        let (out, _) = finish(&m);
        assert!(out.ledger.relative < 1e-8, "{:?}", out.ledger);
        last(&out).to_vec()
    };
    let (flat, lifted) = (run(SpaceKind::Planar, 0.25), run(SpaceKind::Spatial, 0.25));
    case!(
        "soft contact: block on a slope, lifted into space",
        "height after six slaps in 0.25 s",
        OtherWay,
        "the same in the plane"
    )
    .answer(flat[1], "m")
    .off(lifted[1] - flat[1], 1e-7);
    assert!((lifted[0] - flat[0]).abs() < 1e-7, "{flat:?} {lifted:?}");
}

#[test]
fn a_tilted_crate_clatters_to_rest_on_its_corners() {
    for stiffness in [3e3, 1e5] {
        clatters(stiffness);
    }
}

fn clatters(stiffness: f64) {
    let mut m = world(G, stiffness, 1.5);
    m.bodies.push(crate_of("crate", [0.4, 0.2, 0.3], 1.0, [0.0, 0.3, 0.0]));
    m.bodies[0].pose.orientation = quaternion_of(&about([0.3, 0.1, 1.0], 0.25));
    m.obstacles.push(ground_below());
    m.contacts.pairs.push(pair(0, Touched::Obstacle(0), 0.4, 0.2));
    (m.run.rtol, m.run.atol) = (1e-8, 1e-10);
    for quantity in [ContactQuantity::Points, ContactQuantity::NormalForce, ContactQuantity::Gap] {
        record(&mut m, &format!("{quantity:?}"), Probe::Contact { pair: 0, quantity });
    }
    record(&mut m, "up", Probe::Direction { body: 0, which: 1, axis: 1 });
    let (out, _) = finish(&m);
    let [points, normal, gap, up] = last(&out) else { panic!("four values") };
    assert_eq!(*points, 4.0);
    assert!((normal - G).abs() < 1e-3, "{normal}");
    assert!((gap + 0.25 * G / stiffness).abs() < 1e-6, "{gap}");
    assert!((up - 1.0).abs() < 1e-8, "{up}");
    assert!(out.ledger.relative < 1e-6, "{:?}", out.ledger);
}
