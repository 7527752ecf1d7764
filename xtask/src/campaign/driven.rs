//! Blocks and arms moved to and fro by a prescribed motion push others, which always have room to give way.

use super::dice::{Dice, rounded, tidy};
use super::pieces::{Scene, block, hinge_friction, hinge_spring, rail_friction, rail_spring, stops};
use super::plane::{Point, direction, written};
use super::rail::{Block, Rail};
use super::row;

/// One scene.
pub fn scene(dice: &mut Dice) -> String {
    pushed(dice, false)
}

/// One scene, with an effort limit or without one.
pub fn pushed(dice: &mut Dice, limited: bool) -> String {
    let mut scene = Scene::new();
    match dice.index(4) {
        0 | 1 => along_a_rail(dice, &mut scene, limited),
        2 => by_an_arm(dice, &mut scene, limited),
        _ => onto_an_arm(dice, &mut scene, limited),
    }
    scene.run(dice)
}

/// A motion to and fro.
struct Motion {
    law: String,
    /// where it starts, as scenes write it
    at: String,
    /// how far it goes back and forth from where it starts
    back: f64,
    forth: f64,
}

impl Motion {
    /// From `at`, no further than `most`.
    fn random(dice: &mut Dice, at: f64, most: f64, unit: &str) -> Self {
        let size = dice.between(0.2 * most, most);
        let rate = dice.between(1.0, 12.0);
        let base = if at == 0.0 { String::new() } else { format!("{at} {unit} + ") };
        let half = rounded(0.5 * size, 6);
        let (law, back) = match dice.index(4) {
            0 => (format!("{size} {unit} * sin({rate} rad/s * t)"), size),
            1 => (format!("{} {unit} * sin({rate} rad/s * t)", -size), size),
            2 => (format!("{half} {unit} * (1 - cos({rate} rad/s * t))"), 0.0),
            _ => {
                let slower = rounded(0.618 * rate, 4);
                (format!("{half} {unit} * (sin({rate} rad/s * t) + sin({slower} rad/s * t))"), size)
            }
        };
        Self { law: format!("{base}{law}"), at: format!("{at} {unit}"), back, forth: size }
    }
}

/// The line that moves a joint: with a limit it may also be a speed that is asked for.
fn drive(dice: &mut Dice, scene: &mut Scene, joint: &str, motion: &Motion, limit: Option<(f64, &str)>) {
    let slides = limit.is_none_or(|(_, unit)| unit == "N");
    match limit {
        None => scene.add(&format!("drive {joint} position = {}", motion.law)),
        Some((size, unit)) => {
            let limit = dice.between(0.1 * size, size);
            let law = if dice.chance(0.25) {
                let (speed, of) = if slides { (0.5, "m/s") } else { (3.0, "rad/s") };
                // a speed says nothing of the place
                scene.add(&format!("start {joint} = {}", motion.at));
                let (speed, rate) = (dice.between(0.1 * speed, speed), dice.between(1.0, 12.0));
                format!("speed = {speed} {of} * sin({rate} rad/s * t)")
            } else {
                format!("position = {}", motion.law)
            };
            scene.add(&format!("drive {joint} {law} {{ limit = {limit} {unit} }}"));
        }
    }
}

/// A block of a row is moved.
fn along_a_rail(dice: &mut Dice, scene: &mut Scene, limited: bool) {
    scene.gravity(dice, 0.4, 0.6);
    let rail = Rail::random(dice);
    let blocks = row::line_up(dice, 2, 4);
    let mover = dice.index(blocks.len());
    let motion = Motion::random(dice, rail.travel(blocks[mover].x), 0.12, "m");
    for (i, b) in blocks.iter().enumerate() {
        rail.part(scene, &format!("p{i}"), b);
    }
    // how far the mover can shift a block, if all between are pushed together
    let shift = |i: usize| {
        let (near, far) = (i.min(mover), i.max(mover));
        let gaps: f64 = (near..far).map(|k| blocks[k + 1].left() - blocks[k].right()).sum();
        let reach = if i > mover { motion.forth } else { motion.back };
        (reach - gaps).max(0.0)
    };
    for (i, b) in blocks.iter().enumerate() {
        let (joint, part, at) = (format!("j{i}"), format!("p{i}"), rail.travel(b.x));
        let mut options = if i == mover && !limited { Vec::new() } else { rail_friction(dice) };
        if limited && dice.chance(0.35) {
            options.extend(stops(dice, at, [0.1, 0.1], "m"));
        } else if i != mover && dice.chance(0.35) {
            options.extend(roomy(dice, at, i > mover, shift(i)));
        }
        if i != mover && dice.chance(0.35) {
            options.extend(rail_spring(dice, at));
        }
        rail.joint(scene, &joint, &part, b, &options);
        if i != mover {
            let rate = if dice.chance(0.7) { 0.0 } else { dice.between(-1.0, 1.0) };
            rail.start(scene, &joint, b, rate);
        }
    }
    drive(dice, scene, &format!("j{mover}"), &motion, limited.then_some((20.0, "N")));
    for i in 1..blocks.len() {
        scene.contact(dice, &format!("p{}", i - 1), &format!("p{i}"));
        if dice.chance(0.15) {
            row::between(scene, dice, i, &blocks);
        }
    }
    let last = blocks.len() - 1;
    let mut wall = |name: &str, i: usize, side: f64| {
        let room = if limited { 0.0 } else { shift(i) + 0.005 };
        let gap = room + dice.gap(if limited { 0.3 } else { 0.0 }, 0.001, 0.08);
        let x = if side < 0.0 { blocks[i].right() + gap } else { blocks[i].left() - gap };
        rail.wall(scene, name, rounded(x, 10), side);
        scene.contact(dice, &format!("p{i}"), name);
    };
    // a mover at the end of the row meets its wall only where it may give way
    if last != mover || limited {
        wall("right", last, -1.0);
    }
    if mover != 0 || limited {
        wall("left", 0, 1.0);
    }
    for i in (0..blocks.len()).filter(|i| *i != mover) {
        if dice.chance(0.25) {
            scene.force(dice, &format!("f{i}"), &format!("p{i}"), rail.direction(), 8.0);
        }
    }
}

/// Stops beyond what the mover can do.
fn roomy(dice: &mut Dice, at: f64, ahead: bool, shift: f64) -> Vec<String> {
    let far = shift + 0.005 + dice.length(0.0, 0.1);
    let near = dice.gap(0.3, 0.002, 0.1);
    let (low, high) = if ahead { (at - near, at + far) } else { (at - far, at + near) };
    let mut options = vec![format!("limits = ({}, {}) m", tidy(rounded(low, 5)), tidy(rounded(high, 5)))];
    if dice.chance(0.5) {
        options.push(format!("restitution = {}", dice.between(0.05, 0.8)));
    }
    options
}

/// An upright arm swings and pushes a block on either side, or on both.
fn by_an_arm(dice: &mut Dice, scene: &mut Scene, limited: bool) {
    scene.gravity(dice, 0.3, 1.0);
    let (length, radius) = (dice.length(0.15, 0.4), dice.length(0.005, 0.02));
    scene.arm(dice, "arm", length, radius);
    let friction = if limited { hinge_friction(dice, 0.5) } else { Vec::new() };
    let most = dice.degrees(10.0, 35.0);
    let motion = Motion::random(dice, 90.0, most, "deg");
    scene.add(&format!("joint o = revolute(ground (0 m, 0 m), arm.a){}", block(&friction)));
    drive(dice, scene, "o", &motion, limited.then_some((4.0, "N*m")));
    let sides: &[f64] = dice.pick(&[&[1.0][..], &[-1.0], &[1.0, -1.0]]);
    for (i, side) in sides.iter().enumerate() {
        let b = Block::random(dice);
        let gap = dice.gap(0.3, 0.002, 0.04);
        let y = rounded(length * dice.between(0.5, 0.9), 4);
        let place = [tidy(side * (radius + gap + 0.5 * b.width)), y];
        let [cosine, sine] = direction(most);
        let shift = ((y + 0.5 * b.height) * sine / cosine + radius / cosine - radius - gap).max(0.0);
        let name = format!("p{i}");
        scene.part(
            &name,
            &format!("rect({} m, {} m)", b.width, b.height),
            b.mass,
            "",
            &format!("at {}", written(place)),
        );
        let mut options = rail_friction(dice);
        if dice.chance(0.4) {
            options.extend(if limited {
                stops(dice, 0.0, [0.1, 0.1], "m")
            } else {
                roomy(dice, 0.0, *side > 0.0, shift)
            });
        }
        if dice.chance(0.5) {
            options.extend(rail_spring(dice, 0.0));
        }
        scene.add(&format!("joint j{i} = prismatic(ground {}, {name}.center){}", written(place), block(&options)));
        scene.add(&format!("start j{i} = 0 m rate 0 m/s"));
        scene.contact(dice, "arm", &name);
    }
}

/// A block moves to and fro under a hanging arm, which it pushes and lifts.
fn onto_an_arm(dice: &mut Dice, scene: &mut Scene, limited: bool) {
    scene.gravity(dice, 0.0, 1.0);
    let b = Block::random(dice);
    let (length, radius) = (dice.length(0.1, 0.4), dice.length(0.005, 0.02));
    // an arm that stands on the block must stand so aslant that friction does not wedge it
    let pin: Point = {
        let height = 0.5 * b.height + (length + radius) * dice.between(0.5, 0.7);
        let x = 0.5 * b.width + radius + dice.gap(0.3, 0.002, 0.04);
        [tidy(x), rounded(height, 4)]
    };
    Rail::level().part(scene, "p0", &b);
    scene.arm(dice, "arm", length, radius);
    let friction = if limited { rail_friction(dice) } else { Vec::new() };
    Rail::level().joint(scene, "j0", "p0", &b, &friction);
    let motion = Motion::random(dice, 0.0, 0.12, "m");
    drive(dice, scene, "j0", &motion, limited.then_some((20.0, "N")));
    let mut options = hinge_friction(dice, 0.5);
    if dice.chance(0.4) {
        let (least, most) = if limited { (5.0, 60.0) } else { (75.0, 140.0) };
        let far = [dice.degrees(least, most), dice.degrees(least, most)];
        options.push(format!("limits = ({}, {}) deg", rounded(-90.0 - far[0], 4), rounded(-90.0 + far[1], 4)));
        if dice.chance(0.5) {
            options.push(format!("restitution = {}", dice.between(0.05, 0.8)));
        }
    }
    if dice.chance(0.4) {
        options.extend(hinge_spring(dice, -90.0, 1.0));
    }
    scene.add(&format!("joint o = revolute(ground {}, arm.a){}", written(pin), block(&options)));
    scene.add("start o = -90 deg rate 0 rad/s");
    scene.contact(dice, "p0", "arm");
}
