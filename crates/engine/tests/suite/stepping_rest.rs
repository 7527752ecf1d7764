//! Heaps that are stepped with sleep off: they come to rest and stay there, and on the way their energy only falls.
//!
//! A step changes the energy of a body by its impulses times the mean of the rates before and after, which is never above
//! nothing where contacts only push and brake, and where it ends at q + h v instead of q + h (v₀ + v)/2, by h/2 times its weight
//! times what it got slower or faster. Contacts that close while a body falls slower than g h, what one step of falling gives it,
//! may so leave it higher than it was by at most m (g h)²/2; of one that falls faster the blow takes more than that.

use crate::support;

use mainspring_record::Memory;
use mainspring_trust::{Against::ClosedForm, case, largest};
use std::fmt::Write;
use support::{column, run_solids};

const FLOOR: &str = "space planar\ngravity (0, -9.81) m/s^2\nobstacle floor = halfplane((0, 0) m, (0, 1))\n";
const SPACE: &str = "space spatial\ngravity (0, 0, -9.81) m/s^2\nobstacle floor = halfspace((0, 0, 0) m, (0, 0, 1))\n";
/// Of a step, s; every step has its frame.
const STEP: f64 = 2e-3;
/// What may creep, m/s and rad/s.
const STILL: f64 = 1e-9;

/// Draws of a seed.
fn draws(seed: u64) -> impl FnMut(u64) -> u64 {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x2545_f491_4f6c_dd1d;
    move |n| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state % n
    }
}

/// 36 boxes in eight rows, each let fall by a few millimetres.
fn pyramid() -> String {
    let mut text = format!(
        "{FLOOR}primitive brick {{ shape = rect(20 cm, 10 cm); mass = 1 kg; friction = 0.4; restitution = 0.1 }}\n"
    );
    let mut number = 0;
    for row in 0..8 {
        for k in 0..8 - row {
            let (x, y) = (22.0 * (f64::from(k) - 0.5 * f64::from(7 - row)), 5.2 + 10.2 * f64::from(row));
            writeln!(text, "part p{number} = brick() at ({x}, {y}) cm").expect("text");
            number += 1;
        }
    }
    text
}

/// 40 discs in a box so narrow that none can roll about on its floor.
fn discs() -> String {
    let mut text = format!(
        "{FLOOR}obstacle west = halfplane((0, 0) m, (1, 0))\nobstacle east = halfplane((1.24, 0) m, (-1, 0))\n\
         primitive disc_ {{ shape = disc(10 cm); mass = 1 kg; friction = 0.3 }}\n"
    );
    for i in 0..40 {
        let (row, across) = (f64::from(i / 6), f64::from(i % 6));
        let aside = if i / 6 % 2 == 0 { 0.002 } else { 0.03 };
        writeln!(text, "part p{i} = disc_() at ({}, {}) m", 0.1 + aside + 0.201 * across, 0.11 + 0.205 * row)
            .expect("text");
    }
    text
}

/// 24 polygons of six kinds, one of them not convex, over a tray.
fn tray(seed: u64) -> String {
    let mut draw = draws(seed);
    let mut text = "space planar
gravity (0, -9.81) m/s^2
material wood { area_density = 14 kg/m^2; friction = 0.4; restitution = 0.1 }
primitive k0 { shape = polygon((-3, -2), (3, -2), (0, 3.2)) cm; material = wood }
primitive k1 { shape = rect(5 cm, 5 cm); material = wood }
primitive k2 { shape = rect(8 cm, 2.4 cm); material = wood }
primitive k3 { shape = polygon((3, 0), (1.5, 2.6), (-1.5, 2.6), (-3, 0), (-1.5, -2.6), (1.5, -2.6)) cm; material = wood }
primitive k4 { shape = polygon((-3, -3), (3, -3), (3, -1), (-1, -1), (-1, 3), (-3, 3)) cm; material = wood }
primitive k5 { shape = polygon((0, -3.5), (2.4, 0.5), (0, 2.5), (-2.4, 0.5)) cm; material = wood }
obstacle tray = polygon((-29, -2), (29, -2), (35, 16), (33, 16), (27, 0), (-27, 0), (-33, 16), (-35, 16)) cm { material = wood }
"
    .to_owned();
    for i in 0..24 {
        let (row, across) = (f64::from(i / 6), f64::from(i % 6));
        let (x, y, kind, turn) = (-22.5 + 9.0 * across + row, 5.5 + 9.0 * row, draw(6), 5 * draw(72));
        writeln!(text, "part p{i} = k{kind}() at ({x}, {y}) cm turned {turn} deg").expect("text");
    }
    text
}

/// Twelve boxes of two kinds that tumble into a shaft.
fn boxes(seed: u64) -> String {
    let mut draw = draws(seed);
    let mut text = SPACE.to_owned();
    for (name, x, y) in [("west", 1, 0), ("east", -1, 0), ("south", 0, 1), ("north", 0, -1)] {
        let place = [x, y].map(|k| -0.4 * f64::from(k));
        writeln!(text, "obstacle {name} = halfspace(({}, {}, 0) m, ({x}, {y}, 0))", place[0], place[1]).expect("text");
    }
    text += "primitive k0 { shape = box(20 cm, 16 cm, 10 cm); mass = 1 kg; friction = 0.4; restitution = 0.1 }\n\
             primitive k1 { shape = box(24 cm, 10 cm, 10 cm); mass = 1 kg; friction = 0.4; restitution = 0.1 }\n";
    for i in 0..12_u64 {
        let (x, y) = (if i % 2 == 0 { -0.2 } else { 0.2 }, if i % 4 < 2 { -0.2 } else { 0.2 });
        let (z, turn) = (0.2 + 0.32 * (i / 4) as f64, 5 * draw(72));
        writeln!(
            text,
            "part p{i} = k{}() at ({x}, {y}, {z}) m turned {turn} deg about (1, {}, {})",
            i % 2,
            i % 3,
            i % 2
        )
        .expect("text");
    }
    text
}

/// What came of it: the largest speed and rate in the last half second, m/s and rad/s, and the largest rise of energy, over what
/// it may rise by.
fn rests(text: &str, parts: usize, until: f64) -> [f64; 3] {
    let space = text.starts_with("space spatial");
    let axes: &[&str] = if space { &["x", "y", "z"] } else { &["x", "y"] };
    let mut names: [Vec<String>; 2] = [Vec::new(), Vec::new()];
    let mut scene = format!(
        "{text}contacts all\nmethod stepping {{ sleep = off; step = {STEP} s }}\nrun {until} s every {STEP} s\n"
    );
    scene += "record energy.kinetic, energy.potential\n";
    for i in 0..parts {
        writeln!(scene, "record p{i}.mass, p{i}.position, p{i}.velocity").expect("text");
        names[0].extend(axes.iter().map(|x| format!("p{i}.position.{x}")));
        names[1].extend(axes.iter().map(|x| format!("p{i}.velocity.{x}")));
        let turning = if space { "angular_velocity" } else { "rate" };
        writeln!(scene, "record p{i}.{turning}").expect("text");
        if space {
            names[1].extend(axes.iter().map(|x| format!("p{i}.{turning}.{x}")));
        } else {
            names[1].push(format!("p{i}.{turning}"));
        }
    }
    let (outcome, memory) = run_solids(&scene);
    assert!(outcome.doubts.is_empty(), "{:?}", outcome.doubts);
    let late = memory.times.iter().position(|t| *t > until - 0.5 - 0.5 * STEP).expect("half a second");
    let creep = |name: &String| largest(column(&memory, name)[late..].windows(2).map(|x| (x[1] - x[0]) / STEP));
    let rate = |name: &String| largest(column(&memory, name)[late..].to_vec());
    let mass: f64 = (0..parts).map(|i| support::last(&memory, &format!("p{i}.mass"))).sum();
    let bound = 0.5 * mass * (9.81 * STEP) * (9.81 * STEP);
    [largest(names[0].iter().map(creep)), largest(names[1].iter().map(rate)), rise(&memory) / bound]
}

/// By how much energy rises at most above what it had fallen to, J.
fn rise(memory: &Memory) -> f64 {
    let energies = column(memory, "energy.kinetic").into_iter().zip(column(memory, "energy.potential"));
    let (mut least, mut most) = (f64::INFINITY, 0.0_f64);
    for energy in energies.map(|(kinetic, potential)| kinetic + potential) {
        least = least.min(energy);
        most = most.max(energy - least);
    }
    most
}

#[track_caller]
fn come_to_rest(what: &str, found: &[[f64; 3]]) {
    let of = |k: usize| largest(found.iter().map(|f| f[k]));
    let title = format!("{what}, stepped with sleep off");
    case!(title, "largest speed of any centre over the last half second", ClosedForm, "none")
        .unit("m/s")
        .off(of(0), STILL);
    case!(title, "largest rate over the last half second", ClosedForm, "none").unit("m/s, rad/s").off(of(1), STILL);
    case!(title, "largest rise of energy, over m (g h)²/2 of all", ClosedForm, "none").off(of(2), 1.0);
}

#[test]
fn a_pyramid_comes_to_rest() {
    come_to_rest("pyramid of 36 boxes", &[rests(&pyramid(), 36, 1.5)]);
}

#[test]
fn a_heap_of_discs_comes_to_rest() {
    come_to_rest("heap of 40 discs in a box", &[rests(&discs(), 40, 3.0)]);
}

#[test]
fn trays_of_polygons_come_to_rest() {
    come_to_rest("trays of 24 polygons", &[1, 2, 3].map(|seed| rests(&tray(seed), 24, 3.0)));
}

#[test]
fn boxes_in_space_come_to_rest() {
    come_to_rest("shafts of twelve boxes in space", &[1, 2].map(|seed| rests(&boxes(seed), 12, 3.0)));
}
