//! What scenes of every family are made of: loads, friction, springs, stops, how two parts touch.

use super::dice::{Dice, rounded, tidy};
use super::plane::{Point, direction, written};

/// The text of a scene while it is written.
pub struct Scene(String);

impl Scene {
    pub fn new() -> Self {
        Self("space planar\n".to_owned())
    }

    /// The same in space.
    pub fn spatial() -> Self {
        Self("space spatial\n".to_owned())
    }

    /// Adds a line, or several.
    pub fn add(&mut self, line: &str) {
        self.0.push_str(line);
        self.0.push('\n');
    }

    /// The whole text, with how long it runs.
    pub fn run(mut self, dice: &mut Dice) -> String {
        let duration = dice.pick(&[1.0, 1.5, 2.0, 3.0]);
        self.add(&format!("run {duration} s every 10 ms"));
        self.0
    }

    /// The whole text, with how long it runs and about eighty frames.
    pub fn run_for(mut self, seconds: f64) -> String {
        self.add(&format!("run {seconds} s every {} ms", rounded(1000.0 * seconds / 80.0, 2)));
        self.0
    }

    /// Gravity of the earth along the last axis.
    pub fn falls(&mut self) {
        let spatial = self.0.starts_with("space spatial");
        self.add(if spatial { "gravity (0, 0, -9.81) m/s^2" } else { "gravity (0, -9.81) m/s^2" });
    }

    /// None, downwards, or in any direction; where it points, m/s².
    pub fn gravity(&mut self, dice: &mut Dice, none: f64, down: f64) -> [f64; 2] {
        if dice.chance(none) {
            return [0.0; 2];
        }
        let degrees = if dice.chance(down) { -90.0 } else { dice.degrees(-180.0, 180.0) };
        let [x, y] = direction(degrees).map(|c| rounded(9.81 * c, 6));
        self.add(&format!("gravity ({x}, {y}) m/s^2"));
        [x, y]
    }

    /// A part of its own kind: its shape, and what else is said of it.
    pub fn part(&mut self, name: &str, shape: &str, mass: f64, more: &str, placed: &str) {
        let more = if more.is_empty() { String::new() } else { format!("; {more}") };
        self.add(&format!("primitive {name}_kind {{ shape = {shape}; mass = {mass} kg{more} }}"));
        self.add(format!("part {name} = {name}_kind() {placed}").trim_end());
    }

    /// An arm along its own x axis, with pins `a` at its origin and `b` at its end.
    pub fn arm(&mut self, dice: &mut Dice, name: &str, length: f64, radius: f64) {
        self.arm_from(dice, name, 0.0, length, radius);
    }

    /// An arm whose shape begins at some distance from its pin `a`.
    pub fn arm_from(&mut self, dice: &mut Dice, name: &str, from: f64, length: f64, radius: f64) {
        let shape = if dice.chance(0.5) {
            format!("capsule(({from}, 0) m, ({length}, 0) m, {radius} m)")
        } else {
            format!("rect(({from}, {}) m, ({length}, {radius}) m)", -radius)
        };
        let mass = dice.between(0.1, 3.0);
        self.part(name, &shape, mass, &format!("point a = (0, 0) m; point b = ({length}, 0) m"), "");
    }

    /// Two things that may touch.
    pub fn contact(&mut self, dice: &mut Dice, a: &str, b: &str) {
        let options = touch(dice);
        self.add(&format!("contact {a}, {b}{}", block(&options)));
    }

    /// A straight wall through a point, facing in a direction.
    pub fn wall(&mut self, name: &str, point: Point, facing: [f64; 2]) {
        let place = written(point);
        self.add(&format!("obstacle {name} = halfplane({place}, ({}, {}))", facing[0], facing[1]));
    }

    /// A force on a part, along a direction and some of it across.
    pub fn force(&mut self, dice: &mut Dice, name: &str, part: &str, along: [f64; 2], size: f64) {
        let law = load(dice, "N", size);
        let across = if dice.chance(0.3) { dice.between(-0.5, 0.5) } else { 0.0 };
        let x = tidy(along[0] - across * along[1]);
        let y = tidy(along[1] + across * along[0]);
        self.add(&format!("force {name} on {part} = (({law})*{x}, ({law})*{y})"));
    }
}

/// Options in braces, or nothing.
pub fn block(options: &[String]) -> String {
    if options.is_empty() { String::new() } else { format!(" {{ {} }}", options.join("; ")) }
}

/// How two parts touch: friction and rebound, often none.
pub fn touch(dice: &mut Dice) -> Vec<String> {
    let mut options = Vec::new();
    if dice.chance(0.6) {
        let friction = dice.between(0.05, 0.7);
        options.push(format!("friction = {friction}"));
        if dice.chance(0.25) {
            options.push(format!("static_friction = {}", rounded(friction * 1.3, 4)));
        }
    }
    if dice.chance(0.5) {
        options.push(format!("restitution = {}", dice.between(0.05, 0.9)));
    }
    options
}

/// Friction up to a coefficient and any rebound that materials have, each often none.
pub fn rubs(dice: &mut Dice, most: f64) -> String {
    let friction = if dice.chance(0.25) { 0.0 } else { dice.between(0.0, most) };
    let restitution = if dice.chance(0.4) { 0.0 } else { dice.between(0.05, 0.8) };
    format!(" {{ friction = {friction}; restitution = {restitution} }}")
}

/// A constant, ramped or swinging load.
pub fn load(dice: &mut Dice, unit: &str, size: f64) -> String {
    let most = dice.between(0.1 * size, size);
    let most = dice.signed(most);
    match dice.index(4) {
        0 => format!("{most} {unit}"),
        1 => {
            let slope = dice.between(0.2 * size, 2.0 * size);
            format!("{most} {unit} + {} {unit}/s * t", dice.signed(slope))
        }
        2 => format!("{most} {unit} * sin({} rad/s * t)", dice.between(1.0, 20.0)),
        _ => format!("{most} {unit} * cos({} rad/s * t) + {} {unit}", dice.between(1.0, 20.0), dice.between(0.0, size)),
    }
}

/// Friction of a slider, or none.
pub fn rail_friction(dice: &mut Dice) -> Vec<String> {
    let (unit, value) = match dice.index(10) {
        0 | 1 => return Vec::new(),
        2..=6 => (" N", dice.between(0.1, 8.0)),
        _ => ("", dice.between(0.05, 0.5)),
    };
    with_static(dice, unit, value)
}

/// Friction of a hinge, or none; `size` is a torque that matters there.
pub fn hinge_friction(dice: &mut Dice, size: f64) -> Vec<String> {
    match dice.index(10) {
        0 | 1 => Vec::new(),
        2..=6 => {
            let value = dice.between(0.02 * size, size);
            with_static(dice, " N*m", value)
        }
        _ => {
            let value = dice.between(0.05, 0.5);
            let mut options = with_static(dice, "", value);
            options.push(format!("pin_radius = {} m", dice.length(0.002, 0.01)));
            options
        }
    }
}

fn with_static(dice: &mut Dice, unit: &str, value: f64) -> Vec<String> {
    let mut options = vec![format!("friction = {value}{unit}")];
    if dice.chance(0.35) {
        let more = rounded(value * dice.between(1.05, 2.0), 5);
        options.push(format!("static_friction = {more}{unit}"));
    }
    options
}

/// A spring in a slider that is about `at`, with preload.
pub fn rail_spring(dice: &mut Dice, at: f64) -> Vec<String> {
    let mut options = vec![format!("stiffness = {} N/m", dice.between(10.0, 500.0))];
    let rest = tidy(at + if dice.chance(0.3) { 0.0 } else { dice.length(-0.1, 0.1) });
    options.push(format!("rest = {rest} m"));
    if dice.chance(0.5) {
        options.push(format!("damping = {} N*s/m", dice.between(0.1, 10.0)));
    }
    options
}

/// A spring in a hinge that is about `at`, in degrees.
pub fn hinge_spring(dice: &mut Dice, at: f64, size: f64) -> Vec<String> {
    let rest = tidy(at + if dice.chance(0.3) { 0.0 } else { dice.degrees(-90.0, 90.0) });
    let mut options = vec![format!("stiffness = {} N*m/rad", dice.between(0.1 * size, 2.0 * size))];
    options.push(format!("rest = {rest} deg"));
    if dice.chance(0.5) {
        options.push(format!("damping = {} N*m*s/rad", dice.between(0.005 * size, 0.1 * size)));
    }
    options
}

/// Stops about a value, some of them just there; rebounds or not.
pub fn stops(dice: &mut Dice, at: f64, room: [f64; 2], unit: &str) -> Vec<String> {
    let mut side = |most: f64| if dice.chance(0.2) { 0.0 } else { dice.between(0.05 * most, most) };
    let (below, above) = (side(room[0]), side(room[1]));
    // a joint without room would be a weld
    let above = if below + above == 0.0 { 0.5 * room[1] } else { above };
    let [low, high] = [at - below, at + above].map(tidy);
    let mut options = vec![format!("limits = ({low}, {high}) {unit}")];
    if dice.chance(0.5) {
        options.push(format!("restitution = {}", dice.between(0.05, 0.8)));
    }
    options
}
