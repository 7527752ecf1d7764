//! What the tests of the penalty method in the plane and in space share.

use mainspring_definition::Span;
use mainspring_engine::Outcome;
use mainspring_model::{ContactMethod, ContactPair, Penalty, Touched};

/// m/s²
pub const G: f64 = 9.81;

/// Springs of this stiffness, N/m, with dampers from the restitution.
pub fn soft(stiffness: f64) -> ContactMethod {
    ContactMethod::Penalty(Penalty { stiffness, damping: None, slip_speed: 1e-3, adapt: false })
}

/// Two that may touch, with friction the same at rest and in motion.
pub fn pair(a: usize, b: Touched, friction: f64, restitution: f64) -> ContactPair {
    ContactPair {
        a,
        b,
        span: Span::NOWHERE,
        friction,
        static_friction: friction,
        restitution,
        rolling: 0.0,
        spinning: 0.0,
    }
}

/// What is recorded at the end.
pub fn last(out: &Outcome) -> &[f64] {
    &out.samples.last().expect("a sample at the end").values
}
