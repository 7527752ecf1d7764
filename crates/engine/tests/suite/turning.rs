//! Resistance to rolling and spinning at the moment it ends, against closed forms.

use crate::support;

use mainspring_record::{Event, Memory};
use mainspring_trust::{Against::ClosedForm, case};
use support::last;

const G: f64 = 9.81;
/// arms, m
const ROLLING: f64 = 2e-3;
const SPINNING: f64 = 1e-3;
const R: f64 = 0.05;

fn when(events: &[Event], what: &str) -> f64 {
    let found: Vec<&Event> = events.iter().filter(|e| e.text.contains(what)).collect();
    assert_eq!(found.len(), 1, "{what} in {events:?}");
    found[0].time
}

/// A disc on a slope of `angle` rad (downhill is +x) that starts rolling with `speed`.
fn disc(angle: f64, speed: f64, duration: f64) -> (mainspring_engine::Outcome, Memory) {
    let (s, c) = libm::sincos(angle);
    support::run_text(&format!(
        "space planar
gravity ({}, {}) m/s^2
primitive wheel {{ shape = disc(5 cm); mass = 2 kg }}
part disc = wheel() at (0, 5 cm) moving ({speed}, 0) m/s spinning {} rad/s
obstacle floor = halfplane((0, 0) m, (0, 1))
contact disc, floor {{ friction = 0.8; rolling = 2 mm }}
record disc.position.x, disc.rate, disc.contact_torque, contact(disc, floor).heat, energy.kinetic, energy.residual
run {duration} s every 10 ms
",
        G * s,
        -G * c,
        -speed / R
    ))
}

#[test]
fn a_rolling_disc_slows_evenly_and_stops_for_good() {
    let v = 0.7;
    let (out, memory) = disc(0.0, v, 3.0);
    // m a = −F, I α = F R − ρ N with I = m R²/2
    let a = 2.0 / 3.0 * G * ROLLING / R;
    let stops = when(&out.events, "stop rolling");
    case!("disc with rolling resistance", "time at which it stops", ClosedForm, "v/(⅔ g ρ/R)").off(stops - v / a, 1e-9);
    let way = last(&memory, "disc.position.x");
    case!("disc with rolling resistance", "way to rest", ClosedForm, "v²/(2a)").off(way - v * v / (2.0 * a), 1e-9);
    assert!(last(&memory, "disc.rate").abs() < 1e-12);
    let energy = 0.75 * 2.0 * v * v;
    case!("disc with rolling resistance", "heat, relative", ClosedForm, "all of ¾ m v²")
        .off(last(&memory, "contact(disc, floor).heat") / energy - 1.0, 1e-8);
    assert!(last(&memory, "energy.kinetic") < 1e-20);
    assert!(last(&memory, "energy.residual").abs() < 1e-8, "{}", last(&memory, "energy.residual"));
}

#[test]
fn a_disc_rolls_off_a_slope_just_where_it_must() {
    let limit = libm::atan(ROLLING / R);
    let (out, memory) = disc(limit * (1.0 - 1e-9), 0.0, 1.0);
    assert!(last(&memory, "disc.position.x").abs() < 1e-15, "{:?}", out.events);
    let (_, memory) = disc(limit * (1.0 + 1e-9), 0.0, 1.0);
    assert!(last(&memory, "disc.position.x") > 1e-10);
    // well beyond it goes as the closed form says, and its torque is that of the arm
    let angle = 0.2;
    let (_, memory) = disc(angle, 0.0, 1.0);
    let a = 2.0 / 3.0 * G * (libm::sin(angle) - ROLLING / R * libm::cos(angle));
    case!("disc on a slope with rolling resistance", "way in 1 s", ClosedForm, "a = ⅔ g (sin α − ρ/R cos α)")
        .off(last(&memory, "disc.position.x") - 0.5 * a, 1e-9);
}

#[test]
fn up_a_slope_it_turns_round_or_stays() {
    // up, then down again with another resistance; the moment between is one event
    let (angle, v) = (0.1, 0.5);
    let (s, c) = libm::sincos(angle);
    let (up, down) = (2.0 / 3.0 * G * (s + ROLLING / R * c), 2.0 / 3.0 * G * (s - ROLLING / R * c));
    let (_, memory) = disc(angle, -v, 1.5);
    let left = 1.5 - v / up;
    case!("disc that rolls up a slope and back", "place after 1.5 s", ClosedForm, "−v²/(2a₁) + a₂ t²/2")
        .off(last(&memory, "disc.position.x") - (0.5 * down * left * left - v * v / (2.0 * up)), 1e-9);
}

fn ball(spin: [f64; 3], velocity: [f64; 3], more: &str, duration: f64) -> (mainspring_engine::Outcome, Memory) {
    support::run_text(&format!(
        "space spatial
gravity (0, 0, -9.81) m/s^2
primitive globe {{ shape = sphere(5 cm); mass = 1 kg }}
part ball = globe() at (0, 0, 5 cm) moving ({}, {}, {}) m/s spinning ({}, {}, {}) rad/s
obstacle table = halfspace((0, 0, 0) m, (0, 0, 1))
contact ball, table {{ friction = 0.5; {more} }}
record ball.position.x, ball.position.y, ball.angular_velocity, energy.residual, energy.kinetic
run {duration} s every 10 ms
",
        velocity[0], velocity[1], velocity[2], spin[0], spin[1], spin[2]
    ))
}

#[test]
fn a_ball_rolls_to_rest_along_its_line() {
    let v = [0.3, 0.4, 0.0];
    let (out, memory) = ball([-v[1] / R, v[0] / R, 0.0], v, "rolling = 2 mm", 3.0);
    let a = 5.0 / 7.0 * G * ROLLING / R;
    let stops = when(&out.events, "stop rolling");
    case!("ball with rolling resistance", "time at which it stops", ClosedForm, "v/(5/7 g ρ/R)")
        .off(stops - 0.5 / a, 1e-7);
    let way = 0.5 * 0.5 / (2.0 * a);
    for (axis, share) in [("x", 0.6), ("y", 0.8)] {
        let off = last(&memory, &format!("ball.position.{axis}")) - share * way;
        case!("ball with rolling resistance", "place of rest", ClosedForm, "v²/(2a) along v").off(off, 1e-8);
    }
    assert!(last(&memory, "energy.kinetic") < 1e-14);
    assert!(last(&memory, "energy.residual").abs() < 1e-8);
}

#[test]
fn a_spinning_ball_stops_after_its_time() {
    let (out, memory) = ball([0.0, 0.0, 20.0], [0.0; 3], "spinning = 1 mm", 3.0);
    // I = 2/5 m R²
    let slows = SPINNING * G / (0.4 * R * R);
    let stops = when(&out.events, "stop spinning");
    case!("ball that spins on the spot", "time at which it stops", ClosedForm, "ω/(σ g/(2/5 R²))")
        .off(stops - 20.0 / slows, 1e-9);
    assert!(last(&memory, "ball.angular_velocity.z").abs() < 1e-12);
}

#[test]
fn several_places_of_contact_resist_together() {
    // a box with rolling resistance lies flat: nothing is open, nothing turns, and it stays
    let (out, memory) = support::run_text(
        "space spatial
gravity (0, 0.3, -9.81) m/s^2
primitive block { shape = box(20 cm, 10 cm, 10 cm); mass = 1 kg }
part a = block() at (0, 0, 5 cm)
obstacle table = halfspace((0, 0, 0) m, (0, 0, 1))
contact a, table { friction = 0.3; rolling = 1 mm; spinning = 2 mm }
record a.position.y, contact(a, table).normal_force
run 1 s every 50 ms
",
    );
    assert!(last(&memory, "a.position.y").abs() < 1e-12, "{:?}", out.events);
    assert!((last(&memory, "contact(a, table).normal_force") - G).abs() < 1e-9);
}
