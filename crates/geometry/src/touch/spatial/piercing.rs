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

/// Parameters at which a line passes through an ellipsoid: centre, unit vectors along its axes, semi-axes.
pub(crate) fn through_ellipsoid(
    line: ([f64; 3], [f64; 3]),
    center: [f64; 3],
    axes: [[f64; 3]; 3],
    half: [f64; 3],
) -> Vec<f64> {
    let d = sub(line.0, center);
    let (p, u) = ([0, 1, 2].map(|i| dot(axes[i], d) / half[i]), [0, 1, 2].map(|i| dot(axes[i], line.1) / half[i]));
    let square = dot(u, u);
    roots(1.0, dot(p, u) / square, (dot(p, p) - 1.0) / square)
}

/// Parameters at which a line passes through the side of a cone: apex, axis into it, sine and cosine of half its opening.
pub(crate) fn through_cone(
    line: ([f64; 3], [f64; 3]),
    (apex, axis, slope): ([f64; 3], [f64; 3], [f64; 2]),
) -> Vec<f64> {
    let d = sub(line.0, apex);
    let (z, w) = (dot(d, axis), dot(line.1, axis));
    // ρ² cos² − z² sin² = |d|² cos² − z²
    let c = slope[1] * slope[1];
    let (a, b, e) = (c - w * w, c * dot(d, line.1) - z * w, c * dot(d, d) - z * z);
    if a.abs() <= PARALLEL_SQUARED {
        // along one of its straight lines: one way through
        return if b == 0.0 { Vec::new() } else { vec![-0.5 * e / b] };
    }
    let found = if a > 0.0 { roots(a, b, e) } else { roots(-a, -b, -e) };
    found.into_iter().filter(|s| z + s * w >= 0.0).collect()
}
