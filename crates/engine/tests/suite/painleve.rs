//! Painlevé's paradox on real scenes: a rod pushed over a rough table, tip first.
//!
//! A rod (half length l, mass m, inertia I, round ends of radius ρ) stands on its lower left end at an angle θ, which slides to
//! the left. With c = cos θ, s = sin θ and the contact at p = (−l c, −l s − ρ) from the centre, sliding friction T = μN gives
//!
//! ```text
//! g̈ = A N − (g − l s ω²),   A = 1/m + l² c²/I − μ l c (l s + ρ)/I
//! ```
//!
//! Where A < 0 and g > l s ω² no N ≥ 0 keeps the rod out of the table: an impulse has to come. It ends the slip: with W the
//! inverse mass matrix of the tip, P = −W⁻¹ v. For a thin homogeneous rod A < 0 needs μ > 4/3 (Painlevé 1895; Génot and
//! Brogliato 1999, who also show that a slide cannot get there by itself). Here it comes from ice onto a rough floor.

use crate::support;

use mainspring_engine::Outcome;
use mainspring_engine::stepper::INTEGRATORS;
use mainspring_record::Memory;
use mainspring_trust::{Against::ClosedForm, Against::Independent, case};
use support::{column, first, last, number, of, run_solids};

const G: f64 = 9.81;
/// Half length, radius of the ends, m; mass, kg; inertia of a homogeneous thin rod, kg·m².
const L: f64 = 0.5;
const ROUND: f64 = 0.01;
const MASS: f64 = 2.0;
const INERTIA: f64 = MASS * L * L / 3.0;

/// The rod at θ, its tip at x, moving along with ω; `floor` are the lines of what it stands on.
fn rod(theta: f64, x: f64, velocity: [f64; 2], omega: f64, floor: &str, duration: f64) -> (Outcome, Memory) {
    rod_by(theta, x, velocity, omega, floor, &format!("{duration} s every 1 ms"))
}

/// The same with all that a run says.
fn rod_by(theta: f64, x: f64, velocity: [f64; 2], omega: f64, floor: &str, run: &str) -> (Outcome, Memory) {
    let (s, c) = libm::sincos(theta);
    run_solids(&format!(
        "space planar
gravity (0, -9.81) m/s^2
primitive rod_ {{
  shape = capsule((-{L}, 0) m, ({L}, 0) m, {ROUND} m)
  mass = {MASS} kg
  center = (0, 0) m
  inertia = {INERTIA} kg*m^2
}}
part rod = rod_() at ({}, {}) m turned {theta} rad moving ({}, {}) m/s spinning {omega} rad/s
{floor}
record rod.position.x, rod.position.y, rod.velocity.x, rod.velocity.y, rod.rate, rod.angle, energy.total, rod.contact_force
run {run}
",
        x + L * c,
        L * s + ROUND,
        velocity[0],
        velocity[1],
    ))
}

/// Inverse mass matrix of the tip: normal and tangent.
fn response(theta: f64) -> [[f64; 2]; 2] {
    let (s, c) = libm::sincos(theta);
    let (px, py) = (-L * c, -L * s - ROUND);
    let cross = -px * py / INERTIA;
    [[1.0 / MASS + px * px / INERTIA, cross], [cross, 1.0 / MASS + py * py / INERTIA]]
}

/// A of the text above.
fn opening(theta: f64, mu: f64) -> f64 {
    let w = response(theta);
    w[0][0] + mu * w[0][1]
}

fn rough(mu: f64) -> String {
    format!("obstacle floor = halfplane((0, 0) m, (0, 1))\ncontact rod, floor {{ friction = {mu} }}")
}

#[test]
fn the_paradox_is_where_the_closed_form_says() {
    // the angles at which A changes its sign, from the run: it tells a jam at the start or none. Nearer than 1e-8 the
    // force g/A of the slide is beyond what can be told from none at all
    let mu = 1.8;
    let jams = |theta: f64| {
        let (out, _) = rod(theta, 0.0, [-1.0, 0.0], 0.0, &rough(mu), 1e-3);
        of(&out.events, "jam").iter().any(|e| e.time == 0.0)
    };
    for (low, high) in [(0.3, 1.0), (1.45, 1.0)] {
        assert!(!jams(low) && jams(high));
        let edge = |found: &dyn Fn(f64) -> bool| {
            let (mut out, mut inside): (f64, f64) = (low, high);
            for _ in 0..23 {
                let middle = 0.5 * (out + inside);
                *if found(middle) { &mut inside } else { &mut out } = middle;
            }
            0.5 * (out + inside)
        };
        let exact = edge(&|theta| opening(theta, mu) < 0.0);
        case!(
            format!("Painlevé's rod, μ = {mu}"),
            format!("edge of the paradox near {exact:.2} rad"),
            ClosedForm,
            "A = 0"
        )
        .answer(exact, "rad")
        .off(edge(&jams) - exact, 1e-9);
    }
    // and below 4/3 there is none (the round end moves that a little)
    assert!((1..157).all(|k| opening(0.01 * f64::from(k), 1.3 * L / (L + ROUND)) > 0.0));
    for k in 0..20 {
        let (out, _) = rod(0.1 + 0.07 * f64::from(k), 0.0, [-1.0, 0.0], 0.0, &rough(1.25), 1e-3);
        assert!(of(&out.events, "jam").is_empty());
    }
}

#[test]
fn an_impulse_without_collision_ends_the_slip() {
    let (mu, theta, speed) = (2.0, 0.95, 1.5);
    assert!(opening(theta, mu) < 0.0);
    let (out, memory) = rod(theta, 0.0, [-speed, 0.0], 0.0, &rough(mu), 0.3);
    let jam = of(&out.events, "jam");
    assert_eq!(jam.len(), 1, "{:?}", out.events);
    assert_eq!(jam[0].who, ["rod", "floor"]);
    let w = response(theta);
    let det = w[0][0] * w[1][1] - w[0][1] * w[0][1];
    // W P = −v with v = (0, −speed)
    let normal = -w[0][1] * speed / det;
    let along = w[0][0] * speed / det;
    case!("Painlevé's rod", "normal impulse", ClosedForm, "P = −W⁻¹ v")
        .answer(normal, "N*s")
        .off(number(jam[0], "impulse") - normal, 1e-12);
    assert!(along <= mu * normal);
    let (s, c) = libm::sincos(theta);
    let turn = (-L * c * normal + (L * s + ROUND) * along) / INERTIA;
    for (name, exact) in
        [("rod.velocity.x", -speed + along / MASS), ("rod.velocity.y", normal / MASS), ("rod.rate", turn)]
    {
        case!("Painlevé's rod", format!("{name} after it"), ClosedForm, "v + M⁻¹ P")
            .answer(exact, "m/s, rad/s")
            .off(first(&memory, name) - exact, 1e-12);
    }
    let energy = column(&memory, "energy.total");
    let before = 0.5 * MASS * speed * speed + MASS * G * (L * s + ROUND);
    assert!(energy[0] < before && energy.windows(2).all(|e| e[1] <= e[0] + 1e-9 * before), "energy rises");
    assert!(out.ledger.relative < 1e-9, "{:?}", out.ledger);
}

#[test]
fn it_comes_when_the_tip_leaves_the_ice() {
    // on ice the centre goes on at an even speed while the rod falls: I α = −l c N, N (1/m + l² c²/I) = g − l s ω²
    let (mu, theta, speed, start) = (2.0, 1.05, 2.0, 0.1);
    let floor = format!(
        "obstacle ice = rect((0, -10) cm, (100, 0) cm)
obstacle floor = rect((-100, -10) cm, (0, 0) cm)
contact rod, ice {{ friction = 0 }}
contact rod, floor {{ friction = {mu} }}"
    );
    let (out, memory) = rod(theta, start, [-speed, 0.0], 0.0, &floor, 0.2);
    let turning = |[theta, omega]: [f64; 2]| {
        let (s, c) = libm::sincos(theta);
        let press = (G - L * s * omega * omega) / (1.0 / MASS + L * L * c * c / INERTIA);
        [omega, -L * c * press / INERTIA]
    };
    let middle = start + L * libm::cos(theta);
    let tip = |t: f64, theta: f64| middle - speed * t - L * libm::cos(theta);
    let (mut y, mut time, h) = ([theta, 0.0], 0.0, 1e-5);
    let step = |y: [f64; 2], h: f64| {
        let at = |k: [f64; 2], f: f64| [y[0] + f * k[0], y[1] + f * k[1]];
        let a = turning(y);
        let b = turning(at(a, 0.5 * h));
        let c = turning(at(b, 0.5 * h));
        let d = turning(at(c, h));
        [0, 1].map(|i| y[i] + h / 6.0 * (a[i] + 2.0 * b[i] + 2.0 * c[i] + d[i]))
    };
    while tip(time + h, step(y, h)[0]) > 0.0 {
        y = step(y, h);
        time += h;
    }
    let (mut low, mut high) = (0.0, h);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        *if tip(time + middle, step(y, middle)[0]) > 0.0 { &mut low } else { &mut high } = middle;
    }
    let moment = time + 0.5 * (low + high);
    let y = step(y, 0.5 * (low + high));
    assert!(opening(y[0], mu) < 0.0 && G > L * libm::sin(y[0]) * y[1] * y[1]);
    let jam = of(&out.events, "jam");
    assert_eq!(jam.len(), 1, "{:?}", out.events);
    case!(
        "Painlevé's rod from ice onto a rough floor",
        "moment of the jam",
        Independent,
        "Runge–Kutta of order 4 in the test"
    )
    .answer(moment, "s")
    .off(jam[0].time - moment, 1e-9);
    let energy = column(&memory, "energy.total");
    assert!(energy.windows(2).all(|e| e[1] <= e[0] * (1.0 + 1e-9)), "energy rises");
    assert!(last(&memory, "rod.velocity.x") > -speed);
}

/// Every integrator that takes contacts ends the slip with the same impulse at the start, and goes on alike where the tip comes
/// off the ice (there the rough floor may be met a moment before its edge is passed: then the impulse is a collision's).
#[test]
fn it_comes_under_every_integrator() {
    let (mu, theta, speed) = (2.0, 0.95, 1.5);
    let ice = format!(
        "obstacle ice = rect((0, -10) cm, (100, 0) cm)
obstacle floor = rect((-100, -10) cm, (0, 0) cm)
contact rod, ice {{ friction = 0 }}
contact rod, floor {{ friction = {mu} }}"
    );
    let run = |x: f64, floor: &str, integrator: &str| {
        let step = if matches!(integrator, "rk4" | "semi_implicit") { "; step = 20 us" } else { "" };
        let settings = format!("0.1 s every 1 ms {{ integrator = {integrator}{step} }}");
        let (out, memory) = rod_by(theta, x, [-speed, 0.0], 0.0, floor, &settings);
        let jams: Vec<f64> = of(&out.events, "jam").iter().map(|e| number(e, "impulse")).collect();
        assert_eq!(jams.len(), 1, "{integrator}: {:?}", out.events);
        (jams[0], last(&memory, "rod.rate"))
    };
    let (at_start, later) = (run(0.0, &rough(mu), "auto"), run(0.05, &ice, "auto"));
    // on ice alone it falls the other way
    assert!(later.1 > 0.5, "{later:?}");
    for integrator in INTEGRATORS.iter().filter(|i| **i != "symplectic") {
        // a method of the first order, and the others, which are exact to what locates events
        let off = if *integrator == "semi_implicit" { 1e-3 } else { 1e-5 };
        let (impulse, rate) = run(0.0, &rough(mu), integrator);
        assert!((impulse / at_start.0 - 1.0).abs() < 1e-12, "{integrator}: {impulse} N·s");
        assert!((rate / at_start.1 - 1.0).abs() < off, "{integrator}: {rate} rad/s");
        let (_, rate) = run(0.05, &ice, integrator);
        assert!((rate / later.1 - 1.0).abs() < off, "{integrator}: {rate} rad/s, not {}", later.1);
    }
}

#[test]
fn where_several_motions_are_possible_the_one_without_force_is_taken() {
    // A < 0 and l s ω² > g: the tip may leave, or stay with N = (l s ω² − g)/(−A) > 0; both obey all laws
    let (mu, theta, omega, speed) = (2.0, 1.0, 6.0, 5.0);
    let (s, c) = libm::sincos(theta);
    assert!(opening(theta, mu) < 0.0 && L * s * omega * omega > G);
    let run = || rod(theta, 0.0, [-speed, omega * L * c], omega, &rough(mu), 0.02);
    let ((one, memory), (two, _)) = (run(), run());
    assert_eq!(one.hash, two.hash);
    assert!(one.events.is_empty(), "{:?}", one.events);
    // it flies: no force, an even spin
    assert!(column(&memory, "rod.contact_force.y").iter().all(|f| *f == 0.0));
    assert!(
        (last(&memory, "rod.rate") - omega).abs() < 1e-12 && (last(&memory, "rod.velocity.x") + speed).abs() < 1e-12
    );
    // so does a part that fits between two rough walls: with no squeeze it falls, though friction could hold it
    let (out, memory) = run_solids(
        "space planar
gravity (0, -9.81) m/s^2
solid block = rect(20 cm, 10 cm); 1 kg at (0, 50 cm)
obstacle left = rect((-30, 0) cm, (-10, 100) cm)
obstacle right = rect((10, 0) cm, (30, 100) cm)
contact block, left { friction = 0.5 }
contact block, right { friction = 0.5 }
record block.velocity.y
run 0.1 s every 10 ms
",
    );
    assert!(out.events.is_empty(), "{:?}", out.events);
    assert!((last(&memory, "block.velocity.y") + 0.1 * G).abs() < 1e-12);
}

#[test]
fn at_rest_in_the_angles_of_the_paradox_it_sticks() {
    // no slip yet: the tip holds as on a hinge while |T| ≤ μN; I_tip α = −m g l c
    let (mu, theta) = (2.0, 1.0);
    assert!(opening(theta, mu) < 0.0);
    let (s, c) = libm::sincos(theta);
    let (out, memory) = rod(theta, 0.0, [0.0, 0.0], 0.0, &rough(mu), 0.02);
    assert!(of(&out.events, "jam").is_empty() && of(&out.events, "slip").is_empty(), "{:?}", out.events);
    // the contact point at p from the centre holds still: W (N, T) = (g, 0) in the rows normal, tangent
    let w = response(theta);
    let det = w[0][0] * w[1][1] - w[0][1] * w[0][1];
    let (normal, along) = (w[1][1] * G / det, -w[0][1] * G / det);
    assert!(along.abs() < mu * normal && s > c);
    for (name, exact) in [("rod.contact_force.x", along), ("rod.contact_force.y", normal)] {
        case!("Painlevé's rod at rest", format!("{name} at the start"), ClosedForm, "W (N, T) = (g, 0)")
            .answer(exact, "N")
            .off(first(&memory, name) - exact, 1e-11);
    }
}
