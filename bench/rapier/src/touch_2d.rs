//! What contact scenes need of Rapier's two dimensions.

#[path = "touch.rs"]
mod touch;

use rapier2d_f64::prelude::*;
pub use touch::run;

const NAMES: (&str, &str) = ("2D as it comes", "2D hard");

fn vector(v: [f64; 2]) -> Vector {
    Vector::new(v[0], v[1])
}

fn half(normal: [f64; 2]) -> ColliderBuilder {
    ColliderBuilder::new(SharedShape::halfspace(vector(normal)))
}

fn rect(width: f64, height: f64) -> ColliderBuilder {
    ColliderBuilder::cuboid(0.5 * width, 0.5 * height)
}

fn pose(body: RigidBodyBuilder, position: [f64; 2], angle: f64) -> RigidBodyBuilder {
    body.translation(vector(position)).rotation(angle)
}

fn mass(mass: f64, inertia: f64) -> MassProperties {
    MassProperties::new(Vector::ZERO, mass, inertia)
}

/// The plane has one model of friction.
fn friction(_: &mut IntegrationParameters) {}

fn state(b: &RigidBody) -> [f64; 6] {
    let (x, v) = (b.translation(), b.linvel());
    [x.x, x.y, b.rotation().angle(), v.x, v.y, b.angvel()]
}
