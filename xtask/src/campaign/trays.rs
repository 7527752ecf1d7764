//! Mixed outlines dropped between two walls, stepped: polygons, discs, boards, capsules, stars and angles.

use super::dice::{Dice, rounded};
use std::f64::consts::TAU;

/// One scene.
pub fn scene(dice: &mut Dice) -> String {
    let half = dice.between(0.25, 0.6);
    let mut text = String::from("space planar\ngravity (0, -9.81) m/s^2\n");
    text += "obstacle floor = halfplane((0, 0) m, (0, 1))\n";
    text += &format!("obstacle left = halfplane(({}, 0) m, (1, 0))\n", -half);
    text += &format!("obstacle right = halfplane(({half}, 0) m, (-1, 0))\n");
    let friction = if dice.chance(0.5) { 0.0 } else { dice.between(0.05, 0.9) };
    let restitution = if dice.chance(0.6) { 0.0 } else { dice.between(0.05, 0.7) };
    for i in 0..dice.count(3, 14) {
        let (shape, mass) = (outline(dice), dice.between(0.1, 2.0));
        text += &format!(
            "primitive k{i} {{ shape = {shape}; mass = {mass} kg; friction = {friction}; restitution = {restitution} }}\n"
        );
        let x = dice.between(0.1 - half, half - 0.1);
        let y = rounded(0.1 + 0.14 * i as f64, 4);
        let (turned, spin) = (dice.degrees(0.0, 360.0), dice.between(-5.0, 5.0));
        let (along, down) = (dice.between(-1.0, 1.0), -dice.between(0.05, 2.0));
        text += &format!(
            "part p{i} = k{i}() at ({x}, {y}) m turned {turned} deg moving ({along}, {down}) m/s spinning {spin} rad/s\n"
        );
    }
    text + "contacts all\nmethod stepping\nrun 1.5 s every 20 ms\n"
}

/// An outline that reaches at most 9 cm from its centre.
fn outline(dice: &mut Dice) -> String {
    let size = dice.between(0.02, 0.06);
    match dice.index(6) {
        0 => {
            let corners = dice.count(3, 8);
            polygon((0..corners).map(|j| (size, TAU * j as f64 / corners as f64 + 0.3)))
        }
        1 => format!("disc({size} m)"),
        2 => format!("rect({} m, {} m)", rounded(2.0 * size, 5), rounded(size * dice.between(0.4, 2.0), 5)),
        3 => format!("capsule(({}, 0) m, ({size}, 0) m, {} m)", -size, rounded(0.4 * size, 5)),
        4 => {
            let tips = dice.count(4, 6);
            let radius = |j: usize| if j.is_multiple_of(2) { 0.5 * size } else { size };
            polygon((0..2 * tips).map(|j| (radius(j), 0.5 * TAU * j as f64 / tips as f64)))
        }
        _ => {
            let [s, t] = [size, rounded(-0.3 * size, 5)];
            format!("polygon(({0}, {0}), ({s}, {0}), ({s}, {t}), ({t}, {t}), ({t}, {s}), ({0}, {s})) m", -s)
        }
    }
}

/// A polygon by the radius and angle of its corners.
fn polygon(corners: impl Iterator<Item = (f64, f64)>) -> String {
    let corner = |(radius, angle): (f64, f64)| {
        format!("({}, {})", rounded(radius * libm::cos(angle), 6), rounded(radius * libm::sin(angle), 6))
    };
    format!("polygon({}) m", corners.map(corner).collect::<Vec<_>>().join(", "))
}
