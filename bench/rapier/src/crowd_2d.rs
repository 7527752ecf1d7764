//! What crowded scenes need of Rapier's two dimensions.

#[path = "crowd.rs"]
mod crowd;

use crate::course::{Body, Shape};
pub use crowd::run;
use rapier2d_f64::prelude::*;

fn vector(v: [f64; 3]) -> Vector {
    Vector::new(v[0], v[1])
}

fn polygon(corners: &[[f64; 2]]) -> Result<ColliderBuilder, String> {
    let corners = corners.iter().map(|[x, y]| Vector::new(*x, *y)).collect();
    ColliderBuilder::convex_polyline(corners).ok_or_else(|| "a polygon is not convex".to_owned())
}

fn collider(shape: &Shape) -> Result<ColliderBuilder, String> {
    match shape {
        Shape::Disc(radius) => Ok(ColliderBuilder::ball(*radius)),
        Shape::Polygon(corners) => polygon(corners),
        Shape::Sphere(_) | Shape::Box(_) | Shape::Capsule(..) => Err("a solid in the plane".to_owned()),
    }
}

fn turned(body: RigidBodyBuilder, b: &Body) -> RigidBodyBuilder {
    body.rotation(b.angle)
}

fn mass(mass: f64, inertia: [f64; 3]) -> MassProperties {
    MassProperties::new(Vector::ZERO, mass, inertia[2])
}

/// The plane has one model of friction.
fn friction(_: &mut IntegrationParameters) {}

fn state(b: &RigidBody) -> [f64; 6] {
    let (x, v) = (b.translation(), b.linvel());
    [x.x, x.y, b.rotation().angle(), v.x, v.y, b.angvel()]
}
