//! Radau IIA with three stages, order 5 (Hairer and Wanner, Solving ODEs II, chapter IV.8): nodes, matrices and the
//! transformation that splits its Newton systems into one real and one complex of the size of the problem.
//!
//! With A the stage matrix, T⁻¹ A⁻¹ T = [γ, 0, 0; 0, α, −β; 0, β, α].

/// c₁ = (4 − √6)/10
pub(super) const C1: f64 = 0.155_051_025_721_682_2;
/// c₂ = (4 + √6)/10
pub(super) const C2: f64 = 0.644_948_974_278_317_8;
/// Nodes.
pub(super) const C: [f64; 3] = [C1, C2, 1.0];

const ROOT6: f64 = 2.449_489_742_783_178;

/// Stage weights.
pub(super) const A: [[f64; 3]; 3] = [
    [(88.0 - 7.0 * ROOT6) / 360.0, (296.0 - 169.0 * ROOT6) / 1800.0, (-2.0 + 3.0 * ROOT6) / 225.0],
    [(296.0 + 169.0 * ROOT6) / 1800.0, (88.0 + 7.0 * ROOT6) / 360.0, (-2.0 - 3.0 * ROOT6) / 225.0],
    [(16.0 - ROOT6) / 36.0, (16.0 + ROOT6) / 36.0, 1.0 / 9.0],
];

/// Its columns are eigenvectors of A⁻¹: the real one, then real and imaginary part of the complex one.
pub(super) const T: [[f64; 3]; 3] = [
    [0.091_232_394_870_892_95, -0.141_255_295_020_954_2, -0.030_029_194_105_147_424],
    [0.241_717_932_707_107, 0.204_129_352_293_799_94, 0.382_942_112_757_261_9],
    [0.966_048_182_615_093, 1.0, 0.0],
];

/// T⁻¹
pub(super) const T_INVERSE: [[f64; 3]; 3] = [
    [4.325_579_890_063_155, 0.339_199_251_815_809_84, 0.541_770_539_935_874_9],
    [-4.178_718_591_551_905, -0.327_682_820_761_062_37, 0.476_623_554_500_550_44],
    [-0.502_872_634_945_786_8, 2.571_926_949_855_605, -0.596_039_204_828_224_9],
];

/// Real eigenvalue of A⁻¹.
pub(super) const GAMMA: f64 = 3.637_834_252_744_496;
/// Real part of the complex pair.
pub(super) const ALPHA: f64 = 2.681_082_873_627_752_3;
/// Imaginary part.
pub(super) const BETA: f64 = 3.050_430_199_247_410_5;

/// Error estimate: e = (γ/h − J)⁻¹ (f₀ + (e₁ Z₁ + e₂ Z₂ + e₃ Z₃)/h), the difference to an embedded formula of order 3.
pub(super) const E: [f64; 3] = [-(13.0 + 7.0 * ROOT6) / 3.0, (-13.0 + 7.0 * ROOT6) / 3.0, -1.0 / 3.0];

#[cfg(test)]
mod tests {
    use super::*;

    fn product(a: &[[f64; 3]; 3], b: &[[f64; 3]; 3]) -> [[f64; 3]; 3] {
        std::array::from_fn(|i| std::array::from_fn(|j| (0..3).map(|k| a[i][k] * b[k][j]).sum()))
    }

    #[test]
    fn stages_integrate_every_quadratic_and_the_end_every_quartic() {
        for power in 0..5 {
            let exact = |c: f64| libm::pow(c, f64::from(power) + 1.0) / (f64::from(power) + 1.0);
            for i in 0..3 {
                let sum: f64 = (0..3).map(|j| A[i][j] * libm::pow(C[j], f64::from(power))).sum();
                if power < 3 || i == 2 {
                    assert!((sum - exact(C[i])).abs() < 1e-15, "stage {i}, power {power}");
                }
            }
        }
    }

    #[test]
    fn the_transformation_splits_the_stage_matrix() {
        let identity = product(&T, &T_INVERSE);
        // A T Λ = T, so that no inverse of A is needed here
        let lambda = [[GAMMA, 0.0, 0.0], [0.0, ALPHA, -BETA], [0.0, BETA, ALPHA]];
        let back = product(&product(&A, &T), &lambda);
        for i in 0..3 {
            for j in 0..3 {
                let one = if i == j { 1.0 } else { 0.0 };
                assert!((identity[i][j] - one).abs() < 2e-15, "{i} {j}: {}", identity[i][j]);
                assert!((back[i][j] - T[i][j]).abs() < 2e-15, "{i} {j}: {} {}", back[i][j], T[i][j]);
            }
        }
    }

    #[test]
    fn the_estimate_vanishes_on_cubics() {
        // y = t^p from 0: f₀ = 0 (p > 1), Zᵢ = cᵢ^p; of order 3 nothing is left
        for power in [2, 3] {
            let sum: f64 = (0..3).map(|i| E[i] * libm::pow(C[i], f64::from(power))).sum();
            assert!(sum.abs() < 1e-14, "{power}: {sum}");
        }
        let first: f64 = (0..3).map(|i| E[i] * C[i]).sum();
        assert!((first + 1.0).abs() < 1e-14, "f₀ alone is taken back: {first}");
    }
}
