//! A cone or an ellipsoid falls on a floor or on a block, and some on each other.

use super::dice::{Dice, rounded};
use super::pieces::{Scene, rubs};
use super::solids::{Solid, any, tumbled};

/// With cones.
pub fn cones(dice: &mut Dice) -> String {
    scene(dice, cone, ellipsoid)
}

/// With ellipsoids.
pub fn ellipsoids(dice: &mut Dice) -> String {
    scene(dice, ellipsoid, cone)
}

type Kind = fn(&mut Dice, f64) -> Solid;

fn cone(dice: &mut Dice, size: f64) -> Solid {
    let (r, h) = (rounded(size * dice.between(0.2, 0.8), 4), rounded(size * dice.between(0.3, 1.6), 4));
    // its part stands about the middle of its height
    Solid { shape: format!("cone({r} m, {h} m)"), reach: libm::hypot(r, 0.5 * h), foot: Some(0.5 * h) }
}

fn ellipsoid(dice: &mut Dice, size: f64) -> Solid {
    let [x, y, z] = [(); 3].map(|()| rounded(size * dice.between(0.2, 0.8), 4));
    Solid { shape: format!("ellipsoid({x} m, {y} m, {z} m)"), reach: x.max(y).max(z), foot: None }
}

fn scene(dice: &mut Dice, first: Kind, second: Kind) -> String {
    let mut scene = Scene::spatial();
    scene.falls();
    let size = dice.length(0.02, 0.2);
    let mut met = vec!["floor".to_owned()];
    let mut low = 0.0;
    if dice.chance(0.5) {
        scene.add("obstacle floor = halfspace((0, 0, 0) m, (0, 0, 1))");
    } else {
        scene.add("obstacle floor = box(2 m, 2 m, 0.1 m) at (0, 0, -0.05) m");
    }
    if dice.chance(0.5) {
        // narrower than what falls on it, so that edges and corners are struck
        let (wide, height) = (rounded(size * dice.between(0.6, 2.0), 4), rounded(size * dice.between(0.3, 1.0), 4));
        let place = rounded(0.5 * height, 5);
        scene.add(&format!("obstacle block = box({wide} m, {wide} m, {height} m) at (0, 0, {place}) m"));
        met.push("block".to_owned());
        low = height;
    }
    let both = dice.chance(0.2);
    for (i, kind) in [first, if dice.chance(0.5) { first } else { second }].into_iter().enumerate() {
        if i == 1 && !both {
            break;
        }
        let solid = kind(dice, size);
        let z = rounded(low + solid.reach + dice.gap(0.3, 0.0, 0.5 * size) + 1e-4, 5);
        low = z + solid.reach;
        let [x, y] = [0, 1].map(|_| rounded(dice.between(-0.6, 0.6) * size, 5));
        let turned = if dice.chance(0.2) { String::new() } else { tumbled(dice) };
        let moving = if dice.chance(0.4) { String::new() } else { format!(" moving {} m/s", any(dice, 0.5)) };
        let spinning = if dice.chance(0.4) { String::new() } else { format!(" spinning {} rad/s", any(dice, 15.0)) };
        let name = format!("p{i}");
        let mass = rounded(size * size * size * dice.between(500.0, 5000.0), 7);
        let placed = format!("at ({x}, {y}, {z}) m {turned}{moving}{spinning}");
        scene.part(&name, &solid.shape, mass, "", &placed.replace("  ", " "));
        for other in &met {
            scene.add(&format!("contact {name}, {other}{}", rubs(dice, 0.9)));
        }
        met.push(name);
    }
    scene.run_for(dice.pick(&[0.3, 0.5, 1.0]))
}
