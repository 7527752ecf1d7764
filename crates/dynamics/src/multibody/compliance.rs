//! How fast springs in place of contacts and joints swing, so that fixed steps can follow them.
//!
//! A connection of stiffness k, damping c and effective mass m swings or settles at the rate
//!
//! ```text
//! ω₀ = max(√(k/m), c/m)
//! ```
//!
//! Effective masses are constants of the placed mechanism: 1/m = Σ 1/mᵢ + rᵢ²/Iᵢ over both parts, with the arm r of the
//! connection and the smallest moment of inertia, which overrates ω₀ and so errs towards short steps.

use mainspring_model::{Body, BodyKind, Model};
use mainspring_numerics::vec3::norm;

/// Per joint that adapts: effective mass (kg) for rows in metres, inertia (kg·m²) for rows that are angles.
pub fn adapting_masses(model: &Model) -> Vec<Option<[f64; 2]>> {
    let of = |joint: &mainspring_model::Joint| {
        let ends = [joint.a, joint.b].map(|m| (m.body.map(|b| &model.bodies[b]), norm(m.frame.point)));
        joint.compliant.filter(|c| c.adapt).map(|_| {
            let moved: f64 = ends.iter().map(|(body, arm)| body.map_or(0.0, |b| inverse_mass_at(b, *arm))).sum();
            let turned: f64 = ends.iter().map(|(body, _)| body.map_or(0.0, inverse_inertia)).sum();
            [1.0 / moved, 1.0 / turned]
        })
    };
    model.joints.iter().map(of).collect()
}

/// Acceleration of a point at this arm per unit of force, 1/kg.
pub fn inverse_mass_at(body: &Body, arm: f64) -> f64 {
    if body.kind == BodyKind::Fixed { 0.0 } else { 1.0 / body.mass + arm * arm * inverse_inertia(body) }
}

/// Angular acceleration per unit of torque at most, 1/(kg·m²).
pub fn inverse_inertia(body: &Body) -> f64 {
    let smallest = (0..3).map(|i| body.inertia[i][i]).filter(|x| *x > 0.0).fold(f64::INFINITY, f64::min);
    if body.kind == BodyKind::Rigid { 1.0 / smallest } else { 0.0 }
}

/// ω₀ of a spring and damper on a mass, rad/s; 0 on what cannot move.
pub fn rate(stiffness: f64, damping: f64, mass: f64) -> f64 {
    if mass.is_finite() { (stiffness / mass).sqrt().max(damping / mass) } else { 0.0 }
}
