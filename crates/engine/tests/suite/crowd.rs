//! Parts on a table that push each other: rows, queues and heaps that a run has to get through in reasonable work.

use crate::support;

use mainspring_trust::Against;
use support::{column, last, of, run_text};

/// Three plates pushed together and on. Two of them slide flush past each other until their corners pass: there the two points
/// they touch at are one, and the run used to end.
#[test]
fn plates_slide_flush_past_each_others_corners() {
    let (out, memory) = run_text(
        "space planar
surface { static_friction = 0.4; dynamic_friction = 0.3; law = coulomb }
primitive plate(w: length) { shape = rect(w, 4 cm); area_density = 5 kg/m^2; friction = 0; restitution = 0 }
window w = rect((-50, -50) cm, (0, 50) cm) { force = (60, 0) N/m^2 }
contacts all
part a = plate(5 cm) at (-20, 0.5) cm turned 3 deg
part b = plate(4 cm) at (-5, 0) cm
part c = plate(4 cm) at (2, -1) cm turned 20 deg
record a.position, b.position, c.position, energy.residual
run 3 s every 10 ms
",
    );
    let parted = of(&out.events, "part").iter().any(|e| e.time > 0.24 && e.text == "`b` and `c` part");
    assert!(parted, "{:?}", of(&out.events, "part"));
    assert!(last(&memory, "energy.residual").abs() < 1e-12);
    // what was pushed lies still in the end, and apart
    let apart = last(&memory, "b.position.y") - last(&memory, "c.position.y");
    assert!(apart > 0.06, "{apart}");
}

/// Three plates without friction between them, carried from a belt onto the ground. They move in line, so which way they slide on
/// each other is rounding; each change of it used to be an event, some ten thousand a millisecond.
#[test]
fn frictionless_plates_leave_a_belt_in_line() {
    let (out, memory) = run_text(
        "space planar
surface { friction = 0.2; law = coulomb }
contacts all
primitive plate { shape = rect(4 cm, 3 cm); area_density = 2 kg/m^2; friction = 0; restitution = 0 }
window belt = rect((-20, -25) cm, (3, 25) cm) { velocity = (0.1, 0) m/s }
for i in 0..3 { part p[i] = plate() at (i*4.2 cm - 12 cm, 0 cm) }
record energy.residual, p[0].position, p[1].position, p[2].position
run 3 s every 10 ms
",
    );
    assert!(out.work.steps < 1000, "{} steps", out.work.steps);
    for i in 0..3 {
        assert!(last(&memory, &format!("p[{i}].position.y")).abs() < 1e-10);
    }
    for i in 0..2 {
        let gap = last(&memory, &format!("p[{}].position.x", i + 1)) - last(&memory, &format!("p[{i}].position.x"));
        assert!((gap - 0.04).abs() < 1e-9, "{gap}");
    }
    assert!(last(&memory, "energy.residual").abs() < 1e-12);
}

/// Bounces of a disc that a field presses against a wall. The pressing acceleration sets the speed below which they end, so their
/// number does not depend on it, and those above that speed keep their restitution.
#[test]
fn bounces_under_a_field_end_by_what_presses() {
    let bounces = |density: f64| -> Vec<(f64, f64)> {
        let (out, _) = run_text(&format!(
            "space planar
contacts all
primitive puck {{ shape = disc(1 cm); area_density = 1 kg/m^2; friction = 0; restitution = 0.5 }}
obstacle wall = halfplane((0, 0) cm, (0, 1)) {{ friction = 0; restitution = 0.5 }}
window press = rect((-1, -1) m, (1, 1) m) {{ force = (0, -{density}) N/m^2 }}
part p = puck() at (0, 11) cm
record p.position
run {} s every 10 ms
",
            10.0 / density.sqrt()
        ));
        assert_eq!(of(&out.events, "rest").len(), 1, "{:?}", out.events);
        let number = |e: &mainspring_record::Event, name: &str| {
            e.numbers.iter().find(|(n, _)| n == name).map_or(f64::NAN, |(_, x)| *x)
        };
        of(&out.events, "impact").iter().map(|e| (e.time, number(e, "rebound"))).collect()
    };
    let (weak, strong) = (bounces(1.0), bounces(100.0));
    assert_eq!(weak.len(), strong.len());
    for (list, a) in [(&weak, 1.0_f64), (&strong, 100.0)] {
        // it falls 10 cm; the k-th bounce leaves with v eᵏ and takes 2 v eᵏ/a
        let v = (2.0 * a * 0.1).sqrt();
        let (mut time, mut speed) = (v / a, 0.5 * v);
        for (k, &(t, rebound)) in list.iter().enumerate() {
            mainspring_trust::case!(
                "disc pressed against a wall by a field",
                "time of its bounces, over that of the fall",
                mainspring_trust::Against::ClosedForm,
                "v/a (1 + 2 Σ eᵏ)"
            )
            .off((t - time) * a / v, 1e-8);
            if k + 1 < list.len() {
                assert!((rebound / speed - 1.0).abs() < 1e-6, "bounce {k}: {rebound} against {speed}");
            }
            time += 2.0 * speed / a;
            speed *= 0.5;
        }
    }
}

/// A tile that a field drives flat against a rough wall. The blow leaves it a slip along the wall that the table ends at once; the
/// contact used to go on as one that slides, which way was rounding, and the run ended in too many events.
#[test]
fn a_tile_comes_to_rest_against_a_rough_wall() {
    let (out, memory) = run_text(
        "space planar
surface { static_friction = 0.3; dynamic_friction = 0.25; law = coulomb }
contacts all
primitive tile { shape = rect(2.6 cm, 2.6 cm); area_density = 2.5 kg/m^2; friction = 0.2; restitution = 0 }
obstacle wall = halfplane((0, 0) cm, (-1, 0)) { friction = 0.2; restitution = 0 }
window push = rect((-60, -60) cm, (0, 60) cm) { force = (18, 0) N/m^2 }
part s = tile() at (-5, 8) cm
record energy.residual, s.position, s.velocity
run 2 s every 10 ms
",
    );
    assert!(out.work.steps < 100, "{} steps", out.work.steps);
    assert!((last(&memory, "s.position.x") + 0.013).abs() < 1e-10, "{}", last(&memory, "s.position.x"));
    assert!(last(&memory, "s.velocity.x").abs() < 1e-12);
    assert!(last(&memory, "energy.residual").abs() < 1e-12);
}

/// Discs and tiles that a field draws together on rough ground. `parts` of each, around a circle.
fn drawn_together(parts: usize, duration: &str) -> String {
    let mut told = String::from("energy.residual");
    for i in 0..parts {
        for (name, what) in [("d", "position"), ("d", "velocity"), ("s", "velocity"), ("d", "rate"), ("s", "rate")] {
            told += &format!(", {name}[{i}].{what}");
        }
        for name in ["d", "s"] {
            for what in ["field_force", "contact_force", "surface_force"] {
                told += &format!(", {name}[{i}].{what}");
            }
            for what in ["field_torque", "contact_torque", "surface_torque"] {
                told += &format!(", {name}[{i}].{what}");
            }
        }
    }
    let apart = 360 / parts;
    format!(
        "space planar
surface {{ static_friction = 0.2; dynamic_friction = 0.15; law = coulomb }}
contacts all
primitive puck {{ shape = disc(1.6 cm); area_density = 2 kg/m^2; friction = 0.1; restitution = 0 }}
primitive tile {{ shape = rect(3 cm, 2.2 cm); area_density = 2 kg/m^2; friction = 0.1; restitution = 0 }}
window pull = disc(40 cm) {{ force = -(300 N/m^3)*(x, y) }}
for i in 0..{parts} {{ part d[i] = puck() at 10 cm*(cos(i*({apart} deg)), sin(i*({apart} deg))) }}
for i in 0..{parts} {{
  part s[i] = tile() at 15 cm*(cos(i*({apart} deg) + 25 deg), sin(i*({apart} deg) + 25 deg)) turned i*(17 deg)
}}
record {told}
run {duration} every 10 ms
"
    )
}

/// Discs keep their distance in every frame, and what friction, blows and the field did adds up.
fn apart_and_accounted_for(memory: &mainspring_record::Memory, discs: usize) {
    for i in 0..discs {
        for j in 0..i {
            let along = |axis: &str| {
                let of = |k: usize| column(memory, &format!("d[{k}].position.{axis}"));
                of(i).into_iter().zip(of(j)).map(|(a, b)| a - b).collect::<Vec<f64>>()
            };
            let least = along("x").into_iter().zip(along("y")).map(|(x, y)| libm::hypot(x, y)).fold(1.0, f64::min);
            assert!(least >= 0.032 - 1e-9, "d[{i}] and d[{j}]: {least}");
        }
    }
    assert!(column(memory, "energy.residual").iter().all(|r| r.abs() < 1e-10));
}

/// Six of them come to rest, and each then bears no more than its ground does: forces and torques of field, neighbours and ground
/// add up to nothing, and the ground's are within its limits.
#[test]
fn a_heap_drawn_together_comes_to_rest_within_its_limits() {
    let (_, memory) = run_text(&drawn_together(3, "1 s"));
    apart_and_accounted_for(&memory, 3);
    let disc = 2.0 * std::f64::consts::PI * 0.016 * 0.016 * 9.81;
    for (name, weight) in [("d", disc), ("s", 2.0 * 0.03 * 0.022 * 9.81)] {
        for i in 0..3 {
            let at = |what: &str| last(&memory, &format!("{name}[{i}].{what}"));
            for what in ["velocity.x", "velocity.y", "rate"] {
                assert!(at(what).abs() < 1e-12, "{name}[{i}].{what} {}", at(what));
            }
            for of in ["force.x", "force.y", "torque"] {
                let sum = at(&format!("field_{of}")) + at(&format!("contact_{of}")) + at(&format!("surface_{of}"));
                assert!(sum.abs() < 1e-10, "{name}[{i}] {of} {sum}");
            }
            let held = libm::hypot(at("surface_force.x"), at("surface_force.y"));
            assert!(held <= 0.2 * weight * (1.0 + 1e-9), "{name}[{i}] {held} of {}", 0.2 * weight);
            if name == "d" {
                let most = 0.2 * weight * 2.0 / 3.0 * 0.016;
                assert!(at("surface_torque").abs() <= most * (1.0 + 1e-9), "{name}[{i}]");
            }
        }
    }
}

/// Twelve of them: the run used to end in too many events at 0.34 s.
#[test]
fn a_dozen_drawn_together_push_each_other_on() {
    let (out, memory) = run_text(&drawn_together(6, "350 ms"));
    apart_and_accounted_for(&memory, 6);
    assert!(out.work.steps < 3000, "{} steps", out.work.steps);
}

/// Parts that a belt carries against a stop at its very end. They are beyond the belt by rounding, and used to rest in turns on that
/// sliver of ground. In the end the belt slides under all of them, and the stop bears what it drags with.
#[test]
fn a_stop_bears_what_a_belt_drags_with() {
    let (_, memory) = run_text(
        "space planar
surface { static_friction = 0.3; dynamic_friction = 0.25; law = coulomb }
contacts all
primitive box { shape = rect(3 cm, 2.4 cm); area_density = 3 kg/m^2; friction = 0.15; restitution = 0 }
primitive puck { shape = disc(1.4 cm); area_density = 2 kg/m^2; friction = 0.15; restitution = 0 }
obstacle stop = rect((0, -12) cm, (2, 12) cm) { friction = 0.15; restitution = 0 }
window belt = rect((-60, -8) cm, (0, 8) cm) { velocity = (0.15, 0) m/s }
part b[0] = box() at (-6, 0) cm
part b[1] = box() at (-13, 0) cm
part p = puck() at (-9.2, 0.5) cm
quantity borne = contact(b[0], stop).force.x + contact(b[1], stop).force.x + contact(p, stop).force.x
record energy.residual, borne, b[0].velocity, p.velocity, b[1].velocity
run 2.2 s every 10 ms
",
    );
    for name in ["b[0]", "b[1]", "p"] {
        assert!(last(&memory, &format!("{name}.velocity.x")).abs() < 1e-9);
    }
    let weight = 9.81 * (2.0 * 3.0 * 0.03 * 0.024 + 2.0 * std::f64::consts::PI * 0.014 * 0.014);
    mainspring_trust::case!(
        "parts that a belt carries against a stop",
        "what the stop bears, over friction",
        Against::ClosedForm,
        "Σ μ m g"
    )
    .off(last(&memory, "borne").abs() / (0.25 * weight) - 1.0, 1e-9);
    assert!(column(&memory, "energy.residual").iter().all(|r| r.abs() < 1e-10));
}
