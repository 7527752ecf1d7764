//! One to three solids of any kind fall on a floor, on a block, and on each other.

use super::dice::{Dice, rounded};
use super::pieces::{Scene, rubs};
use super::solids::{any, solid, tumbled};

/// One scene.
pub fn scene(dice: &mut Dice) -> String {
    let mut scene = Scene::spatial();
    scene.falls();
    scene.add(match dice.index(3) {
        0 => "obstacle floor = box(2 m, 2 m, 0.1 m) at (0, 0, -0.05) m",
        _ => "obstacle floor = halfspace((0, 0, 0) m, (0, 0, 1))",
    });
    let size = dice.length(0.01, 0.2);
    let mut low = 0.0;
    let mut met = vec!["floor".to_owned()];
    if dice.chance(0.3) {
        let height = rounded(size * dice.between(0.5, 1.5), 4);
        scene.add(&format!(
            "obstacle block = box({size} m, {size} m, {height} m) at (0, 0, {}) m",
            rounded(0.5 * height, 5)
        ));
        (low, met) = (height, vec!["floor".to_owned(), "block".to_owned()]);
    }
    for i in 0..dice.count(1, 3) {
        let solid = solid(dice, size, false);
        let z = rounded(low + solid.reach + dice.gap(0.3, 0.0, 0.5 * size) + 1e-4, 5);
        low = z + solid.reach;
        let [x, y] = [0, 1].map(|_| rounded(dice.between(-0.4, 0.4) * size, 5));
        // some upright, so that edges and faces meet all at once
        let turned = if dice.chance(0.25) { String::new() } else { tumbled(dice) };
        let moving = if dice.chance(0.5) { String::new() } else { format!(" moving {} m/s", any(dice, 0.5)) };
        let spinning = if dice.chance(0.5) { String::new() } else { format!(" spinning {} rad/s", any(dice, 15.0)) };
        let name = format!("p{i}");
        let mass = rounded(size * size * size * dice.between(500.0, 5000.0), 7);
        // what falls on its head must not be thrown up into the next
        let placed = format!("at ({x}, {y}, {z}) m {turned}{moving}{spinning}");
        scene.part(&name, &solid.shape, mass, "", &placed.replace("  ", " "));
        for other in &met {
            scene.add(&format!("contact {name}, {other}{}", rubs(dice, 0.9)));
        }
        met.push(name);
    }
    scene.run_for(dice.pick(&[0.5, 1.0, 1.5]))
}
