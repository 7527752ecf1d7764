//! Solids that stand or lie on a table, which tilts more and more or to and fro.

use super::dice::{Dice, rounded};
use super::pieces::{Scene, rubs};
use super::solids::solid;

/// One scene.
pub fn scene(dice: &mut Dice) -> String {
    let mut scene = Scene::spatial();
    scene.falls();
    let size = dice.length(0.02, 0.1);
    let (long, thick) = (rounded(size * dice.between(6.0, 12.0), 4), rounded(0.2 * size, 5));
    let hinge = if dice.chance(0.5) { 0.0 } else { rounded(-0.5 * long, 5) };
    scene.part(
        "table",
        &format!("box({long} m, {long} m, {thick} m)"),
        1.0,
        &format!("point hinge = ({hinge}, 0, 0) m axis (0, 1, 0) zero (1, 0, 0)"),
        "",
    );
    scene.add(&format!(
        "joint tilt = revolute(ground(({hinge}, 0, 0) m, axis = (0, 1, 0), zero = (1, 0, 0)), table.hinge)"
    ));
    scene.add("start tilt = 0 deg");
    let most = dice.degrees(5.0, 45.0);
    let most = dice.signed(most);
    let law = if dice.chance(0.5) {
        format!("{most} deg * smoothstep(t, 0 s, {} s)", dice.between(0.4, 1.5))
    } else {
        format!("{} deg * sin({} rad/s * t)", rounded(0.4 * most, 3), dice.between(2.0, 8.0))
    };
    scene.add(&format!("drive tilt angle = {law}"));
    let mut met = vec!["table".to_owned()];
    for i in 0..dice.count(1, 2) {
        let (shape, foot) = lying(dice, size);
        let name = format!("p{i}");
        // far enough from each other for any of them
        let [x, y] = [rounded(size * (3.5 * i as f64 - 1.0), 5), rounded(size * dice.between(-0.5, 0.5), 5)];
        let z = rounded(0.5 * thick + foot, 7);
        let turned = if dice.chance(0.4) { 0.0 } else { dice.degrees(-180.0, 180.0) };
        let mass = rounded(size * size * size * dice.between(500.0, 5000.0), 6);
        scene.part(&name, &shape, mass, "", &format!("at ({x}, {y}, {z}) m turned {turned} deg"));
        for other in &met {
            scene.add(&format!("contact {name}, {other}{}", rubs(dice, 0.9)));
        }
        met.push(name);
    }
    scene.run_for(dice.pick(&[0.8, 1.2, 1.6]))
}

/// Upright on its foot, or round and lying on its side; how high its middle is.
fn lying(dice: &mut Dice, size: f64) -> (String, f64) {
    let (r, h) = (rounded(size * dice.between(0.3, 0.6), 5), rounded(size * dice.between(0.5, 1.2), 5));
    match dice.index(6) {
        0 => (format!("sphere({r} m)"), r),
        1 => (format!("turn(cylinder({r} m, {h} m), 90 deg, (1, 0, 0))"), r),
        2 => (format!("turn(capsule({r} m, {h} m), 90 deg, (0, 1, 0))"), r),
        _ => {
            let solid = solid(dice, size, true);
            (solid.shape, solid.foot.unwrap_or(solid.reach))
        }
    }
}
