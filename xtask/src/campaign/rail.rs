//! Blocks on one straight rail, in any direction.

use super::dice::{Dice, tidy};
use super::pieces::{Scene, block};
use super::plane::{Point, ahead, direction, written};

/// A line that blocks slide on.
pub struct Rail {
    degrees: f64,
    /// each block counts its travel from where it starts, not from the rail's origin
    own: bool,
}

/// One of them.
#[derive(Clone, Copy)]
pub struct Block {
    /// where its centre starts, along the rail
    pub x: f64,
    pub width: f64,
    pub height: f64,
    pub mass: f64,
}

impl Block {
    /// With no place yet.
    pub fn random(dice: &mut Dice) -> Self {
        let (width, height) = (dice.length(0.02, 0.12), dice.length(0.02, 0.08));
        Self { x: 0.0, width, height, mass: dice.between(0.1, 5.0) }
    }

    pub fn left(&self) -> f64 {
        tidy(self.x - 0.5 * self.width)
    }

    pub fn right(&self) -> f64 {
        tidy(self.x + 0.5 * self.width)
    }
}

impl Rail {
    pub fn random(dice: &mut Dice) -> Self {
        let degrees = if dice.chance(0.6) { dice.pick(&[0.0, 0.0, 0.0, 90.0]) } else { dice.degrees(-90.0, 90.0) };
        Self { degrees, own: dice.chance(0.5) }
    }

    /// Along x, each travel counted from where it starts.
    pub fn level() -> Self {
        Self { degrees: 0.0, own: true }
    }

    pub fn direction(&self) -> [f64; 2] {
        direction(self.degrees)
    }

    pub fn point(&self, x: f64) -> Point {
        ahead([0.0, 0.0], self.degrees, x)
    }

    /// The travel of a joint whose block starts at x.
    pub fn travel(&self, x: f64) -> f64 {
        if self.own { 0.0 } else { x }
    }

    /// The part of a block.
    pub fn part(&self, scene: &mut Scene, name: &str, b: &Block) {
        let shape = format!("rect({} m, {} m)", b.width, b.height);
        let placed = format!("at {} turned {} deg", written(self.point(b.x)), self.degrees);
        scene.part(name, &shape, b.mass, "", &placed);
    }

    /// Its joint.
    pub fn joint(&self, scene: &mut Scene, joint: &str, part: &str, b: &Block, options: &[String]) {
        let origin = written(self.point(if self.own { b.x } else { 0.0 }));
        let options = block(options);
        scene.add(&format!(
            "joint {joint} = prismatic(ground({origin}, angle = {} deg), {part}.center){options}",
            self.degrees
        ));
    }

    /// Where it starts, and how fast.
    pub fn start(&self, scene: &mut Scene, joint: &str, b: &Block, rate: f64) {
        scene.add(&format!("start {joint} = {} m rate {rate} m/s", self.travel(b.x)));
    }

    /// A wall that ends the rail at x; `side` is the direction it faces along the rail.
    pub fn wall(&self, scene: &mut Scene, name: &str, x: f64, side: f64) {
        scene.wall(name, self.point(x), self.direction().map(|c| side * c));
    }
}
