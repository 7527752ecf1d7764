//! What our `work_precision describe` prints, as far as Rapier needs it.

use serde::Deserialize;

#[derive(Deserialize)]
pub struct Mechanism {
    pub planar: bool,
    pub gravity: [f64; 3],
    pub bodies: Vec<Body>,
    pub joints: Vec<Joint>,
    pub springs: Vec<Spring>,
    pub torques: Vec<Torque>,
}

#[derive(Deserialize)]
pub struct Body {
    pub mass: f64,
    pub inertia: [[f64; 3]; 3],
    pub position: [f64; 3],
    pub velocity: [f64; 3],
    pub spin: [f64; 3],
}

#[derive(Deserialize)]
pub struct Joint {
    pub kind: String,
    pub a: Option<usize>,
    pub b: Option<usize>,
    pub point: [f64; 3],
    pub axis: [f64; 3],
}

#[derive(Deserialize)]
pub struct Spring {
    pub a: Option<usize>,
    pub a_point: [f64; 3],
    pub b: Option<usize>,
    pub b_point: [f64; 3],
    pub stiffness: f64,
    pub damping: f64,
    pub rest: f64,
}

#[derive(Deserialize)]
pub struct Torque {
    pub joint: usize,
    pub torque: f64,
}

impl Mechanism {
    /// A point given in the world at t = 0, from the centre of a body; the ground's is the origin.
    pub fn from_centre(&self, body: Option<usize>, point: [f64; 3]) -> [f64; 3] {
        let centre = body.map_or([0.0; 3], |b| self.bodies[b].position);
        std::array::from_fn(|i| point[i] - centre[i])
    }
}
