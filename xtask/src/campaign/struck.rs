//! Free balls and blocks thrown at sliders and arms with friction, and pendulums that strike a slider.

use super::dice::{Dice, rounded, tidy};
use super::pieces::{Scene, block, hinge_friction, hinge_spring, rail_friction, rail_spring, stops};
use super::plane::{Point, ahead, direction, written};
use super::rail::{Block, Rail};
use super::row;

/// One scene.
pub fn scene(dice: &mut Dice) -> String {
    let mut scene = Scene::new();
    match dice.index(4) {
        0 | 1 => at_a_row(dice, &mut scene),
        2 => at_an_arm(dice, &mut scene),
        _ => by_a_pendulum(dice, &mut scene),
    }
    scene.run(dice)
}

/// What is thrown: its shape and how far from its centre it may reach.
fn thrown(dice: &mut Dice) -> (String, f64) {
    let radius = dice.length(0.01, 0.05);
    match dice.index(3) {
        0 => {
            let (width, height) = (rounded(1.6 * radius, 4), rounded(1.2 * radius, 4));
            (format!("rect({width} m, {height} m)"), rounded(radius + 1e-4, 4))
        }
        1 => (format!("capsule(({}, 0) m, ({}, 0) m, {} m)", -0.5 * radius, 0.5 * radius, 0.5 * radius), radius),
        _ => (format!("disc({radius} m)"), radius),
    }
}

/// Throws something from a place, in a direction given in degrees.
fn throw(dice: &mut Dice, scene: &mut Scene, name: &str, shape: &str, from: Point, degrees: f64) {
    let speed = dice.between(0.3, 4.0);
    let [x, y] = direction(degrees).map(|c| rounded(speed * c, 4));
    let mut placed = format!("at {}", written(from));
    if dice.chance(0.5) {
        placed += &format!(" turned {} deg", dice.degrees(-180.0, 180.0));
    }
    placed += &format!(" moving ({x}, {y}) m/s");
    if dice.chance(0.4) {
        placed += &format!(" spinning {} rad/s", dice.between(-20.0, 20.0));
    }
    scene.part(name, shape, dice.between(0.1, 2.0), "", &placed);
}

/// Blocks on a rail, struck from the left, sometimes over a floor that the ball rolls on.
fn at_a_row(dice: &mut Dice, scene: &mut Scene) {
    scene.gravity(dice, 0.4, 0.9);
    let rail = Rail::level();
    let blocks = row::line_up(dice, 1, 3);
    for (i, b) in blocks.iter().enumerate() {
        rail.part(scene, &format!("p{i}"), b);
        let mut options = rail_friction(dice);
        if dice.chance(0.3) {
            options.extend(stops(dice, 0.0, [0.1, 0.1], "m"));
        }
        if dice.chance(0.3) {
            options.extend(rail_spring(dice, 0.0));
        }
        rail.joint(scene, &format!("j{i}"), &format!("p{i}"), b, &options);
        rail.start(scene, &format!("j{i}"), b, 0.0);
        if i > 0 {
            scene.contact(dice, &format!("p{}", i - 1), &format!("p{i}"));
        }
    }
    let (shape, reach) = thrown(dice);
    let first = blocks[0];
    let floor = dice.chance(0.5);
    let x = tidy(first.left() - reach - dice.gap(0.15, 0.002, 0.15));
    let y = if floor { 0.0 } else { dice.length(-0.4, 0.4) * first.height };
    let degrees = if dice.chance(0.4) { 0.0 } else { dice.degrees(-25.0, 25.0) };
    throw(dice, scene, "ball", &shape, [x, rounded(y, 5)], degrees);
    for i in 0..blocks.len() {
        scene.contact(dice, "ball", &format!("p{i}"));
    }
    if floor {
        let below = dice.gap(0.4, 0.001, 0.05);
        scene.wall("floor", [0.0, tidy(-reach - below)], [0.0, 1.0]);
        scene.contact(dice, "ball", "floor");
    }
    if dice.chance(0.3) {
        let (shape, next) = thrown(dice);
        let x = tidy(x - reach - next - dice.length(0.002, 0.2));
        // not below the floor
        throw(dice, scene, "second", &shape, [x, tidy(y + (next - reach).max(0.0))], 0.0);
        scene.contact(dice, "second", "ball");
        scene.contact(dice, "second", "p0");
        if floor {
            scene.contact(dice, "second", "floor");
        }
    }
}

/// A hinged arm, struck somewhere along its length.
fn at_an_arm(dice: &mut Dice, scene: &mut Scene) {
    scene.gravity(dice, 0.4, 0.9);
    let (length, radius) = (dice.length(0.15, 0.6), dice.length(0.005, 0.02));
    let degrees = if dice.chance(0.5) { -90.0 } else { dice.degrees(-180.0, 180.0) };
    scene.arm(dice, "arm", length, radius);
    let mut options = hinge_friction(dice, 0.5);
    if dice.chance(0.35) {
        options.extend(stops(dice, degrees, [120.0, 120.0], "deg"));
    }
    if dice.chance(0.25) {
        options.extend(hinge_spring(dice, degrees, 1.0));
    }
    scene.add(&format!("joint o = revolute(ground (0 m, 0 m), arm.a){}", block(&options)));
    scene.add(&format!("start o = {degrees} deg rate 0 rad/s"));
    let side = dice.signed(1.0);
    let (shape, reach) = thrown(dice);
    let along = length * dice.between(0.3, 0.98);
    let away = radius + reach + dice.gap(0.15, 0.002, 0.2);
    let from = ahead(ahead([0.0, 0.0], degrees, along), degrees + 90.0 * side, away);
    let towards = degrees - 90.0 * side + dice.degrees(-20.0, 20.0);
    throw(dice, scene, "ball", &shape, from, towards);
    scene.contact(dice, "ball", "arm");
}

/// A pendulum falls on a block, which may stand before another.
fn by_a_pendulum(dice: &mut Dice, scene: &mut Scene) {
    scene.gravity(dice, 0.15, 1.0);
    let (length, radius) = (dice.length(0.1, 0.5), dice.length(0.005, 0.03));
    scene.arm(dice, "arm", length, radius);
    let degrees = tidy(-90.0 - dice.degrees(15.0, 120.0));
    let friction = hinge_friction(dice, 0.2);
    scene.add(&format!("joint o = revolute(ground (0 m, {length} m), arm.a){}", block(&friction)));
    scene.add(&format!("start o = {degrees} deg rate {} rad/s", dice.between(0.0, 6.0)));
    let rail = Rail::level();
    let mut x = tidy(radius + dice.gap(0.4, 0.001, 0.03));
    for i in 0..dice.count(1, 2) {
        let mut b = Block::random(dice);
        b.x = tidy(x + 0.5 * b.width);
        x = tidy(b.right() + dice.gap(0.4, 0.001, 0.05));
        rail.part(scene, &format!("p{i}"), &b);
        let mut options = rail_friction(dice);
        if dice.chance(0.3) {
            options.extend(stops(dice, 0.0, [0.1, 0.1], "m"));
        }
        if dice.chance(0.4) {
            options.extend(rail_spring(dice, 0.0));
        }
        rail.joint(scene, &format!("j{i}"), &format!("p{i}"), &b, &options);
        rail.start(scene, &format!("j{i}"), &b, 0.0);
        scene.contact(dice, "arm", &format!("p{i}"));
        if i > 0 {
            scene.contact(dice, &format!("p{}", i - 1), &format!("p{i}"));
        }
    }
}
