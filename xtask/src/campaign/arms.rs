//! Hinged arms that fall on, push and strike each other, the floor, fixed boxes and a sliding block.

use super::dice::{Dice, rounded, tidy};
use super::pieces::{Scene, block, hinge_friction, hinge_spring, load, rail_friction, stops};
use super::plane::{Bar, Point, ahead, written};
use super::rail::{Block, Rail};

/// Least gap of what does not touch, m.
const CLEAR: f64 = 5e-4;

/// One arm: where it is hinged, and how it starts.
struct Arm {
    /// the arm whose end carries it; none: hinged to the ground
    carrier: Option<usize>,
    pin: Point,
    degrees: f64,
    /// where its shape begins, along it
    from: f64,
    length: f64,
    radius: f64,
}

impl Arm {
    fn bar(&self) -> Bar {
        Bar::at(ahead(self.pin, self.degrees, self.from), self.degrees, self.length - self.from, self.radius)
    }
}

/// Everything that is in the way.
struct Room {
    arms: Vec<Arm>,
    /// the floor is at height 0
    floor: bool,
    /// centre, width and height of fixed boxes
    boxes: Vec<(Point, f64, f64)>,
}

impl Room {
    fn free(&self, arm: &Arm) -> bool {
        let bar = arm.bar();
        let clear = |other: &Arm| bar.gap(&other.bar()) > CLEAR;
        (!self.floor || bar.above(0.0) > CLEAR)
            && self.boxes.iter().all(|(center, w, h)| bar.beside(*center, *w, *h) > CLEAR)
            && self.arms.iter().enumerate().all(|(i, other)| arm.carrier == Some(i) || clear(other))
    }
}

/// One scene.
pub fn scene(dice: &mut Dice) -> String {
    let mut scene = Scene::new();
    scene.gravity(dice, 0.15, 0.8);
    let mut room = Room { arms: Vec::new(), floor: dice.chance(0.75), boxes: Vec::new() };
    touching(dice, &mut room);
    let wanted = room.arms.len() + dice.count(usize::from(room.arms.is_empty()), 2);
    let mut tries = 0;
    while room.arms.len() < wanted && tries < 200 {
        tries += 1;
        let arm = random(dice, &room);
        if room.free(&arm) {
            room.arms.push(arm);
        }
    }
    write(dice, &mut scene, &room);
    scene.run(dice)
}

fn random(dice: &mut Dice, room: &Room) -> Arm {
    let length = dice.length(0.1, 0.5);
    let radius = dice.length(0.005, 0.02);
    let degrees = dice.degrees(-180.0, 180.0);
    let carriers: Vec<usize> = (0..room.arms.len()).collect();
    if !carriers.is_empty() && dice.chance(0.3) {
        let carrier = dice.pick(&carriers);
        let free = room.arms.iter().all(|other| other.carrier != Some(carrier));
        if free {
            let pin = room.arms[carrier].bar().to;
            return Arm { carrier: Some(carrier), pin, degrees, from: 0.0, length, radius };
        }
    }
    let pin = [dice.length(-0.4, 0.6), dice.length(0.03, 0.6)];
    Arm { carrier: None, pin, degrees, from: 0.0, length, radius }
}

/// Begins with something that just touches: an arm that lies on the floor or on a box, or two that stand side by side.
///
/// Their shapes begin beyond their pins: what touches right at a pin may bear any force, whatever moves.
fn touching(dice: &mut Dice, room: &mut Room) {
    let (length, radius) = (dice.length(0.1, 0.5), dice.length(0.005, 0.02));
    let arm = |pin: Point, degrees: f64, length: f64, radius: f64| {
        let from = rounded((0.25 * length).max(2.0 * radius), 4);
        Arm { carrier: None, pin, degrees, from, length, radius }
    };
    match dice.index(6) {
        0 if room.floor => room.arms.push(arm([0.0, radius], 0.0, length, radius)),
        1 => {
            let height = dice.length(0.05, 0.3);
            let width = dice.length(0.02, 0.1);
            let x = tidy(length * dice.between(0.4, 0.9));
            room.boxes.push(([x, tidy(0.5 * height)], width, height));
            room.arms.push(arm([0.0, tidy(height + radius)], 0.0, length, radius));
        }
        2 => {
            let second = dice.length(0.005, 0.02);
            let degrees = dice.pick(&[90.0, -90.0]);
            let y = if degrees > 0.0 { 0.05 } else { 0.6 };
            room.arms.push(arm([0.0, y], degrees, length, radius));
            let pin = [tidy(radius + second), y];
            room.arms.push(arm(pin, degrees, dice.length(0.1, 0.5), second));
        }
        3 => {
            let (width, height) = (dice.length(0.02, 0.1), dice.length(0.05, 0.2));
            room.boxes.push(([dice.length(-0.3, 0.6), tidy(0.5 * height)], width, height));
        }
        _ => {}
    }
}

fn write(dice: &mut Dice, scene: &mut Scene, room: &Room) {
    if room.floor {
        scene.wall("floor", [0.0, 0.0], [0.0, 1.0]);
    }
    for (i, (center, width, height)) in room.boxes.iter().enumerate() {
        scene.add(&format!("obstacle box{i} = rect({width} m, {height} m) at {}", written(*center)));
    }
    for (i, arm) in room.arms.iter().enumerate() {
        scene.arm_from(dice, &format!("p{i}"), arm.from, arm.length, arm.radius);
    }
    for (i, arm) in room.arms.iter().enumerate() {
        let carrier = arm.carrier.map(|c| &room.arms[c]);
        let at = tidy(arm.degrees - carrier.map_or(0.0, |c| c.degrees));
        let mut options = hinge_friction(dice, 1.0);
        if dice.chance(0.3) {
            options.extend(stops(dice, at, [120.0, 120.0], "deg"));
        }
        if dice.chance(0.2) {
            options.extend(hinge_spring(dice, at, 2.0));
        }
        if dice.chance(0.2) {
            options.push(format!("torque = {}", load(dice, "N*m", 1.5)));
        }
        let from = arm.carrier.map_or_else(|| format!("ground {}", written(arm.pin)), |c| format!("p{c}.b"));
        scene.add(&format!("joint j{i} = revolute({from}, p{i}.a){}", block(&options)));
        let rate = if dice.chance(0.6) { 0.0 } else { dice.between(-6.0, 6.0) };
        scene.add(&format!("start j{i} = {at} deg rate {rate} rad/s"));
    }
    for (i, arm) in room.arms.iter().enumerate() {
        if room.floor {
            scene.contact(dice, &format!("p{i}"), "floor");
        }
        for k in 0..room.boxes.len() {
            scene.contact(dice, &format!("p{i}"), &format!("box{k}"));
        }
        for k in (i + 1)..room.arms.len() {
            if room.arms[k].carrier != Some(i) && arm.carrier != Some(k) {
                scene.contact(dice, &format!("p{i}"), &format!("p{k}"));
            }
        }
    }
    if dice.chance(0.35) {
        sliding(dice, scene, room);
    }
}

/// A block on a level rail, if there is room for it at some place.
fn sliding(dice: &mut Dice, scene: &mut Scene, room: &Room) {
    for _ in 0..20 {
        let mut b = Block::random(dice);
        b.x = dice.length(-0.5, 0.8);
        let y = tidy(0.5 * b.height + dice.gap(0.5, 0.0, 0.3));
        let free = room.arms.iter().all(|arm| arm.bar().beside([b.x, y], b.width, b.height) > CLEAR)
            && room.boxes.iter().all(|(c, w, _)| (c[0] - b.x).abs() > 0.5 * (w + b.width) + CLEAR);
        if !free {
            continue;
        }
        let shape = format!("rect({} m, {} m)", b.width, b.height);
        scene.part("slide", &shape, b.mass, "", &format!("at {}", written([b.x, y])));
        let options = rail_friction(dice);
        scene.add(&format!("joint rail = prismatic(ground {}, slide.center){}", written([b.x, y]), block(&options)));
        Rail::level().start(scene, "rail", &b, if dice.chance(0.5) { 0.0 } else { dice.between(-1.5, 1.5) });
        for i in 0..room.arms.len() {
            scene.contact(dice, &format!("p{i}"), "slide");
        }
        for k in 0..room.boxes.len() {
            scene.contact(dice, "slide", &format!("box{k}"));
        }
        return;
    }
}
