//! Volume, first and second moments of solids.

use mainspring_numerics::vec3::triple;

/// Volume, ∫r dV and ∫r rᵀ dV of a solid, about some reference point.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SpaceMoments {
    /// ∫dV
    pub volume: f64,
    /// ∫r dV
    pub first: [f64; 3],
    /// ∫r rᵀ dV, symmetric
    pub second: [[f64; 3]; 3],
}

impl SpaceMoments {
    /// The centre of volume, relative to the reference point.
    #[inline]
    #[must_use]
    pub fn center(&self) -> [f64; 3] {
        self.first.map(|s| s / self.volume)
    }

    /// Of the same solid moved by `by`.
    #[must_use]
    pub fn moved(&self, by: [f64; 3]) -> Self {
        let (s, v) = (self.first, self.volume);
        let at = |i: usize, j: usize| self.second[i][j] + (by[i] * s[j] + s[i] * by[j]) + v * by[i] * by[j];
        Self { volume: v, first: [0, 1, 2].map(|i| s[i] + v * by[i]), second: matrix(at) }
    }

    /// Of the same solid turned about the reference point by the rotation matrix `r` (rows of `r` first).
    #[must_use]
    pub fn turned(&self, r: &[[f64; 3]; 3]) -> Self {
        let first = [0, 1, 2].map(|i| (0..3).map(|k| r[i][k] * self.first[k]).sum());
        let half = matrix(|i, l| (0..3).map(|k| r[i][k] * self.second[k][l]).sum());
        let full = matrix(|i, j| (0..3).map(|l| half[i][l] * r[j][l]).sum());
        // symmetric to the last bit whatever the rounding
        let second = matrix(|i, j| 0.5 * (full[i][j] + full[j][i]));
        Self { volume: self.volume, first, second }
    }

    /// Of two solids together, about the same reference point.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        Self {
            volume: self.volume + other.volume,
            first: [0, 1, 2].map(|i| self.first[i] + other.first[i]),
            second: matrix(|i, j| self.second[i][j] + other.second[i][j]),
        }
    }

    /// ∫(r² 1 − r rᵀ) dV: the inertia tensor about the reference point for density 1.
    #[must_use]
    pub fn inertia(&self) -> [[f64; 3]; 3] {
        let s = &self.second;
        // the diagonal as a sum of the two others: no cancellation for slender solids
        matrix(|i, j| if i == j { s[(i + 1) % 3][(i + 1) % 3] + s[(i + 2) % 3][(i + 2) % 3] } else { -s[i][j] })
    }

    /// About its own centre: the moments moved there.
    #[inline]
    #[must_use]
    pub fn about_center(&self) -> Self {
        self.moved(self.center().map(|c| -c))
    }

    /// With diagonal second moments about the centre, which is the reference.
    pub(crate) fn centered(volume: f64, squares: [f64; 3]) -> Self {
        let second = matrix(|i, j| if i == j { squares[i] } else { 0.0 });
        Self { volume, first: [0.0; 3], second }
    }

    /// Of the tetrahedron with one corner at the reference and three at `p`; negative if they run clockwise seen from outside.
    pub(crate) fn of_tetrahedron(p: [[f64; 3]; 3]) -> Self {
        let volume = triple(p[0], p[1], p[2]) / 6.0;
        let sum = [0, 1, 2].map(|i| p[0][i] + p[1][i] + p[2][i]);
        // ∫r rᵀ = V/20 (Σ pᵢ pᵢᵀ + s sᵀ), s = Σ pᵢ
        let at = |i: usize, j: usize| {
            volume / 20.0 * (p[0][i] * p[0][j] + p[1][i] * p[1][j] + p[2][i] * p[2][j] + sum[i] * sum[j])
        };
        Self { volume, first: sum.map(|s| volume / 4.0 * s), second: matrix(at) }
    }
}

fn matrix(at: impl Fn(usize, usize) -> f64) -> [[f64; 3]; 3] {
    [0, 1, 2].map(|i| [0, 1, 2].map(|j| at(i, j)))
}
