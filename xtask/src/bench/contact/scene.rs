//! A contact scene as plain numbers, and the numbers that scenes share.

use super::sample::{Measured, Sample};
use serde_json::{Value, json};

/// Standard for all scenes with weight, m/s².
pub const G: f64 = 9.81;
/// Of every disc, m.
pub const RADIUS: f64 = 0.1;
/// How high the ball is dropped from, m.
pub const HEIGHT: f64 = 1.0;
/// Restitution of the bouncing ball.
pub const BOUNCE: f64 = 0.9;
/// Friction on the incline.
pub const HOLD: f64 = 0.5;
/// Friction under the disc that begins to roll.
pub const ROLL: f64 = 0.3;
/// Side of the boxes that rest, m.
pub const SIDE: f64 = 0.1;

/// From a game's frame to where a step of order 1 costs more than it gains, s.
const STEPS: &[f64] =
    &[1.0 / 60.0, 1.0 / 120.0, 1.0 / 240.0, 1e-3, 5e-4, 2e-4, 1e-4, 5e-5, 2e-5, 1e-5, 5e-6, 2e-6, 1e-6];

#[derive(Clone, Copy, Debug)]
pub enum Shape {
    /// radius, m
    Disc(f64),
    /// width and height, m
    Rect(f64, f64),
}

#[derive(Clone, Debug)]
pub struct Body {
    pub shape: Shape,
    /// kg
    pub mass: f64,
    /// of the centre, m
    pub position: [f64; 2],
    pub angle: f64,
    /// m/s
    pub velocity: [f64; 2],
}

impl Body {
    /// About the centre, kg·m².
    pub fn inertia(&self) -> f64 {
        match self.shape {
            Shape::Disc(radius) => 0.5 * self.mass * radius * radius,
            Shape::Rect(width, height) => self.mass * (width * width + height * height) / 12.0,
        }
    }

    /// Of the common radius and 1 kg.
    pub fn disc(position: [f64; 2], velocity: [f64; 2]) -> Self {
        Self { shape: Shape::Disc(RADIUS), mass: 1.0, position, angle: 0.0, velocity }
    }

    /// Of the common side and 1 kg, at rest.
    pub fn square(position: [f64; 2]) -> Self {
        Self { shape: Shape::Rect(SIDE, SIDE), mass: 1.0, position, angle: 0.0, velocity: [0.0; 2] }
    }
}

/// A point and the normal of a half-plane that nothing enters.
pub type Floor = ([f64; 2], [f64; 2]);

pub struct Scene {
    pub name: String,
    pub says: String,
    /// ours, under `bench/contact/`
    pub mech: &'static str,
    /// what ours is told besides
    pub set: Vec<String>,
    /// s
    pub until: f64,
    /// samples wanted, s apart
    pub every: f64,
    pub friction: f64,
    pub restitution: f64,
    /// m/s²
    pub gravity: [f64; 2],
    pub floor: Option<Floor>,
    pub bodies: Vec<Body>,
    pub steps: &'static [f64],
    /// what is measured, with the words on its axis
    pub measures: &'static [(&'static str, &'static str)],
    pub measure: fn(&Scene, &[Sample]) -> Measured,
    /// row or stack: the curve over the number of parts that this is a point of
    pub growth: Option<&'static str>,
}

impl Scene {
    /// On a level floor, for a second.
    pub fn new(name: &str, says: &str, mech: &'static str, measure: fn(&Scene, &[Sample]) -> Measured) -> Self {
        Self {
            name: name.to_owned(),
            says: says.to_owned(),
            mech,
            set: Vec::new(),
            until: 1.0,
            every: 1.0,
            friction: 0.0,
            restitution: 0.0,
            gravity: [0.0, -G],
            floor: Some(([0.0, 0.0], [0.0, 1.0])),
            bodies: Vec::new(),
            steps: STEPS,
            measures: &[],
            measure,
            growth: None,
        }
    }

    /// For peers.
    pub fn json(&self) -> Value {
        let bodies: Vec<Value> = self
            .bodies
            .iter()
            .map(|b| {
                let (disc, rect) = match b.shape {
                    Shape::Disc(radius) => (Some(radius), None),
                    Shape::Rect(width, height) => (None, Some([width, height])),
                };
                json!({
                    "disc": disc, "rect": rect, "mass": b.mass, "inertia": b.inertia(),
                    "position": b.position, "angle": b.angle, "velocity": b.velocity,
                })
            })
            .collect();
        json!({
            "name": self.name, "until": self.until, "every": self.every, "steps": self.steps,
            "friction": self.friction, "restitution": self.restitution, "gravity": self.gravity,
            "floor": self.floor.map(|(point, normal)| json!({ "point": point, "normal": normal })),
            "bodies": bodies,
        })
    }
}
