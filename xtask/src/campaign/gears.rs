//! Wheels that mesh with play, with friction in their hinges, turned by drives and loads; some move a rack.

use super::dice::{Dice, rounded, tidy};
use super::pieces::{Scene, block, hinge_friction, hinge_spring, load, rail_friction, rail_spring, stops};
use super::plane::written;

/// How the first wheel is turned.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Turned {
    Prescribed,
    Limited,
    Loaded,
}

/// One scene.
pub fn scene(dice: &mut Dice) -> String {
    let mut scene = Scene::new();
    scene.gravity(dice, 0.4, 0.9);
    let teeth: Vec<usize> = (0..dice.count(2, 3)).map(|_| dice.count(12, 60)).collect();
    let turned = dice.pick(&[Turned::Prescribed, Turned::Limited, Turned::Loaded, Turned::Loaded]);
    let radius = |i: usize| rounded(0.001 * teeth[i] as f64, 4);
    let mut x = 0.0;
    let play: Vec<bool> = (1..teeth.len()).map(|_| dice.chance(0.85)).collect();
    for i in 0..teeth.len() {
        // some are out of balance
        let center =
            if dice.chance(0.4) { format!("center = ({}, 0) m", tidy(0.4 * radius(i))) } else { String::new() };
        let mass = dice.between(0.1, 3.0);
        scene.part(&format!("w{i}"), &format!("disc({} m)", radius(i)), mass, &center, "");
        if i > 0 {
            x = tidy(x + radius(i - 1) + radius(i));
        }
        let free = i > 0 || turned != Turned::Prescribed;
        let mut options = if free { hinge_friction(dice, 0.2) } else { Vec::new() };
        // what a prescribed motion turns must not be stopped
        if turned != Turned::Prescribed && dice.chance(0.25) {
            options.extend(stops(dice, 0.0, [90.0, 90.0], "deg"));
        }
        if free && dice.chance(0.2) {
            options.extend(hinge_spring(dice, 0.0, 0.5));
        }
        scene.add(&format!("joint j{i} = revolute(ground {}, w{i}.origin){}", written([x, 0.0]), block(&options)));
    }
    for i in 1..teeth.len() {
        mesh(dice, &mut scene, i, &teeth, play[i - 1]);
    }
    turn(dice, &mut scene, turned);
    let loose = play.iter().all(|p| *p);
    for i in 0..teeth.len() {
        if (i > 0 || turned == Turned::Loaded) && loose {
            let rate = if dice.chance(0.7) { 0.0 } else { dice.between(-5.0, 5.0) };
            scene.add(&format!("start j{i} = 0 deg rate {rate} rad/s"));
        }
        if i > 0 && dice.chance(0.4) {
            scene.add(&format!("torque load{i} on w{i} = {}", load(dice, "N*m", 0.3)));
        }
    }
    if dice.chance(0.35) {
        rack(dice, &mut scene, teeth.len() - 1, radius(teeth.len() - 1), x, turned);
    }
    scene.run(dice)
}

fn mesh(dice: &mut Dice, scene: &mut Scene, i: usize, teeth: &[usize], play: bool) {
    let mut options = vec![format!("teeth = ({}, {})", teeth[i - 1], teeth[i])];
    if play {
        options.push(format!("backlash = {} deg", dice.between(0.2, 9.0)));
        if dice.chance(0.5) {
            options.push(format!("restitution = {}", dice.between(0.05, 0.8)));
        }
    }
    scene.add(&format!("joint mesh{i} = gear(j{}, j{i}){}", i - 1, block(&options)));
}

fn turn(dice: &mut Dice, scene: &mut Scene, turned: Turned) {
    let (size, rate) = (dice.degrees(5.0, 90.0), dice.between(1.0, 10.0));
    let law = if dice.chance(0.6) {
        format!("angle = {size} deg * sin({rate} rad/s * t)")
    } else {
        format!("speed = {} rad/s * sin({rate} rad/s * t)", dice.between(0.2, 6.0))
    };
    scene.add(&match turned {
        Turned::Prescribed => format!("drive j0 {law}"),
        Turned::Limited => format!("drive j0 {law} {{ limit = {} N*m }}", dice.between(0.02, 1.0)),
        Turned::Loaded => format!("drive j0 torque = {}", load(dice, "N*m", 0.5)),
    });
}

/// The last wheel moves a block, with play or without.
fn rack(dice: &mut Dice, scene: &mut Scene, last: usize, radius: f64, x: f64, turned: Turned) {
    let place = written([x, tidy(radius + 0.02)]);
    scene.part("bar", "rect(0.3 m, 0.02 m)", dice.between(0.1, 3.0), "", &format!("at {place}"));
    let mut options = rail_friction(dice);
    if turned != Turned::Prescribed && dice.chance(0.25) {
        options.extend(stops(dice, 0.0, [0.1, 0.1], "m"));
    }
    if dice.chance(0.3) {
        options.extend(rail_spring(dice, 0.0));
    }
    scene.add(&format!("joint rail = prismatic(ground {place}, bar.center){}", block(&options)));
    let mut options = vec![format!("radius = {} m", -radius)];
    if dice.chance(0.7) {
        options.push(format!("backlash = {} m", dice.length(0.0002, 0.003)));
        if dice.chance(0.5) {
            options.push(format!("restitution = {}", dice.between(0.05, 0.8)));
        }
    }
    scene.add(&format!("joint pinion = rack(j{last}, rail){}", block(&options)));
}
