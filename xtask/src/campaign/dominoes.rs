//! Rows of dominoes in space, straight or curved: the first is struck by a ball or leans.

use super::dice::{Dice, rounded};
use super::pieces::{Scene, rubs};
use super::plane::ahead;

/// One scene.
pub fn scene(dice: &mut Dice) -> String {
    let mut scene = Scene::spatial();
    scene.falls();
    scene.add("obstacle table = halfspace((0, 0, 0) m, (0, 0, 1))");
    let height = dice.length(0.03, 0.1);
    let thick = rounded(height * dice.between(0.12, 0.25), 5);
    let wide = rounded(height * dice.between(0.4, 0.7), 5);
    let pitch = thick + height * dice.between(0.3, 0.6);
    let bend = if dice.chance(0.5) { 0.0 } else { dice.degrees(-12.0, 12.0) };
    let mass = rounded(1000.0 * thick * wide * height * dice.between(0.5, 2.0), 6);
    scene.add(&format!("primitive domino {{ shape = box({thick} m, {wide} m, {height} m); mass = {mass} kg }}"));
    let count = dice.count(2, 8);
    let (stands, struck) = (rubs(dice, 0.9), rubs(dice, 0.5));
    let leans = dice.chance(0.5);
    let mut place = [0.0, 0.0];
    for i in 0..count {
        let along = bend * i as f64;
        let [x, y] = place.map(|c| rounded(c, 6));
        let upright = format!("at ({x}, {y}, {}) m turned {} deg", rounded(0.5 * height, 6), rounded(along, 3));
        let placed = if i == 0 && leans { leaning(dice, thick, height) } else { upright };
        scene.add(&format!("part d{i} = domino() {placed}"));
        scene.add(&format!("contact d{i}, table{stands}"));
        if i > 0 {
            scene.add(&format!("contact d{}, d{i}{struck}", i - 1));
        }
        place = ahead(place, along + 0.5 * bend, pitch);
    }
    if !leans {
        let radius = rounded(height * dice.between(0.1, 0.3), 5);
        let z = rounded(height * dice.between(0.6, 0.95), 5);
        let x = rounded(-0.5 * thick - radius - dice.length(0.001, 0.02), 6);
        let placed = format!("at ({x}, 0, {z}) m moving ({}, 0, 0) m/s", dice.between(0.5, 2.0));
        scene.part("ball", &format!("sphere({radius} m)"), rounded(mass * dice.between(0.5, 3.0), 6), "", &placed);
        scene.add(&format!("contact ball, table{stands}"));
        scene.add(&format!("contact ball, d0{struck}"));
    }
    scene.run_for(dice.pick(&[0.5, 0.8, 1.0]))
}

/// On its lower edge, just beyond the tilt at which it falls.
fn leaning(dice: &mut Dice, thick: f64, height: f64) -> String {
    let tilt = libm::atan2(thick, height).to_degrees() + dice.degrees(0.5, 3.0);
    let tilt = rounded(tilt, 3);
    let (s, c) = (libm::sin(tilt.to_radians()), libm::cos(tilt.to_radians()));
    // its edge on the table is where it is when upright
    let x = rounded(0.5 * thick + 0.5 * (height * s - thick * c), 7);
    let z = rounded(0.5 * (height * c + thick * s), 7) + 1e-6;
    format!("at ({x}, 0, {}) m turned {tilt} deg about (0, 1, 0)", rounded(z, 7))
}
