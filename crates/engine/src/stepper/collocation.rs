//! The polynomial through a step's stages: where Radau's next step starts from, and its dense output.

use super::radau_table::{C1, C2};

/// A step's collocation polynomial.
#[derive(Clone, Debug, Default)]
pub(super) struct Taken {
    /// there is one
    pub(super) known: bool,
    /// start of the step, s
    pub(super) time: f64,
    /// s
    pub(super) h: f64,
    /// stage increments
    pub(super) z: [Vec<f64>; 3],
}

/// Divided differences of entry k's cubic through 0 at 0 and the stages, on the nodes 1, c₂, c₁, 0.
fn differences(z: &[Vec<f64>; 3], k: usize) -> [f64; 3] {
    let (z1, z2, z3) = (z[0][k], z[1][k], z[2][k]);
    let (last, middle, first) = ((z3 - z2) / (1.0 - C2), (z2 - z1) / (C2 - C1), z1 / C1);
    let (upper, lower) = ((last - middle) / (1.0 - C1), (middle - first) / C2);
    [last, upper, upper - lower]
}

/// Increment of entry k at t + θh.
pub(super) fn polynomial(z: &[Vec<f64>; 3], k: usize, theta: f64) -> f64 {
    let [d1, d2, d3] = differences(z, k);
    z[2][k] + (theta - 1.0) * (d1 + (theta - C2) * (d2 + (theta - C1) * d3))
}

/// Its slope in θ.
pub(super) fn slope(z: &[Vec<f64>; 3], k: usize, theta: f64) -> f64 {
    let [d1, d2, d3] = differences(z, k);
    let (u, v, w) = (theta - 1.0, theta - C2, theta - C1);
    d1 + d2 * (u + v) + d3 * (u * v + u * w + v * w)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cubics_are_met_exactly() {
        let cubic = |x: f64| x * (1.5 + x * (-2.0 + 0.7 * x));
        let z = [C1, C2, 1.0].map(|c| vec![cubic(c)]);
        for theta in [0.0, 0.3, 1.0, 1.7] {
            assert!((polynomial(&z, 0, theta) - cubic(theta)).abs() < 1e-14);
            assert!((slope(&z, 0, theta) - (1.5 + theta * (-4.0 + 2.1 * theta))).abs() < 1e-14);
        }
    }
}
