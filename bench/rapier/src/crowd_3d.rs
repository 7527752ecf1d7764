//! What crowded scenes need of Rapier's three dimensions.

#[path = "crowd.rs"]
mod crowd;

use crate::course::{Body, Shape};
pub use crowd::run;
use rapier3d_f64::prelude::*;

fn vector(v: [f64; 3]) -> Vector {
    Vector::new(v[0], v[1], v[2])
}

fn polygon(_: &[[f64; 2]]) -> Result<ColliderBuilder, String> {
    Err("a polygon in space".to_owned())
}

fn collider(shape: &Shape) -> Result<ColliderBuilder, String> {
    match shape {
        Shape::Sphere(radius) => Ok(ColliderBuilder::ball(*radius)),
        Shape::Box([x, y, z]) => Ok(ColliderBuilder::cuboid(0.5 * x, 0.5 * y, 0.5 * z)),
        Shape::Capsule(radius, straight) => Ok(ColliderBuilder::capsule_z(0.5 * straight, *radius)),
        Shape::Disc(_) | Shape::Polygon(_) => Err("a planar shape in space".to_owned()),
    }
}

fn turned(body: RigidBodyBuilder, b: &Body) -> RigidBodyBuilder {
    let axis = vector(b.axis);
    body.rotation(axis * (b.angle / axis.length()))
}

fn mass(mass: f64, inertia: [f64; 3]) -> MassProperties {
    MassProperties::new(Vector::ZERO, mass, vector(inertia))
}

/// Coulomb's law at every point, not one for four points together.
fn friction(parameters: &mut IntegrationParameters) {
    parameters.friction_model = FrictionModel::Coulomb;
}

fn state(b: &RigidBody) -> [f64; 13] {
    let (x, r, v, w) = (b.translation(), b.rotation(), b.linvel(), b.angvel());
    [x.x, x.y, x.z, r.w, r.x, r.y, r.z, v.x, v.y, v.z, w.x, w.y, w.z]
}
