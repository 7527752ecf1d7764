//! Starts on the edge of what can be told: each is a clear error, or a clean start.
//!
//! A clean start puts every part where the scene says, to 1e-12, and leaves its velocity as given, unless a blow at t = 0 is told.

use crate::support;

use mainspring_engine::Outcome;
use mainspring_record::Memory;
use support::{first, last, moved, number, of, refused, run_solids};

const G: f64 = 9.81;

/// Runs a scene that must start as it says: parts with place (x, y, or x, y, z) and velocity.
fn clean(scene: &str, starts: &[(&str, &[f64], &[f64])]) -> (Outcome, Memory) {
    let mut names = Vec::new();
    for (part, at, _) in starts {
        for axis in ["x", "y", "z"].iter().take(at.len()) {
            names.extend([format!("{part}.position.{axis}"), format!("{part}.velocity.{axis}")]);
        }
    }
    let (out, memory) = run_solids(&format!("{scene}\nrecord {}\nrun 0.1 s every 10 ms\n", names.join(", ")));
    assert_eq!(memory.times[0], 0.0);
    for (part, at, velocity) in starts {
        for (axis, (x, v)) in ["x", "y", "z"].iter().zip(at.iter().zip(*velocity)) {
            let place = first(&memory, &format!("{part}.position.{axis}"));
            assert!((place - x).abs() < 1e-12, "{part} starts at {axis} = {place}, not {x}");
            let speed = first(&memory, &format!("{part}.velocity.{axis}"));
            assert!((speed - v).abs() < 1e-12, "{part} starts with {speed} along {axis}, not {v}");
        }
    }
    assert!(out.ledger.relative < 1e-8, "{:?}", out.ledger);
    (out, memory)
}

fn unstruck(out: &Outcome) {
    assert!(out.events.iter().all(|e| e.time > 0.0 || e.kind == "contact"), "{:?}", out.events);
}

/// The scene must be refused with this code and all of these words.
fn refuses(scene: &str, code: &str, words: &[&str]) {
    let (found, told) = refused(&format!("{scene}\nrun 0.1 s\n")).expect("it cannot start");
    assert_eq!(found, code, "{told}");
    for word in words {
        assert!(told.contains(word), "{word}: {told}");
    }
}

const PLANE: &str = "space planar\ngravity (0, -9.81) m/s^2\nobstacle floor = halfplane((0, 0) m, (0, 1))\n";
const SPACE: &str = "space spatial\ngravity (0, 0, -9.81) m/s^2\nobstacle floor = halfspace((0, 0, 0), (0, 0, 1))\n";

#[test]
fn what_overlaps_is_refused_with_names_depth_and_a_fix() {
    let fix = "move one of them apart";
    let ball = "solid ball = disc(10 cm); 1 kg at (0, 9.9 cm)\ncontact ball, floor { friction = 0.3 }";
    refuses(&format!("{PLANE}{ball}"), "E0709", &["`ball` and `floor`", "by 1 mm", fix]);
    let boxes = "solid a = rect(20 cm, 20 cm); 1 kg at (0, 10 cm)
solid b = rect(20 cm, 20 cm); 1 kg at (19 cm, 10 cm)
contact a, b { friction = 0.3 }";
    refuses(&format!("{PLANE}{boxes}"), "E0709", &["`a` and `b`", "by 1 cm", fix]);
    let die = "solid die = box(2 cm, 2 cm, 2 cm); 5 g at (0, 0, 0.8 cm)\ncontact die, floor { friction = 0.3 }";
    refuses(&format!("{SPACE}{die}"), "E0709", &["`die` and `floor`", "by 2 mm", fix]);
    // the tolerance is a billionth of the smaller part
    let hair = |by: f64| {
        format!(
            "{PLANE}solid ball = disc(10 cm); 1 kg at (0, {} m)\ncontact ball, floor {{ friction = 0.3 }}",
            0.1 - by
        )
    };
    refuses(&hair(3e-10), "E0709", &["by 3.00e-7 mm"]);
    let (out, memory) = clean(&hair(1e-10), &[("ball", &[0.0, 0.1 - 1e-10], &[0.0, 0.0])]);
    unstruck(&out);
    assert!(moved(&memory) < 1e-12);
}

#[test]
fn equal_parts_in_one_place_are_refused() {
    let pair = |space: &str, shape: &str, at: &str| {
        format!(
            "{space}solid a = {shape}; 1 kg at {at}\nsolid b = {shape}; 1 kg at {at}\ncontact a, b {{ friction = 0.4 }}"
        )
    };
    for shape in ["disc(10 cm)", "rect(20 cm, 10 cm)", "capsule((0, 0), (10, 0), 2) cm"] {
        refuses(&pair(PLANE, shape, "(0, 1 m)"), "E0709", &["`a` and `b` overlap"]);
    }
    for shape in ["sphere(10 cm)", "box(20 cm, 10 cm, 5 cm)", "cylinder(5 cm, 10 cm)"] {
        refuses(&pair(SPACE, shape, "(0, 0, 1 m)"), "E0709", &["`a` and `b` overlap"]);
    }
    // in line, so that no corner or edge of one is inside the other
    for shape in ["box(10 cm, 10 cm, 10 cm)", "cylinder(5 cm, 10 cm)", "extrude(rect(10 cm, 10 cm), 10 cm)"] {
        for shift in ["0.5 cm", "3 cm", "7 cm", "9.5 cm"] {
            let text = format!(
                "{SPACE}solid a = {shape}; 1 kg at (0, 0, 1 m)\nsolid b = {shape}; 1 kg at (0, 0, 1 m + {shift})\ncontact a, b"
            );
            refuses(&text, "E0709", &["`a` and `b` overlap"]);
        }
    }
}

#[test]
fn a_disc_that_fills_a_round_hole_is_refused() {
    let hole = |radius: f64| {
        format!(
            "{PLANE}solid plate = rect(60 cm, 60 cm) - disc(10 cm); 1 kg at (0, 1 m)
solid plug = disc({radius} m); 1 kg at (0, 1 m)
fix plate
contact plate, plug {{ friction = 0 }}"
        )
    };
    refuses(&hole(0.1), "E0709", &["`plug` and `plate`", "without play", "revolute"]);
    // with some play it falls to the bottom of the hole and stays there
    let (_, memory) = clean(&hole(0.0999), &[("plug", &[0.0, 1.0], &[0.0, 0.0])]);
    assert!((last(&memory, "plug.position.y") - (1.0 - 1e-4)).abs() < 1e-9);
}

#[test]
fn coincident_edges_and_faces() {
    let blocks = "solid low = rect(20 cm, 10 cm); 1 kg at (0, 5 cm)
solid high = rect(20 cm, 10 cm); 1 kg at (0, 15 cm)
contact low, floor { friction = 0.4 }
contact low, high { friction = 0.4 }";
    let zero = [0.0, 0.0];
    let (out, memory) =
        clean(&format!("{PLANE}{blocks}"), &[("low", &[0.0, 0.05], &zero), ("high", &[0.0, 0.15], &zero)]);
    unstruck(&out);
    assert!(moved(&memory) < 1e-12 && memory.contacts_at(0).len() == 4);
    let crates = "solid low = box(20 cm, 20 cm, 10 cm); 1 kg at (0, 0, 5 cm)
solid high = box(20 cm, 20 cm, 10 cm); 1 kg at (0, 0, 15 cm)
contact low, floor { friction = 0.4 }
contact low, high { friction = 0.4 }";
    let (out, memory) = clean(&format!("{SPACE}{crates}"), &[("high", &[0.0, 0.0, 0.15], &[0.0; 3])]);
    unstruck(&out);
    assert!(moved(&memory) < 1e-12 && memory.contacts_at(0).len() == 8);
}

#[test]
fn corner_on_corner() {
    // side by side on a diagonal, without load: nothing happens; under gravity the upper one falls past the lower
    let pair = "solid a = rect(20 cm, 20 cm); 1 kg at (0, 10 cm)
solid b = rect(20 cm, 20 cm); 1 kg at (20 cm, 30 cm)
contact a, b { friction = 0.4 }
contact a, floor { friction = 0.4 }";
    let (out, memory) =
        clean(&format!("{PLANE}{pair}"), &[("a", &[0.0, 0.1], &[0.0; 2]), ("b", &[0.2, 0.3], &[0.0; 2])]);
    unstruck(&out);
    assert!((last(&memory, "b.position.y") - (0.3 - 0.5 * G * 0.01)).abs() < 1e-12);
    assert!(last(&memory, "b.position.x") == 0.2 && last(&memory, "a.position.x").abs() < 1e-12);
    // tip on tip: it slides off one way, always the same, and starts from rest
    let tips = "solid a = rect(20 cm, 20 cm); 1 kg at (0, 20 cm * sqrt(0.5)) turned 45 deg
solid b = rect(20 cm, 20 cm); 1 kg at (0, 60 cm * sqrt(0.5)) turned 45 deg
fix a
contact a, b { friction = 0.4 }";
    let run = || clean(&format!("{PLANE}{tips}"), &[("b", &[0.0, 0.6 * 0.5_f64.sqrt()], &[0.0; 2])]);
    let (one, two) = (run(), run());
    unstruck(&one.0);
    assert_eq!(one.0.hash, two.0.hash);
    // slower than a free fall: the lower tip bears a part of the weight
    assert!(last(&one.1, "b.velocity.y") > -0.1 * G && last(&one.1, "b.velocity.y") < 0.0);
    let cubes = "space spatial
solid a = box(20 cm, 20 cm, 20 cm); 1 kg at (0, 0, 0)
solid b = box(20 cm, 20 cm, 20 cm); 1 kg at (20 cm, 20 cm, 20 cm)
contact a, b { friction = 0.4 }";
    let (out, memory) = clean(cubes, &[("b", &[0.2; 3], &[0.0; 3])]);
    assert!(out.events.is_empty() && moved(&memory) == 0.0);
}

#[test]
fn a_corner_on_the_very_end_of_an_edge() {
    let tip = "obstacle table = rect((0, 50) cm, (40, 60) cm)
solid a = rect(20 cm, 20 cm); 1 kg at (0, 60 cm + 20 cm * sqrt(0.5)) turned 45 deg
contact a, table { friction = 0.4 }";
    let (out, memory) = clean(&format!("{PLANE}{tip}"), &[("a", &[0.0, 0.6 + 0.2 * 0.5_f64.sqrt()], &[0.0; 2])]);
    unstruck(&out);
    assert!(moved(&memory) < 1e-9, "balanced on the end: {}", moved(&memory));
}

#[test]
fn a_part_that_fills_a_hole() {
    let plug = "solid plate = rect(60 cm, 60 cm) - rect(20 cm, 20 cm); 1 kg at (0, 1 m)
solid plug = rect(20 cm, 20 cm); 1 kg at (0, 1 m)
fix plate
contact plate, plug { friction = 0.4 }";
    let (out, memory) = clean(&format!("{PLANE}{plug}"), &[("plug", &[0.0, 1.0], &[0.0; 2])]);
    unstruck(&out);
    assert!(moved(&memory) < 1e-12, "{}", moved(&memory));
    // between two smooth walls in space it falls as if there were none
    let peg = "obstacle left = box(10 cm, 40 cm, 40 cm) at (-15 cm, 0, 1 m)
obstacle right = box(10 cm, 40 cm, 40 cm) at (15 cm, 0, 1 m)
solid peg = box(20 cm, 20 cm, 40 cm); 1 kg at (0, 0, 1 m)
contact peg, left { friction = 0 }
contact peg, right { friction = 0 }";
    let (out, memory) = clean(&format!("{SPACE}{peg}"), &[("peg", &[0.0, 0.0, 1.0], &[0.0; 3])]);
    unstruck(&out);
    assert!((last(&memory, "peg.position.z") - (1.0 - 0.5 * G * 0.01)).abs() < 1e-12);
}

#[test]
fn two_places_at_once() {
    let corner = "obstacle wall = halfplane((10 cm, 0), (-1, 0))
solid ball = disc(10 cm); 1 kg at (0, 10 cm)
contact ball, floor { friction = 0.4 }
contact ball, wall { friction = 0.4 }";
    let (out, memory) = clean(&format!("{PLANE}{corner}"), &[("ball", &[0.0, 0.1], &[0.0; 2])]);
    unstruck(&out);
    assert!(moved(&memory) < 1e-12);
    // thrown into the corner it strikes both, and both blows are told
    let thrown = corner
        .replace("at (0, 10 cm)", "at (0, 10 cm) moving (1, -1) m/s")
        .replace("friction = 0.4", "restitution = 0.5");
    let (out, memory) = clean(&format!("{PLANE}{thrown}"), &[("ball", &[0.0, 0.1], &[-0.5, 0.5])]);
    assert_eq!(of(&out.events, "impact").iter().filter(|e| e.time == 0.0).count(), 2, "{:?}", out.events);
    assert!(last(&memory, "ball.position.x") < -0.04);
}

#[test]
fn touching_and_approaching_or_leaving() {
    let ball = |speed: f64| {
        format!(
            "{PLANE}solid ball = disc(10 cm); 1 kg at (0, 10 cm) moving (0, {speed}) m/s\ncontact ball, floor {{ restitution = 0.5 }}"
        )
    };
    // a told blow, and only that, changes the velocity
    let (out, _) = clean(&ball(-2.0), &[("ball", &[0.0, 0.1], &[0.0, 1.0])]);
    let hit = of(&out.events, "impact")[0];
    assert!(hit.time == 0.0 && (number(hit, "lost") - 1.5).abs() < 1e-12);
    let (out, memory) = clean(&ball(2.0), &[("ball", &[0.0, 0.1], &[0.0, 2.0])]);
    assert!(out.events.is_empty(), "{:?}", out.events);
    assert!((last(&memory, "ball.position.y") - (0.1 + 0.2 - 0.5 * G * 0.01)).abs() < 1e-12);
}
