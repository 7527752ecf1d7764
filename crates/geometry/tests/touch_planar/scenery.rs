//! Random shapes, places and paths for the tests.

use mainspring_geometry::touch::{Motion, Path, Speeds};
use mainspring_geometry::{Region, Segment};
use std::cell::Cell;
use std::f64::consts::{PI, TAU};

/// Numbers that look random and are the same every time.
pub struct Dice(pub u64);

impl Dice {
    pub fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64
    }

    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    pub fn pick(&mut self, n: usize) -> usize {
        ((self.unit() * n as f64) as usize).min(n - 1)
    }
}

pub fn place(x: f64, y: f64, angle: f64) -> Motion {
    let (s, c) = libm::sincos(angle);
    Motion { position: [x, y, 0.0], rotation: [[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]], ..Motion::REST }
}

/// One body's motion with constant acceleration and angular acceleration.
#[derive(Clone, Copy, Debug, Default)]
pub struct Throw {
    pub at: [f64; 2],
    pub velocity: [f64; 2],
    pub acceleration: [f64; 2],
    pub angle: f64,
    pub spin: f64,
    pub spin_rate: f64,
}

impl Throw {
    pub fn at(&self, t: f64) -> Motion {
        let [x, y] = [0, 1].map(|i| self.at[i] + t * (self.velocity[i] + 0.5 * t * self.acceleration[i]));
        let [vx, vy] = [0, 1].map(|i| self.velocity[i] + t * self.acceleration[i]);
        let m = place(x, y, self.angle + t * (self.spin + 0.5 * t * self.spin_rate));
        Motion { velocity: [vx, vy, 0.0], spin: [0.0, 0.0, self.spin + t * self.spin_rate], ..m }
    }

    fn speeds(&self, from: f64, to: f64) -> Speeds {
        let speed = |t: f64| {
            let v = self.at(t);
            (libm::hypot(v.velocity[0], v.velocity[1]), v.spin[2].abs())
        };
        let (a, b) = (speed(from), speed(to));
        Speeds {
            linear: a.0.max(b.0),
            angular: a.1.max(b.1),
            linear_rate: libm::hypot(self.acceleration[0], self.acceleration[1]),
            angular_rate: self.spin_rate.abs(),
        }
    }
}

/// Two throws, counting how often they are looked at.
#[derive(Default)]
pub struct Throws {
    pub a: Throw,
    pub b: Throw,
    pub looks: Cell<u32>,
}

impl Path for Throws {
    fn at(&self, theta: f64) -> [Motion; 2] {
        self.looks.set(self.looks.get() + 1);
        [self.a.at(theta), self.b.at(theta)]
    }

    fn speeds(&self, from: f64, to: f64) -> [Speeds; 2] {
        [self.a.speeds(from, to), self.b.speeds(from, to)]
    }
}

/// A shape of about unit size: polygons that are not convex, with holes, discs, bars, rings, arcs hollow and bulging.
pub fn shape(dice: &mut Dice) -> Region {
    match dice.pick(9) {
        0 | 1 => star(dice, 3),
        2 => Region::disc([0.1, -0.05], dice.between(0.2, 0.6)).expect("a sound shape"),
        3 => Region::capsule([-0.4, 0.1], [0.5, 0.0], dice.between(0.02, 0.3)).expect("a sound shape"),
        4 => {
            let hole = star(dice, 5).scaled(0.4).expect("a sound shape");
            Region::rect(1.4, 1.3).expect("a sound shape").difference(&hole).expect("a sound shape")
        }
        5 => {
            let hole = Region::disc([0.1, 0.0], dice.between(0.1, 0.35)).expect("a sound shape");
            Region::disc([0.0, 0.0], 0.6).expect("a sound shape").difference(&hole).expect("a sound shape")
        }
        6 => Region::sector([-0.2, 0.0], 0.7, dice.between(0.0, 6.0), dice.between(0.3, 5.9)).expect("a sound shape"),
        7 => notched(dice.between(0.1, 0.38)),
        _ => Region::rect(dice.between(0.05, 1.0), dice.between(0.05, 1.0)).expect("a sound shape"),
    }
}

/// A star-shaped polygon.
fn star(dice: &mut Dice, least: usize) -> Region {
    let n = least + dice.pick(6);
    let points: Vec<[f64; 2]> = (0..n)
        .map(|i| {
            let (s, c) = libm::sincos(TAU * (i as f64 + 0.6 * dice.unit()) / n as f64);
            let r = dice.between(0.2, 0.7);
            [r * c, r * s]
        })
        .collect();
    Region::polygon(&points).expect("a sound shape").0
}

/// A plate with a round bite out of its upper edge, whose corners are sharp.
pub fn notched(radius: f64) -> Region {
    let line = |from, to| Segment::Line { from, to };
    Region::closed(vec![
        line([-0.5, -0.4], [0.5, -0.4]),
        line([0.5, -0.4], [0.5, 0.3]),
        line([0.5, 0.3], [radius, 0.3]),
        Segment::Arc { from: [radius, 0.3], to: [-radius, 0.3], center: [0.0, 0.3], sweep: -PI },
        line([-radius, 0.3], [-0.5, 0.3]),
        line([-0.5, 0.3], [-0.5, -0.4]),
    ])
    .expect("a sound shape")
    .0
}

pub fn box_of(width: f64, height: f64) -> Region {
    Region::rect(width, height).expect("a sound shape")
}
