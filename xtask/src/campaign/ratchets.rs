//! Saw-toothed wheels with a sprung click, sharp or round, turned on, turned to and fro, or held by the click against a load.

use super::dice::{Dice, rounded};
use super::outline::{Outline, closest};
use super::pieces::{Scene, rubs};
use super::plane::{ahead, written};

/// One scene.
pub fn scene(dice: &mut Dice) -> String {
    let mut scene = Scene::new();
    let top = dice.length(0.015, 0.08);
    // how much heavier than a wheel of 5 cm
    let scale = (top / 0.05) * (top / 0.05);
    let teeth = dice.count(8, 20);
    let depth = 1.2 / teeth as f64 * dice.between(1.0, 2.0);
    let wheel = saw(top, top * (1.0 - depth), teeth);
    let click = click(dice, top);
    scene.part("wheel", &wheel.written(), rounded(scale * dice.between(0.1, 0.5), 5), "", "");
    scene.part("click", &click.written(), rounded(scale * dice.between(0.005, 0.04), 6), "", "");
    if dice.chance(0.3) {
        scene.falls();
    }

    let begins = dice.degrees(0.0, 360.0);
    let pivot = [-0.7 * top * dice.between(0.8, 1.2), 1.8 * top * dice.between(0.95, 1.05)].map(|c| rounded(c, 5));
    let placed = wheel.placed([0.0, 0.0], begins);
    let least = 5e-5 + dice.gap(0.4, 0.0, 0.004);
    let down = closest(0.0, -0.1, 900, least, |angle| placed.gap(&click.placed(pivot, angle)));
    let torque = rounded(0.06 * scale * top / 0.05, 6);
    let damping = rounded(torque * dice.between(0.02, 0.2), 6);
    scene.add(&format!("joint axle = revolute(ground (0, 0) m, wheel.origin) {{ damping = {damping} N*m*s/rad }}"));
    let stiffness = rounded(torque * dice.between(0.1, 0.6), 7);
    // out of reach: it always presses
    let rest = dice.degrees(-150.0, -110.0);
    scene.add(&format!(
        "joint pin = revolute(ground {}, click.origin) {{ stiffness = {stiffness} N*m/rad; damping = {} N*m*s/rad; rest = {rest} deg }}",
        written(pivot),
        rounded(0.002 * stiffness, 9)
    ));
    scene.add(&format!("start pin = {down} deg rate 0 rad/s"));
    turn(dice, &mut scene, begins, torque);
    scene.add(&format!("contact wheel, click{}", rubs(dice, 0.6)));
    scene.run_for(dice.pick(&[0.8, 1.2, 2.0]))
}

/// The upright flanks on the counter-clockwise side of each tooth: the click lets it turn clockwise.
fn saw(top: f64, root: f64, teeth: usize) -> Outline {
    let angle = |i: usize| 360.0 / teeth as f64 * i as f64;
    let tooth = |i: usize| [ahead([0.0, 0.0], angle(i), root), ahead([0.0, 0.0], angle(i + 1), top)];
    Outline::polygon(&(0..teeth).flat_map(tooth).collect::<Vec<_>>())
}

/// Drawn along x, its pivot at the origin.
fn click(dice: &mut Dice, top: f64) -> Outline {
    let long = top * dice.between(1.1, 1.25);
    let thick = top * dice.between(0.03, 0.06);
    if dice.chance(0.5) {
        Outline::bar([0.0, 0.0], [long, 0.0], thick)
    } else {
        Outline::polygon(&[
            [-thick, -thick],
            [long - 4.0 * thick, -thick],
            [long, 0.0],
            [long - 4.0 * thick, thick],
            [-thick, thick],
        ])
    }
}

fn turn(dice: &mut Dice, scene: &mut Scene, begins: f64, torque: f64) {
    let size = rounded(torque * dice.between(0.3, 1.5), 6);
    let rate = dice.between(3.0, 15.0);
    let driven = match dice.index(5) {
        0 => format!("drive axle torque = {} N*m * sin({rate} rad/s * t)", -size),
        1 => format!("drive axle torque = {} N*m", -size),
        // on to the next tooth and held there
        2 => format!("drive axle torque = {size} N*m"),
        3 => format!(
            "drive axle speed = {} rad/s * cos({rate} rad/s * t) {{ limit = {size} N*m }}",
            -dice.between(1.0, 10.0)
        ),
        _ => {
            scene.add(&format!("start axle = {begins} deg"));
            scene.add(&format!("drive axle speed = {} rad/s", -dice.between(1.0, 8.0)));
            return;
        }
    };
    scene.add(&driven);
    let rate = if driven.contains("speed") { String::new() } else { " rate 0 rad/s".to_owned() };
    scene.add(&format!("start axle = {begins} deg{rate}"));
}
