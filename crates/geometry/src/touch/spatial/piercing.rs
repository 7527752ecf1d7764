//! Where a straight line passes through round surfaces.

use crate::tolerances::PARALLEL_SQUARED;
use mainspring_numerics::vec3::{add_scaled, dot, sub};

/// Roots of a s² + 2 b s + c.
fn roots(a: f64, b: f64, c: f64) -> Vec<f64> {
    let square = b * b - a * c;
    if a <= PARALLEL_SQUARED || square < 0.0 {
        return Vec::new();
    }
    let root = square.sqrt();
    vec![(-b - root) / a, (-b + root) / a]
}

/// Parameters at which a line (point, unit direction) is `radius` away from an axis (point, unit direction).
pub(crate) fn through_cylinder(line: ([f64; 3], [f64; 3]), axis: ([f64; 3], [f64; 3]), radius: f64) -> Vec<f64> {
    let across = |v: [f64; 3]| add_scaled(v, -dot(v, axis.1), axis.1);
    let (d, u) = (across(sub(line.0, axis.0)), across(line.1));
    roots(dot(u, u), dot(d, u), dot(d, d) - radius * radius)
}

/// Parameters at which a line is `radius` away from a point.
pub(crate) fn through_ball(line: ([f64; 3], [f64; 3]), center: [f64; 3], radius: f64) -> Vec<f64> {
    let d = sub(line.0, center);
    roots(1.0, dot(d, line.1), dot(d, d) - radius * radius)
}
