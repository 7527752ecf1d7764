//! Cubic dense output from the two ends of a step, for methods without one of their own.

use super::stepper::Start;

/// y(θ) from y0, f0, y1, f1: exact for cubics.
pub(super) fn hermite(from: Start<'_>, y1: &[f64], f1: &[f64], theta: f64, out: &mut [f64]) {
    let (t, r, h) = (theta, 1.0 - theta, from.h);
    for j in 0..out.len() {
        let delta = y1[j] - from.y[j];
        out[j] = from.y[j] + t * delta + t * r * (r * (h * from.f[j] - delta) - t * (h * f1[j] - delta));
    }
}
