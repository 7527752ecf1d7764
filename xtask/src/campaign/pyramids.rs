//! Pyramids of boxes, at rest or struck from the side or from above.

use super::dice::{Dice, rounded};
use super::pieces::Scene;

/// One scene.
pub fn scene(dice: &mut Dice) -> String {
    let mut scene = Scene::new();
    scene.falls();
    let rows = dice.count(3, 15);
    let (width, height) = (dice.between(0.05, 0.4), dice.between(0.05, 0.4));
    let between = if dice.chance(0.4) { 0.0 } else { rounded(width * dice.between(0.01, 0.4), 4) };
    let friction = if dice.chance(0.1) { 0.0 } else { dice.between(0.1, 0.9) };
    let restitution = if dice.chance(0.6) { 0.0 } else { dice.between(0.05, 0.8) };
    let touch = format!("friction = {friction}; restitution = {restitution}");
    scene.add(&format!("obstacle floor = halfplane((0, 0) m, (0, 1)) {{ {touch} }}"));
    let mass = rounded(width * height * dice.between(50.0, 500.0), 4);
    scene.add(&format!("primitive crate {{ shape = rect({width} m, {height} m); mass = {mass} kg; {touch} }}"));
    for row in 0..rows {
        let y = rounded((row as f64 + 0.5) * height, 6);
        for i in 0..rows - row {
            let x = rounded((i as f64 + 0.5 * row as f64) * (width + between), 6);
            scene.add(&format!("part box{row}_{i} = crate() at ({x}, {y}) m"));
        }
    }
    let radius = rounded(dice.between(0.3, 1.0) * width.min(height), 4);
    let ball = rounded(mass * dice.between(0.3, 5.0), 4);
    let speed = dice.between(0.5, 6.0);
    let high = rounded(rows as f64 * height * dice.between(0.1, 0.9), 4).max(radius);
    match dice.index(3) {
        0 => {}
        1 => {
            let x = rounded(-width - radius - dice.between(0.01, 0.1), 4);
            scene.part(
                "ball",
                &format!("disc({radius} m)"),
                ball,
                &touch,
                &format!("at ({x}, {high}) m moving ({speed}, 0) m/s"),
            );
        }
        _ => {
            let x = rounded((0.5 * (rows - 1) as f64 + dice.between(-0.6, 0.6)) * (width + between), 4);
            let y = rounded(rows as f64 * height + radius + dice.between(0.001, 0.1), 4);
            scene.part(
                "ball",
                &format!("disc({radius} m)"),
                ball,
                &touch,
                &format!("at ({x}, {y}) m moving (0, {}) m/s", -speed),
            );
        }
    }
    scene.add("contacts all");
    scene.run_for(dice.pick(&[0.5, 1.0]))
}
