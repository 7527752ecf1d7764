//! The numbers that decide in this crate, each from a parent and with its reason.

/// A friction below which a pawl sticks that is not above this: any friction makes it stick.
/// from: ε × 5000
/// A margin in closed form is rounded to a few ε of 1.
pub const NO_FRICTION: f64 = 1e-12;
