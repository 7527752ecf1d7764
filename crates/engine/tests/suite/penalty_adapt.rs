//! Springs that fixed steps adapt to: what changes is the cost, not the answer beyond what the stiffness explains.

use crate::penalty::{ball, incline, of_kind, rod};
use crate::soft;
use crate::support;

use mainspring_model::*;
use mainspring_record::Memory;
use mainspring_trust::{
    Against::{ClosedForm, OtherWay},
    case, largest,
};
use soft::{G, last};
use support::*;

/// Height that balls fall from, m.
const FALL: f64 = 0.3;

/// A ball that falls and comes back, in fixed steps that adapt.
pub fn in_fixed_steps(stiffness: f64, integrator: &str, step: f64) -> Model {
    let mut m = ball(FALL, 0.0, stiffness, 1.0, G, 1.0);
    m.contacts.method = adapting(stiffness, None);
    m.run.integrator = integrator.to_owned();
    m.run.step = Some(step);
    m
}

fn adapting(stiffness: f64, damping: Option<f64>) -> ContactMethod {
    ContactMethod::Penalty(Penalty { stiffness, damping, slip_speed: 1e-3, adapt: true })
}

#[test]
fn a_ball_bounces_in_fixed_steps_as_its_stiffness_says() {
    // δ″ = g − ω²δ between the touch at speed v and the next δ = 0
    let (fall, speed) = ((2.0 * FALL / G).sqrt(), (2.0 * G * FALL).sqrt());
    for stiffness in [1e5, 1e7, 1e9] {
        let omega = f64::sqrt(stiffness);
        let stays = 2.0 / omega * (std::f64::consts::PI - libm::atan(omega * speed / G));
        for step in [1e-2, 1e-3, 3e-4] {
            let (out, _) = finish(&in_fixed_steps(stiffness, "rk4", step));
            let [meets, parts] = ["contact", "part"].map(|kind| of_kind(&out, kind));
            // against rigid contact the second touch is late by that much; of it a twentieth is allowed
            let second = 3.0 * fall + stays;
            case!(
                "soft contact in fixed steps that adapt",
                format!("second touch, k = {stiffness:e} N/m, steps of {step} s, over the time a touch takes"),
                ClosedForm,
                "3√(2h/g) + (2/ω)(π − atan(ωv/g))"
            )
            .answer(second / stays, "1")
            .work(out.work.steps, out.work.evaluations)
            .off((meets[1].time - second) / stays, 0.05);
            assert!(((parts[0].time - meets[0].time) / stays - 1.0).abs() < 1e-3, "{stiffness:e} {step}");
            // as many pieces as the rate asks for, within a power of two or so; half the mass at the rim of a disc
            let pieces = of_kind(&out, "stiffness").last().map_or(1.0, |e| e.numbers[0].1);
            let turn = step * omega * std::f64::consts::SQRT_2 / pieces;
            assert!(turn <= 0.35 && (pieces == 1.0 || turn > 0.01), "{stiffness:e} {step}: {pieces}");
            assert!(out.ledger.relative < 1e-4, "{:?}", out.ledger);
        }
    }
}

#[test]
fn a_method_of_order_one_keeps_the_restitution() {
    for (stiffness, restitution) in [(1e7, 0.8), (1e9, 0.8), (1e9, 0.3), (1e9, 0.05)] {
        for (integrator, off) in [("rk4", 1e-3), ("semi_implicit", 0.02)] {
            let mut m = in_fixed_steps(stiffness, integrator, 1e-3);
            m.contacts.pairs[0].restitution = restitution;
            // until just after the second touch
            m.run.duration = (2.0 * FALL / G).sqrt() * (1.0 + 2.0 * restitution) + 5e-3;
            let (out, _) = finish(&m);
            let meets = of_kind(&out, "contact");
            // by the time of flight
            let back = 0.5 * G * (meets[1].time - of_kind(&out, "part")[0].time) / meets[0].numbers[0].1;
            let what = format!("rebound over approach, {integrator}, e = {restitution}, k = {stiffness:e} N/m");
            case!("soft contact in fixed steps that adapt", what, ClosedForm, "Hunt–Crossley")
                .answer(restitution, "1")
                .work(out.work.steps, out.work.evaluations)
                .off(back - restitution, off);
        }
    }
}

#[test]
fn without_it_the_same_steps_throw_the_ball_away() {
    let mut m = in_fixed_steps(1e9, "rk4", 1e-3);
    m.contacts.method = soft::soft(1e9);
    record(&mut m, "energy", Probe::Energy(EnergyTerm::Total));
    let mut memory = Memory::default();
    let worst = match engine(&m).run(&mut memory, |_| {}) {
        Ok(out) => last(&out)[2].abs(),
        Err(_) => f64::INFINITY,
    };
    assert!(worst > 10.0 * G * (FALL + 0.1), "{worst}");
}

#[test]
fn steps_with_a_tolerance_follow_springs_by_themselves() {
    for integrator in ["auto", "dop853", "radau"] {
        let [with, without] = [true, false].map(|adapt| {
            let mut m = in_fixed_steps(1e7, integrator, 1e-3);
            m.contacts.method =
                ContactMethod::Penalty(Penalty { stiffness: 1e7, damping: None, slip_speed: 1e-3, adapt });
            finish(&m).0
        });
        assert_eq!(with.hash, without.hash, "{integrator}");
        assert_eq!(with.events, without.events);
    }
    // an undamped joint too, however short the steps it takes
    let [with, without] = [true, false].map(|adapt| {
        let mut m = rod(1e7, 0.0, adapt);
        m.bodies[0].velocity = [0.01, 0.0, 0.0];
        (m.run.step, m.run.duration) = (Some(1e-3), 0.1);
        m.run.integrator = "dop853".to_owned();
        finish(&m).0
    });
    assert_eq!(with.hash, without.hash);
}

#[test]
fn a_block_creeps_and_slides_in_fixed_steps() {
    let (slope, weight) = (0.4, 2.0 * G);
    let (s, c) = libm::sincos(slope);
    let in_steps = |friction: f64, duration: f64| {
        let mut m = incline(slope, friction, duration);
        m.contacts.method = adapting(1e6, None);
        m.run.integrator = "rk4".to_owned();
        m.run.step = Some(5e-3);
        finish(&m).0
    };
    let out = in_steps(1.05 * libm::tan(slope), 0.5);
    let [vx, vy, normal, friction, ..] = last(&out) else { panic!("seven values") };
    let speed = libm::hypot(*vx, *vy);
    assert!(speed > 0.0 && speed < 1e-3, "creeps at {speed}");
    assert!((normal - weight * c).abs() < 1e-4 * weight, "{normal}");
    assert!((friction - weight * s).abs() < 1e-4 * weight, "{friction}");

    let mu = 0.3;
    let [early, late] = [0.5, 1.0].map(|duration| {
        let out = in_steps(mu, duration);
        libm::hypot(last(&out)[0], last(&out)[1])
    });
    case!("soft contact in fixed steps that adapt", "acceleration down a slope", ClosedForm, "g (sin α − μ cos α)")
        .answer(G * (s - mu * c), "m/s²")
        .off((late - early) / 0.5 - G * (s - mu * c), 1e-5);
}

#[test]
fn compliant_joints_in_fixed_steps_give_way_as_their_stiffness_says() {
    let rigid = last(&finish(&rod(0.0, 0.0, false)).0)[0];
    for stiffness in [1e4_f64, 1e6, 1e8] {
        let damping = 0.5 * stiffness.sqrt();
        let given = last(&finish(&rod(stiffness, damping, false)).0)[0];
        for step in [1e-2, 1e-3] {
            let mut m = rod(stiffness, damping, true);
            m.run.integrator = "rk4".to_owned();
            m.run.step = Some(step);
            let (out, _) = finish(&m);
            // of what the joint gives way by a twentieth is allowed
            case!(
                "compliant joint in fixed steps that adapt",
                format!("angle off that of a rigid one, k = {stiffness:e} N/m, steps of {step} s"),
                OtherWay,
                "the same with a tolerance of 1e-9"
            )
            .answer(1.0, "1")
            .work(out.work.steps, out.work.evaluations)
            .off((last(&out)[0] - given) / (given - rigid), 0.05);
            assert!(out.ledger.relative < 1e-4, "{:?}", out.ledger);
        }
    }
}

/// A scene by event, and at a stiffness with a tolerance and in fixed steps that adapt: over all frames from one on the last
/// two are nearer to each other than a twentieth of what the stiffness makes.
fn in_steps_as_with_a_tolerance(what: &str, scene: &str, q: &str, from: usize) {
    const STIFFNESS: f64 = 1e5;
    let run = |method: &str, steps: &str| {
        let text = scene.replace("STEPS", steps);
        column(&run_text(&format!("{text}\n{method}\nrecord {q}\n")).1, q)
    };
    let rigid = run("method event", "");
    let given = run(&format!("method penalty {{ stiffness = {STIFFNESS:e} N/m }}"), "");
    let off = |a: &[f64], b: &[f64]| largest(a[from..].iter().zip(&b[from..]).map(|(x, y)| x - y));
    let explained = off(&given, &rigid).abs();
    for step in ["2 ms", "0.5 ms"] {
        let method = format!("method penalty {{ stiffness = {STIFFNESS:e} N/m; adapt = true }}");
        let adapted = run(&method, &format!("{{ integrator = rk4; step = {step} }}"));
        case!(
            format!("soft contact in fixed steps that adapt: {what}"),
            format!("{q} off that with a tolerance, over what k = {STIFFNESS:e} N/m makes, steps of {step}"),
            OtherWay,
            "the same with a tolerance of 1e-9"
        )
        .answer(0.0, "1")
        .off(off(&adapted, &given) / explained, 0.05);
    }
}

#[test]
fn a_cam_with_a_flat_follower() {
    let scene = "space planar
gravity (-9.81, 0) m/s^2
primitive cam { shape = disc((0, 1) cm, 3 cm); mass = 200 g; point axis = (0, 0) }
primitive flat { shape = rect(1 cm, 8 cm); mass = 100 g }
part c = cam()
part f = flat() at (3.5, 0) cm
joint shaft = revolute(ground (0, 0), c.axis)
joint guide = prismatic(ground (3.5, 0) cm, f)
start shaft = 0
drive shaft speed = 5 rad/s
contact c, f { friction = 0; restitution = 0.2 }
run 0.6 s every 10 ms STEPS";
    in_steps_as_with_a_tolerance("cam with a flat follower", scene, "f.position.x", 10);
}

#[test]
fn a_ratchet_held_by_its_pawl() {
    let scene = "space planar
primitive saw {
  shape = polygon(
    (46, 0), (35.3553, 35.3553), (32.5269, 32.5269), (0, 50), (0, 46), (-35.3553, 35.3553), (-32.5269, 32.5269), (-50, 0),
    (-46, 0), (-35.3553, -35.3553), (-32.5269, -32.5269), (0, -50), (0, -46), (35.3553, -35.3553), (32.5269, -32.5269),
    (50, 0)
  ) mm
  density = 7800 kg/m^3
  thickness = 5 mm
}
primitive finger {
  shape = polygon((0, -3), (53, -3), (59, 0), (53, 3), (0, 3)) mm
  density = 7800 kg/m^3
  thickness = 5 mm
  point pivot = (0, 0)
}
part w = saw()
part c = finger()
joint ax = revolute(ground (0, 0), w.origin) { damping = 50 N*mm*s/rad }
joint pin = revolute(ground (-35, 90) mm, c.pivot) { stiffness = 50 N*mm/rad; damping = 5 N*mm*s/rad; rest = -110 deg }
start pin = -40 deg
torque push on w = 100 N*mm
contact w, c { friction = 0; restitution = 0.2 }
run 0.5 s every 10 ms STEPS";
    in_steps_as_with_a_tolerance("ratchet held by its pawl", scene, "w.angle", 40);
}
