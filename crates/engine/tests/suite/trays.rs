//! Heaps of mixed polygons come to rest: many frictional contacts that hang together, each change of them an event.

use crate::support;

use mainspring_engine::EndReason;
use mainspring_trust::{Against::ClosedForm, case, largest};
use support::last;

/// Twelve polygons, two of them not convex, over a tray; `seed` shuffles and turns them.
fn tray(seed: u64) -> String {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x2545_f491_4f6c_dd1d;
    let mut draw = |n: u64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state % n
    };
    let kinds = ["triangle", "square", "plank", "hexagon", "angle", "kite"];
    let mut all: Vec<&str> = kinds.iter().chain(&kinds).copied().collect();
    for i in (1..all.len()).rev() {
        all.swap(i, draw(i as u64 + 1) as usize);
    }
    let mut text = String::from(
        "space planar
method event { crowds = error }
gravity (0, -9.81) m/s^2
material wood { density = 700 kg/m^3; thickness = 2 cm; friction = 0.4; restitution = 0.1 }
primitive triangle { shape = polygon((-3, -2), (3, -2), (0, 3.2)) cm; material = wood }
primitive square { shape = rect(5 cm, 5 cm); material = wood }
primitive plank { shape = rect(8 cm, 2.4 cm); material = wood }
primitive hexagon { shape = polygon((3, 0), (1.5, 2.6), (-1.5, 2.6), (-3, 0), (-1.5, -2.6), (1.5, -2.6)) cm; material = wood }
primitive angle { shape = polygon((-3, -3), (3, -3), (3, -1), (-1, -1), (-1, 3), (-3, 3)) cm; material = wood }
primitive kite { shape = polygon((0, -3.5), (2.4, 0.5), (0, 2.5), (-2.4, 0.5)) cm; material = wood }
obstacle tray = polygon((-29, -2), (29, -2), (33, 10), (31, 10), (27, 0), (-27, 0), (-31, 10), (-33, 10)) cm { material = wood }
",
    );
    for (i, kind) in all.iter().enumerate() {
        let (column, row) = ((i % 6) as f64, (i / 6) as f64);
        let (x, y) = (-22.5 + 9.0 * column + 2.0 * row, 5.5 + 9.0 * row);
        let turn = draw(36) as i32 * 5 - 90;
        text += &format!(
            "part a[{i}] = {kind}() at ({x}, {y}) cm turned {turn} deg\nrecord contact(a[{i}], tray).force.y\n"
        );
        text += &format!("record a[{i}].mass\n");
        for j in 0..i {
            text += &format!("record contact(a[{j}], a[{i}]).gap\n");
        }
    }
    text + "contacts all\nrecord energy.kinetic, energy.residual\nrun 1.2 s every 20 ms\n"
}

#[test]
fn twelve_polygons_come_to_rest_whatever_their_order() {
    let (mut bears, mut overlap) = (Vec::new(), Vec::new());
    for seed in 1..=8 {
        let (out, memory) = support::run_text(&tray(seed));
        assert_eq!(out.reason, EndReason::Finished, "seed {seed}");
        assert!(last(&memory, "energy.residual").abs() < 1e-8, "seed {seed}");
        let name = |i: usize, what: &str| format!("a[{i}].{what}");
        let weight: f64 = (0..12).map(|i| 9.81 * last(&memory, &name(i, "mass"))).sum();
        for i in 0..12 {
            for j in 0..i {
                let gap = memory.find(&format!("contact(a[{j}], a[{i}]).gap")).expect("recorded");
                overlap.push(memory.column(gap).fold(0.0_f64, |worst, g| worst.max(-g)) / 0.024);
            }
        }
        // one that still rocks says nothing of statics
        if last(&memory, "energy.kinetic") < 1e-20 {
            let load: f64 = (0..12).map(|i| -last(&memory, &format!("contact(a[{i}], tray).force.y"))).sum();
            bears.push((load / weight - 1.0).abs());
        }
    }
    assert!(bears.len() >= 6, "{} of 8 have come to rest", bears.len());
    case!("heaps of twelve polygons in a tray", "what the tray bears, relative", ClosedForm, "their weight")
        .off(largest(bears), 1e-9);
    case!("heaps of twelve polygons in a tray", "deepest overlap, of the smallest part", ClosedForm, "none")
        .off(largest(overlap), 1e-9);
}
