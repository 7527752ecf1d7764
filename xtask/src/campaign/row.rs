//! Blocks on one rail that push, strike and stop each other.

use super::dice::{Dice, tidy};
use super::pieces::{Scene, rail_friction, rail_spring, stops};
use super::rail::{Block, Rail};

/// One scene.
pub fn scene(dice: &mut Dice) -> String {
    let mut scene = Scene::new();
    scene.gravity(dice, 0.4, 0.6);
    let rail = Rail::random(dice);
    let blocks = line_up(dice, 2, 5);
    for (i, b) in blocks.iter().enumerate() {
        rail.part(&mut scene, &format!("p{i}"), b);
    }
    for (i, b) in blocks.iter().enumerate() {
        let mut options = rail_friction(dice);
        if dice.chance(0.3) {
            options.extend(stops(dice, rail.travel(b.x), [0.15, 0.15], "m"));
        }
        if dice.chance(0.25) {
            options.extend(rail_spring(dice, rail.travel(b.x)));
        }
        rail.joint(&mut scene, &format!("j{i}"), &format!("p{i}"), b, &options);
        let rate = if dice.chance(0.6) { 0.0 } else { dice.between(-1.5, 1.5) };
        rail.start(&mut scene, &format!("j{i}"), b, rate);
    }
    for i in 1..blocks.len() {
        scene.contact(dice, &format!("p{}", i - 1), &format!("p{i}"));
        if dice.chance(0.15) {
            between(&mut scene, dice, i, &blocks);
        }
    }
    let (first, last) = (blocks[0], blocks[blocks.len() - 1]);
    if dice.chance(0.5) {
        let x = tidy(last.right() + dice.gap(0.4, 0.001, 0.1));
        rail.wall(&mut scene, "right", x, -1.0);
        scene.contact(dice, &format!("p{}", blocks.len() - 1), "right");
    }
    if dice.chance(0.3) {
        let x = tidy(first.left() - dice.gap(0.4, 0.001, 0.1));
        rail.wall(&mut scene, "left", x, 1.0);
        scene.contact(dice, "p0", "left");
    }
    for i in 0..blocks.len() {
        if dice.chance(0.45) {
            scene.force(dice, &format!("f{i}"), &format!("p{i}"), rail.direction(), 12.0);
        }
    }
    scene.run(dice)
}

/// Blocks one after the other, many of them just touching the next.
pub fn line_up(dice: &mut Dice, least: usize, most: usize) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    for _ in 0..dice.count(least, most) {
        let mut b = Block::random(dice);
        if let Some(before) = blocks.last() {
            b.x = tidy(before.right() + dice.gap(0.45, 0.001, 0.08) + 0.5 * b.width);
        }
        blocks.push(b);
    }
    blocks
}

/// A spring between two neighbours.
pub fn between(scene: &mut Scene, dice: &mut Dice, i: usize, blocks: &[Block]) {
    let length = tidy(blocks[i].x - blocks[i - 1].x);
    let rest = tidy(length + if dice.chance(0.3) { 0.0 } else { dice.length(-0.5, 0.5) * length });
    scene.add(&format!(
        "spring s{i} = linear(p{}.center, p{i}.center) {{ stiffness = {} N/m; rest = {rest} m; damping = {} N*s/m }}",
        i - 1,
        dice.between(10.0, 400.0),
        dice.between(0.0, 5.0)
    ));
}
