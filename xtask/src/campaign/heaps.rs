//! Discs that fall into a box, or through a funnel onto the floor.

use super::dice::{Dice, rounded};
use super::outline::Outline;
use super::pieces::Scene;

/// One scene.
pub fn scene(dice: &mut Dice) -> String {
    let mut scene = Scene::new();
    scene.falls();
    let friction = if dice.chance(0.2) { 0.0 } else { dice.between(0.05, 0.9) };
    let restitution = if dice.chance(0.5) { 0.0 } else { dice.between(0.05, 0.8) };
    let touch = format!("friction = {friction}; restitution = {restitution}");
    let most = dice.length(0.01, 0.06);
    let across = dice.count(2, 6);
    // far enough apart for the largest of them, wherever they are shifted to
    let pitch = rounded(2.4 * most, 4);
    let half = rounded(0.5 * pitch * across as f64, 5);
    let low = if dice.chance(0.5) {
        bin(dice, &mut scene, half, &touch)
    } else {
        funnel(dice, &mut scene, half, most, &touch)
    };
    for i in 0..dice.count(4, 36) {
        let radius = if dice.chance(0.5) { most } else { dice.length(0.4 * most, most) };
        let mass = rounded(radius * radius * dice.between(500.0, 3000.0), 5);
        scene.add(&format!("primitive k{i} {{ shape = disc({radius} m); mass = {mass} kg; {touch} }}"));
        let shift = (1.2 * most - radius).min(0.15 * most);
        let x = rounded(pitch * ((i % across) as f64 + 0.5) - half + dice.between(-1.0, 1.0) * shift, 5);
        let y = rounded(low + pitch * ((i / across) as f64 + 0.5) + dice.between(-1.0, 1.0) * shift, 5);
        let along = if dice.chance(0.5) { 0.0 } else { dice.between(-0.5, 0.5) };
        scene.add(&format!("part p{i} = k{i}() at ({x}, {y}) m moving ({along}, 0) m/s"));
    }
    scene.add("contacts all");
    scene.run_for(dice.pick(&[0.8, 1.2]))
}

/// Two walls and a floor; from where on there is room.
fn bin(dice: &mut Dice, scene: &mut Scene, half: f64, touch: &str) -> f64 {
    let lean = if dice.chance(0.5) { 0.0 } else { dice.between(0.0, 0.3) };
    scene.add(&format!("obstacle floor = halfplane((0, 0) m, (0, 1)) {{ {touch} }}"));
    scene.add(&format!("obstacle left = halfplane(({}, 0) m, (1, {lean})) {{ {touch} }}", -half));
    scene.add(&format!("obstacle right = halfplane(({half}, 0) m, (-1, {lean})) {{ {touch} }}"));
    dice.length(0.0, 0.1)
}

/// Two slopes above the floor that leave a gap for most of the discs.
fn funnel(dice: &mut Dice, scene: &mut Scene, half: f64, most: f64, touch: &str) -> f64 {
    let gap = rounded(most * dice.between(1.2, 3.0), 4).min(half);
    let floor = rounded(-most * dice.between(2.0, 8.0), 4);
    let slope = dice.between(0.4, 1.5);
    let wide = rounded(3.0 * half, 4);
    let high = rounded(slope * (wide - gap), 4);
    let right = [[gap, 0.0], [gap, -0.01], [wide, -0.01], [wide, high]];
    let left = [[-gap, 0.0], [-wide, high], [-wide, -0.01], [-gap, -0.01]];
    scene.add(&format!("obstacle floor = halfplane((0, {floor}) m, (0, 1)) {{ {touch} }}"));
    scene.add(&format!("obstacle right = {} {{ {touch} }}", Outline::polygon(&right).written()));
    scene.add(&format!("obstacle left = {} {{ {touch} }}", Outline::polygon(&left).written()));
    // the outermost clear the slopes there
    slope * (half - gap).max(0.0) + 0.5 * most
}
