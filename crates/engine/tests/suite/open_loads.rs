//! Loads that statics leaves open: their range is told and can be measured.

use crate::support;

use mainspring_record::{Event, Memory};
use mainspring_trust::{Against::ClosedForm, case};
use support::{last, number};

const G: f64 = 9.81;

/// A beam of 2 kg, 1 m long with its middle at x = 0, on three posts.
fn beam(posts: [f64; 3]) -> (mainspring_engine::Outcome, Memory) {
    let mut text = String::from(
        "space planar
gravity (0, -9.81) m/s^2
primitive bar { shape = rect(1 m, 4 cm); mass = 2 kg }
part beam = bar() at (0, 2 cm)
",
    );
    for (name, x) in ["left", "middle", "right"].iter().zip(posts) {
        text += &format!("obstacle {name} = disc(1 cm) at ({x} m, -1 cm)\ncontact beam, {name} {{ friction = 0.2 }}\n");
        text += &format!("record contact(beam, {name}).normal_force, contact(beam, {name}).least_force\n");
        text += &format!("record contact(beam, {name}).largest_force\n");
    }
    support::run_text(&(text + "run 0.2 s every 50 ms\n"))
}

#[test]
fn a_beam_on_three_posts_says_how_far_its_loads_could_shift() {
    let weight = 2.0 * G;
    for posts in [[-0.4, 0.0, 0.4], [-0.4, 0.1, 0.3], [-0.45, -0.2, 0.15]] {
        let (out, memory) = beam(posts);
        let told: Vec<&Event> = out.events.iter().filter(|e| e.kind == "open").collect();
        assert_eq!(told.len(), 3, "{:?}", out.events);
        let mut sum = 0.0;
        let mut worst = 0.0_f64;
        for (i, name) in ["left", "middle", "right"].into_iter().enumerate() {
            // an end of the range: another post carries nothing, and two share by the lever
            let [a, b] = match i {
                0 => [1, 2],
                1 => [0, 2],
                _ => [0, 1],
            };
            let lever = |with: usize| weight * posts[with] / (posts[with] - posts[i]);
            let between = |p: f64, q: f64| p.min(q) <= 0.0 && p.max(q) >= 0.0;
            let mut ends: Vec<f64> = Vec::new();
            for with in [a, b] {
                if between(posts[i], posts[with]) {
                    ends.push(lever(with));
                }
            }
            if between(posts[a], posts[b]) {
                ends.push(0.0);
            }
            let exact = [ends.iter().copied().fold(f64::INFINITY, f64::min), ends.iter().copied().fold(0.0, f64::max)];
            let got = [
                last(&memory, &format!("contact(beam, {name}).least_force")),
                last(&memory, &format!("contact(beam, {name}).largest_force")),
            ];
            let taken = last(&memory, &format!("contact(beam, {name}).normal_force"));
            worst = worst.max((got[0] - exact[0]).abs()).max((got[1] - exact[1]).abs());
            assert!(got[0] <= taken + 1e-9 && taken <= got[1] + 1e-9);
            let event = told.iter().find(|e| e.who[1] == name).expect("told of every post");
            assert!((number(event, "least") - exact[0]).abs() < 1e-7);
            assert!((number(event, "largest") - exact[1]).abs() < 1e-7);
            sum += taken;
        }
        case!("beam on three posts", "ends of the ranges of its loads, N", ClosedForm, "a post carries nothing")
            .off(worst, 1e-8);
        case!("beam on three posts", "sum of its loads, N", ClosedForm, "m g").off(sum - weight, 1e-9);
    }
}

#[test]
fn what_is_determined_is_not_told() {
    let (out, memory) = support::run_text(
        "space planar
gravity (0, -9.81) m/s^2
primitive block { shape = rect(20 cm, 10 cm); mass = 1 kg }
part a = block() at (0, 5 cm)
part b = block() at (3 cm, 15 cm)
obstacle floor = halfplane((0, 0) m, (0, 1))
contact a, floor { friction = 0.3 }
contact a, b { friction = 0.3 }
record contact(a, floor).least_force, contact(a, floor).largest_force
run 0.1 s every 50 ms
",
    );
    assert!(out.events.iter().all(|e| e.kind != "open"), "{:?}", out.events);
    assert!((last(&memory, "contact(a, floor).least_force") - 2.0 * G).abs() < 1e-9);
    assert!((last(&memory, "contact(a, floor).largest_force") - 2.0 * G).abs() < 1e-9);
}

#[test]
fn a_wedge_in_a_narrow_groove_has_no_largest_load() {
    // sides at α to the vertical with μ > tan α hold whatever they press: at least mg/(2 (sin α + μ cos α)) each, and as much
    // more as one likes
    let (alpha, mu) = (0.2, 0.5);
    let (s, c) = libm::sincos(alpha);
    let half = |y: f64| y * s / c;
    let (out, memory) = support::run_text(&format!(
        "space planar
gravity (0, -9.81) m/s^2
primitive key {{ shape = polygon(({}, 0.1) m, ({}, 0.1) m, ({}, 0.2) m, ({}, 0.2) m); mass = 1 kg }}
part a = key() at (0, 0)
obstacle west = halfplane((0, 0), ({c}, {s}))
obstacle east = halfplane((0, 0), ({}, {s}))
contact a, west {{ friction = {mu} }}
contact a, east {{ friction = {mu} }}
record a.velocity.y, contact(a, west).least_force, contact(a, west).largest_force
run 0.1 s every 50 ms
",
        -half(0.1),
        half(0.1),
        half(0.2),
        -half(0.2),
        -c
    ));
    let told: Vec<&Event> = out.events.iter().filter(|e| e.kind == "open").collect();
    assert_eq!(told.len(), 2, "{:?}", out.events);
    assert!(told[0].text.contains("without upper limit"), "{}", told[0].text);
    case!("wedge in a narrow groove", "least load on a side, N", ClosedForm, "mg/(2 (sin α + μ cos α))")
        .off(last(&memory, "contact(a, west).least_force") - G / (2.0 * (s + mu * c)), 1e-8);
    assert_eq!(last(&memory, "contact(a, west).largest_force"), f64::INFINITY);
    assert!(last(&memory, "a.velocity.y").abs() < 1e-12);
}
