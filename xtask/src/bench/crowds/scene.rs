//! A crowded scene as plain numbers: what ours and every peer are built from.
//!
//! SI, world axes. In the plane gravity is along −y and everything turns about z; in space it is along −z. All begins at rest;
//! one friction and one restitution hold for every pair.

use super::shape::{Shape, per_mass};
use serde_json::{Value, json};

/// m/s²
pub const G: f64 = 9.81;
/// Moments a second at which every engine tells where its parts are: a game's frames.
pub const FRAMES: f64 = 60.0;

/// What does not move.
#[derive(Clone, Debug)]
pub enum Fixed {
    /// all behind the line or plane through a point, the normal pointing out of it
    Half { point: [f64; 3], normal: [f64; 3] },
    /// convex, counter-clockwise, in the plane
    Polygon(Vec<[f64; 2]>),
}

#[derive(Clone, Debug)]
pub struct Body {
    pub shape: Shape,
    /// kg
    pub mass: f64,
    /// of the centre of mass, m
    pub position: [f64; 3],
    /// about which it is turned at the start
    pub axis: [f64; 3],
    /// rad
    pub angle: f64,
}

impl Body {
    /// Of 1 kg, in the plane.
    pub fn flat(shape: Shape, [x, y]: [f64; 2], angle: f64) -> Self {
        Self { shape, mass: 1.0, position: [x, y, 0.0], axis: [0.0, 0.0, 1.0], angle }
    }

    /// About the centre of mass in its own axes, kg·m²; in the plane only the last counts.
    pub fn inertia(&self) -> [f64; 3] {
        per_mass(&self.shape).map(|moment| self.mass * moment)
    }
}

pub struct Scene {
    pub name: String,
    pub says: String,
    pub plane: bool,
    /// s
    pub until: f64,
    pub friction: f64,
    pub restitution: f64,
    pub fixed: Vec<Fixed>,
    pub bodies: Vec<Body>,
    /// everything should be at rest during the last half second
    pub rests: bool,
    /// one of a family that is alike but for the number of parts
    pub grows: bool,
}

impl Scene {
    pub fn gravity(&self) -> [f64; 3] {
        if self.plane { [0.0, -G, 0.0] } else { [0.0, 0.0, -G] }
    }

    /// For peers.
    pub fn json(&self) -> Value {
        let shape = |shape: &Shape| match shape {
            Shape::Disc(radius) => json!({ "disc": radius }),
            Shape::Polygon(corners) => json!({ "polygon": corners }),
            Shape::Sphere(radius) => json!({ "sphere": radius }),
            Shape::Box(sides) => json!({ "box": sides }),
            Shape::Capsule(radius, straight) => json!({ "capsule": [radius, straight] }),
        };
        let bodies = self.bodies.iter().map(|b| {
            json!({
                "shape": shape(&b.shape), "mass": b.mass, "inertia": b.inertia(),
                "position": b.position, "axis": b.axis, "angle": b.angle,
            })
        });
        let fixed = self.fixed.iter().map(|f| match f {
            Fixed::Half { point, normal } => json!({ "half": { "point": point, "normal": normal } }),
            Fixed::Polygon(corners) => json!({ "polygon": corners }),
        });
        json!({
            "name": self.name, "plane": self.plane, "until": self.until, "frames": FRAMES, "friction": self.friction,
            "restitution": self.restitution, "gravity": self.gravity(), "fixed": fixed.collect::<Vec<_>>(),
            "bodies": bodies.collect::<Vec<_>>(),
        })
    }
}
