//! Ellipsoids and cones in motion, against closed forms and quadrature.

use mainspring::prelude::*;
use mainspring::{Run, simulate};
use std::f64::consts::PI;

fn run_of(text: &str, at: &[f64], probes: &[&str]) -> Run {
    let mut settings = Settings { at: at.to_vec(), ..Settings::default() };
    for probe in probes {
        settings = settings.probe(probe);
    }
    let run = simulate(Scene::text("smooth", text), &settings).unwrap_or_else(|e| panic!("{e}\n{text}"));
    assert!(run.outcome.doubts.is_empty(), "{:?}\n{text}", run.outcome.doubts);
    run
}

fn near(is: f64, should: f64, within: f64, what: &str) {
    assert!((is - should).abs() <= within, "{what}: {is} is not {should}, off by {:e}", is - should);
}

const G: f64 = 9.81;

/// An ellipsoid of semi-axes 3, 2 and 1 dm rocks without friction about its second axis: its centre is at
/// h(θ) = √(a² sin² + c² cos²), and ½ (J + m h′²) θ̇² + m g h does not change. A quarter of the period by quadrature.
#[test]
fn an_ellipsoid_rocks_on_a_floor() {
    let (a, b, c, start) = (0.3_f64, 0.2_f64, 0.1_f64, 0.6_f64);
    let text = format!(
        "space spatial
gravity (0, 0, -{G}) m/s^2
primitive egg {{ shape = ellipsoid({a} m, {b} m, {c} m); mass = 2 kg }}
part p = egg() at (0, 0, {:.17} m) turned {start} rad about (0, 1, 0)
obstacle floor = halfspace((0, 0, 0) m, (0, 0, 1))
contacts all
run 2 s
",
        (a * a * libm::sin(start) * libm::sin(start) + c * c * libm::cos(start) * libm::cos(start)).sqrt()
    );
    let height = |t: f64| {
        let (s, k) = libm::sincos(t);
        (a * a * s * s + c * c * k * k).sqrt()
    };
    let slope = |t: f64| {
        let (s, k) = libm::sincos(t);
        (a * a - c * c) * s * k / height(t)
    };
    // θ = θ₀ cos φ; the middles of equal pieces of φ
    let pieces = 4000;
    let quarter: f64 = (0..pieces)
        .map(|i| {
            let phi = PI / 2.0 * (f64::from(i) + 0.5) / f64::from(pieces);
            let theta = start * libm::cos(phi);
            let inertia = (a * a + c * c) / 5.0 + slope(theta) * slope(theta);
            let fall = 2.0 * G * (height(start) - height(theta));
            (inertia / fall).sqrt() * start * libm::sin(phi) * PI / 2.0 / f64::from(pieces)
        })
        .sum();
    let run = run_of(&text, &[quarter], &["p.axis_x.z", "p.position.z", "p.position.x"]);
    let value = |name: &str| run.value(name).unwrap()[0];
    near(value("p.axis_x.z"), 0.0, 1e-6, "upright after a quarter");
    near(value("p.position.z"), c, 1e-9, "lowest then");
    near(value("p.position.x"), 0.0, 1e-9, "nothing pushes it aside");
}

/// A cone lies on its side and rolls about its apex: the axis goes round at Ω, the whole turns at Ω cot α about the line it lies on,
/// at the same rate for ever.
#[test]
fn a_cone_rolls_about_its_apex() {
    let (radius, height, rate) = (0.1_f64, 0.2_f64, 1.5_f64);
    let slant = libm::hypot(radius, height);
    let (sine, cosine) = (radius / slant, height / slant);
    // the axis rises from the apex at the origin by α towards +x; the shape's middle is half way along it
    let middle = [0.5 * height * cosine, 0.5 * height * sine];
    // the centre of mass is 3/4 of the height from the apex
    let speed = rate * 0.75 * height * cosine;
    let spin = -rate * cosine / sine;
    let turned = libm::atan2(cosine, -sine);
    let text = format!(
        "space spatial
gravity (0, 0, -{G}) m/s^2
primitive hat {{ shape = cone({radius} m, {height} m); mass = 1 kg; friction = 0.9 }}
part p = hat() at ({:.17} m, 0, {:.17} m) turned -{turned:.17} rad about (0, 1, 0) moving (0, {speed:.17}, 0) m/s spinning ({spin:.17}, 0, 0) rad/s
obstacle floor = halfspace((0, 0, 0) m, (0, 0, 1)) {{ friction = 0.9 }}
contacts all
run 1 s
",
        middle[0], middle[1]
    );
    let run = run_of(&text, &[1.0], &["p.position.x", "p.position.y", "p.position.z"]);
    let value = |name: &str| run.value(name).unwrap()[0];
    let around = 0.75 * height * cosine;
    near(value("p.position.x"), around * libm::cos(rate), 1e-6, "round, x");
    near(value("p.position.y"), around * libm::sin(rate), 1e-6, "round, y");
    near(value("p.position.z"), 0.75 * height * sine, 1e-9, "height");
}

/// Ellipsoids against the floor, their blow in the closed form of a frictionless impact: u⁺ = −e u⁻ at the lowest place.
#[test]
fn an_ellipsoid_strikes_the_floor() {
    let (a, c, turn, e) = (0.3_f64, 0.1_f64, 0.5_f64, 0.5_f64);
    let (s, k) = libm::sincos(turn);
    let reach = (a * a * s * s + c * c * k * k).sqrt();
    // the lowest place is off the centre by (a² − c²) sin cos / h across
    let arm = (a * a - c * c) * s * k / reach;
    let (mass, inertia) = (2.0, 2.0 * (a * a + c * c) / 5.0);
    let text = format!(
        "space spatial
primitive egg {{ shape = ellipsoid({a} m, 0.2 m, {c} m); mass = {mass} kg; restitution = {e} }}
part p = egg() at (0, 0, {:.17} m) turned {turn} rad about (0, 1, 0) moving (0, 0, -1) m/s
obstacle floor = halfspace((0, 0, 0) m, (0, 0, 1)) {{ restitution = {e} }}
contacts all
run 0.2 s
",
        reach + 0.1
    );
    let run = run_of(&text, &[0.11], &["p.velocity.z", "p.angular_velocity.y"]);
    let value = |name: &str| run.value(name).unwrap()[0];
    let impulse = (1.0 + e) / (1.0 / mass + arm * arm / inertia);
    near(value("p.velocity.z"), -1.0 + impulse / mass, 1e-9, "rebound");
    near(value("p.angular_velocity.y").abs(), impulse * arm / inertia, 1e-9, "spin");
}

#[test]
fn hollow_sides_are_refused_by_name() {
    let text = "space spatial
primitive egg { shape = ellipsoid(1 cm, 2 cm, 3 cm); mass = 1 kg }
primitive nut { shape = extrude(ring(5 cm, 4 cm), 2 cm); mass = 1 kg }
part p = egg() at (0, 0, 0) m
part q = nut() at (0, 0, 1) m
contacts all
run 1 s
";
    let failure = simulate(Scene::text("hollow", text), &Settings::default()).expect_err("refused").to_string();
    assert!(failure.contains("an ellipsoid cannot touch a part with hollow round sides"), "{failure}");
    assert!(failure.contains("`p` and `q`") || failure.contains("`q`"), "{failure}");
}
