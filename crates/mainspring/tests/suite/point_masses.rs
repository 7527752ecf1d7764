//! Point masses touch: as points, and as discs and balls where they have a radius. Against closed forms.

use mainspring::prelude::*;
use mainspring::{Run, simulate};

fn run_of(text: &str, at: &[f64], probes: &[&str]) -> Run {
    let mut settings = Settings { at: at.to_vec(), ..Settings::default() };
    for probe in probes {
        settings = settings.probe(probe);
    }
    let run = simulate(Scene::text("points", text), &settings).unwrap_or_else(|e| panic!("{e}\n{text}"));
    assert!(run.outcome.doubts.is_empty(), "{:?}\n{text}", run.outcome.doubts);
    run
}

/// What was read at all the moments asked for.
fn series(run: &Run, name: &str) -> Vec<f64> {
    let found = run.values.iter().find(|m| m.name == name).unwrap_or_else(|| panic!("no {name}"));
    found.values.iter().map(|v| v[0]).collect()
}

fn near(is: f64, should: f64, within: f64, what: &str) {
    assert!((is - should).abs() <= within, "{what}: {is} is not {should}, off by {:e}", is - should);
}

const G: f64 = 9.81;

/// Height of a body dropped from rest over the floor after two rebounds with restitution e, at time t.
fn bounced(drop: f64, e: f64, t: f64) -> f64 {
    let (mut speed, mut since) = ((2.0 * G * drop).sqrt(), (2.0 * drop / G).sqrt());
    if t < since {
        return drop - 0.5 * G * t * t;
    }
    loop {
        speed *= e;
        let flight = 2.0 * speed / G;
        if t <= since + flight {
            let s = t - since;
            return speed * s - 0.5 * G * s * s;
        }
        since += flight;
    }
}

/// A point and a disc (ball) of 10 cm over a floor without end and over a plate.
#[test]
fn a_point_and_a_ball_bounce() {
    for (space, down, at, floors) in [
        (
            "planar",
            "(0, -9.81)",
            ["(0, 1) m", "(1, 1.1) m"],
            ["halfplane((0, 0) m, (0, 1))", "rect(4 m, 1 m) at (0, -0.5) m"],
        ),
        (
            "spatial",
            "(0, 0, -9.81)",
            ["(0, 0, 1) m", "(1, 0, 1.1) m"],
            ["halfspace((0, 0, 0) m, (0, 0, 1))", "box(4 m, 4 m, 1 m) at (0, 0, -0.5) m"],
        ),
    ] {
        for floor in floors {
            let text = format!(
                "space {space}
gravity {down} m/s^2
mass a = 2 kg at {} {{ restitution = 0.5 }}
mass b = 1 kg at {} {{ radius = 10 cm; restitution = 0.5 }}
obstacle floor = {floor} {{ restitution = 0.5 }}
contacts all
run 1.2 s
",
                at[0], at[1]
            );
            let z = if space == "planar" { "y" } else { "z" };
            let (a, b) = (format!("a.position.{z}"), format!("b.position.{z}"));
            let times = [0.3, 0.5, 0.8, 1.0, 1.2];
            let run = run_of(&text, &times, &[&a, &b]);
            for (i, t) in times.into_iter().enumerate() {
                near(series(&run, &a)[i], bounced(1.0, 0.5, t), 1e-9, &format!("point at {t}, {floor}"));
                near(series(&run, &b)[i] - 0.1, bounced(1.0, 0.5, t), 1e-9, &format!("ball at {t}, {floor}"));
            }
        }
    }
}

/// Down an incline of 30° with μ = 0.2: ½ g (sin − μ cos) t² along it, for points and for balls, which do not turn; by event
/// and by steps.
#[test]
fn a_point_and_a_ball_slide_down() {
    let (sine, cosine): (f64, f64) = (0.5, 0.75_f64.sqrt());
    let away = 0.5 * G * (sine - 0.2 * cosine) * 0.25;
    for (method, within) in [("method event", 1e-9), ("method stepping { step = 0.5 ms }", 5e-3)] {
        let text = format!(
            "space planar
{method}
gravity (0, -9.81) m/s^2
mass a = 2 kg at (0, 0) m {{ friction = 0.2 }}
mass b = 1 kg at ({} m, {} m) {{ radius = 10 cm; friction = 0.2 }}
obstacle floor = halfplane((0, 0) m, ({sine}, {cosine})) {{ friction = 0.2 }}
contacts a, floor
contacts b, floor
run 0.5 s
",
            0.1 * sine,
            0.1 * cosine
        );
        let run = run_of(&text, &[0.5], &["a.position.x", "a.position.y", "b.position.x"]);
        let value = |name: &str| run.value(name).unwrap()[0];
        near(value("a.position.x"), away * cosine, within, "point, across");
        near(value("a.position.y"), -away * sine, within, "point, down");
        near(value("b.position.x"), 0.1 * sine + away * cosine, within, "ball, across");
        let text = format!(
            "space spatial
{method}
gravity (0, 0, -9.81) m/s^2
mass a = 2 kg at (0, 0, 0) m {{ friction = 0.2 }}
mass b = 1 kg at ({} m, 1 m, {} m) {{ radius = 10 cm; friction = 0.2 }}
obstacle floor = halfspace((0, 0, 0) m, ({sine}, 0, {cosine})) {{ friction = 0.2 }}
contacts all
run 0.5 s
",
            0.1 * sine,
            0.1 * cosine
        );
        let run = run_of(&text, &[0.5], &["a.position.x", "b.position.x", "b.position.y"]);
        let value = |name: &str| run.value(name).unwrap()[0];
        near(value("a.position.x"), away * cosine, within, "point in space");
        near(value("b.position.x"), 0.1 * sine + away * cosine, within, "ball in space");
        near(value("b.position.y"), 1.0, 1e-12, "straight down");
    }
}

/// Off the edge of a plate it falls freely, and lands on what is below; it stays out of a corner it strikes.
#[test]
fn a_point_slides_off_an_edge() {
    let text = "space planar
gravity (0, -9.81) m/s^2
mass a = 1 kg at (0, 0) m moving (1, 0) m/s
obstacle plate = rect(1 m, 10 cm) at (0, -5) cm
obstacle floor = rect(8 m, 10 cm) at (0, -105) cm
contacts all
run 2 s
";
    // leaves at x = 0.5 m after 0.5 s
    let run = run_of(text, &[0.5, 0.7, 2.0], &["a.position.x", "a.position.y"]);
    let (x, y) = (series(&run, "a.position.x"), series(&run, "a.position.y"));
    near(y[0], 0.0, 1e-9, "on the plate");
    near(y[1], -0.5 * G * 0.04, 1e-9, "falling");
    near(y[2], -1.0, 1e-9, "on the floor");
    near(x[2], 2.0, 1e-9, "along");
}

/// Two equal masses with a radius strike head on: all of the motion passes over.
#[test]
fn discs_strike_each_other() {
    for space in ["planar", "spatial"] {
        let third = if space == "planar" { "" } else { ", 0" };
        let text = format!(
            "space {space}
mass a = 1 kg at (0, 0{third}) m moving (1, 0{third}) m/s {{ radius = 10 cm; restitution = 1 }}
mass b = 1 kg at (1, 0{third}) m {{ radius = 15 cm; restitution = 1 }}
mass c = 1 kg at (2, 0{third}) m {{ restitution = 1 }}
contacts all
run 2 s
"
        );
        let run = run_of(&text, &[1.9], &["a.position.x", "b.position.x", "c.position.x"]);
        // 0.75 m until they meet, then 0.85 m from the disc's rim to the point
        near(run.value("a.position.x").unwrap()[0], 0.75, 1e-12, "a");
        near(run.value("b.position.x").unwrap()[0], 1.85, 1e-12, "b");
        near(run.value("c.position.x").unwrap()[0], 2.0 + 0.3, 1e-12, "c");
    }
}

#[test]
fn two_points_never_touch() {
    let scene = |line: &str| {
        let text = format!(
            "space planar\nmass a = 1 kg at (0, 0) m moving (1, 0) m/s\nmass b = 1 kg at (1, 0) m\n{line}\nrun 2 s\n"
        );
        simulate(Scene::text("points", &text), &Settings::default().probe("a.position.x"))
    };
    let failure = scene("contact a, b").expect_err("two points").to_string();
    assert!(failure.contains("two points have no size"), "{failure}");
    // among all that may touch they are left out
    let run = scene("contacts all").unwrap();
    near(*run.value("a.position.x").unwrap().last().unwrap(), 2.0, 1e-12, "passes");
}

/// Half way between the nearest points, for parts of many kinds.
#[test]
fn open_contacts_have_a_place() {
    let planar = "space planar
primitive disc1 { shape = disc(1 m); mass = 1 kg }
primitive square { shape = rect(2 m, 2 m); mass = 1 kg }
part a = disc1() at (0, 0) m
part b = square() at (5, 1) m
part d = square() at (-4, 4) m turned 45 deg
mass c = 1 kg at (3, 4) m
obstacle floor = halfplane((0, -3) m, (0, 1))
contacts all
run 1 s
";
    let probes = ["contact(a, b).point", "contact(c, b).point", "contact(d, floor).point", "contact(b, floor).point"];
    let named: Vec<String> = probes.iter().flat_map(|p| ["x", "y"].map(|x| format!("{p}.{x}"))).collect();
    let names: Vec<&str> = named.iter().map(String::as_str).collect();
    let run = run_of(planar, &[0.5], &names);
    let value = |i: usize| run.value(names[i]).unwrap()[0];
    // the disc's rim at (1, 0) and the edge x = 4 there; c is nearest to the corner (4, 2)
    for (i, should) in [2.5, 0.0, 3.5, 3.0, -4.0, (4.0 - 2.0_f64.sqrt() - 3.0) / 2.0, 5.0, -1.5].into_iter().enumerate()
    {
        near(value(i), should, 1e-12, names[i]);
    }
    let spatial = "space spatial
primitive ball { shape = sphere(1 m); mass = 1 kg }
primitive cube { shape = box(2 m, 2 m, 2 m); mass = 1 kg }
part a = ball() at (0, 0, 0) m
part b = cube() at (5, 0.5, 0.5) m
part d = cube() at (5, 4, 4) m
mass c = 1 kg at (8, 0.5, 0.5) m
obstacle floor = halfspace((0, 0, -3) m, (0, 0, 1))
contacts all
run 1 s
";
    let probes = ["contact(a, b).point", "contact(c, b).point", "contact(b, floor).point", "contact(b, d).point"];
    let named: Vec<String> = probes.iter().flat_map(|p| ["x", "y", "z"].map(|x| format!("{p}.{x}"))).collect();
    let names: Vec<&str> = named.iter().map(String::as_str).collect();
    let run = run_of(spatial, &[0.5], &names);
    let should = [2.5, 0.0, 0.0, 7.0, 0.5, 0.5, 5.0, 0.5, -1.75, 5.0, 2.25, 2.25];
    for (i, should) in should.into_iter().enumerate() {
        near(run.value(names[i]).unwrap()[0], should, 1e-12, names[i]);
    }
}
