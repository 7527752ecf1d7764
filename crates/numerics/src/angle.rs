//! Angles and the turn they are on.

use std::f64::consts::PI;

/// The representative of `angle` (mod 2π) nearest to `reference`, rad.
#[inline]
#[must_use]
pub fn unwrap_near(angle: f64, reference: f64) -> f64 {
    let turn = 2.0 * PI;
    angle + turn * ((reference - angle) / turn).round()
}
