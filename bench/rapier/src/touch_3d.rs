//! What contact scenes need of Rapier's three dimensions: the plane is z = 0, a disc a ball, a rectangle a box as deep as wide.

#[path = "touch.rs"]
mod touch;

use rapier3d_f64::prelude::*;
pub use touch::run;

const NAMES: (&str, &str) = ("3D as it comes", "3D hard");

fn vector(v: [f64; 2]) -> Vector {
    Vector::new(v[0], v[1], 0.0)
}

fn half(normal: [f64; 2]) -> ColliderBuilder {
    ColliderBuilder::new(SharedShape::halfspace(vector(normal)))
}

fn rect(width: f64, height: f64) -> ColliderBuilder {
    ColliderBuilder::cuboid(0.5 * width, 0.5 * height, 0.5 * width)
}

fn pose(body: RigidBodyBuilder, position: [f64; 2], angle: f64) -> RigidBodyBuilder {
    body.translation(vector(position)).rotation(Vector::new(0.0, 0.0, angle))
}

/// The same about every axis: only the one across the plane is turned about.
fn mass(mass: f64, inertia: f64) -> MassProperties {
    MassProperties::new(Vector::ZERO, mass, Vector::new(inertia, inertia, inertia))
}

/// Coulomb's law at every point, not one for four points together.
fn friction(parameters: &mut IntegrationParameters) {
    parameters.friction_model = FrictionModel::Coulomb;
}

fn state(b: &RigidBody) -> [f64; 6] {
    let (x, v, r) = (b.translation(), b.linvel(), b.rotation());
    [x.x, x.y, 2.0 * r.z.atan2(r.w), v.x, v.y, b.angvel().z]
}
