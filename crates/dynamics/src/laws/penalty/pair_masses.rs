//! Effective masses of pairs that may touch.

use crate::multibody::compliance::inverse_mass_at;
use mainspring_model::{Body, Model, Touched};

/// Effective mass of every pair that may touch, kg.
pub fn pair_masses(model: &Model) -> Vec<f64> {
    let of = |pair: &mainspring_model::ContactPair| {
        let other = if let Touched::Body(b) = pair.b { Some(b) } else { None };
        let parts = [Some(pair.a), other].into_iter().flatten().map(|b| &model.bodies[b]);
        1.0 / parts.map(|body| inverse_mass_at(body, gyration(body))).sum::<f64>()
    };
    model.contacts.pairs.iter().map(of).collect()
}

/// Largest radius of gyration, m: where a contact is likely to be.
fn gyration(body: &Body) -> f64 {
    let largest = (0..3).map(|i| body.inertia[i][i]).fold(0.0, f64::max);
    if body.mass > 0.0 { (largest / body.mass).sqrt() } else { 0.0 }
}
