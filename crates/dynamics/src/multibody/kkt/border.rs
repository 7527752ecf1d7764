//! Rows beside the pattern: a few dense ones, G x = β, added to a matrix that is already factorised.
//!
//! ```text
//! K x + Gᵀν = b,  G x = β      x = K⁻¹b − Z ν,  Z = K⁻¹Gᵀ,  (G Z) ν = G K⁻¹b − β
//! ```

use mainspring_numerics::cholesky;

/// Dense rows of velocities, and what they do to a solve.
#[derive(Clone, Debug)]
pub struct Border {
    /// G; [rows][columns]
    rows: Vec<Vec<f64>>,
    /// Z; [rows][unknowns]
    answers: Vec<Vec<f64>>,
    /// (G Z)⁻¹, row-major
    inverse: Vec<f64>,
}

fn dot(row: &[f64], x: &[f64]) -> f64 {
    row.iter().zip(x).map(|(a, b)| a * b).sum()
}

impl Border {
    /// From G and Z; None if the rows depend on each other or on those factorised.
    #[must_use]
    pub fn new(rows: Vec<Vec<f64>>, answers: Vec<Vec<f64>>) -> Option<Self> {
        let n = rows.len();
        let gram: Vec<f64> = rows.iter().flat_map(|row| answers.iter().map(|z| dot(row, z))).collect();
        let mut inverse = vec![0.0; n * n];
        for (i, column) in inverse.chunks_exact_mut(n).enumerate() {
            column[i] = 1.0;
            if !cholesky::solve(&mut gram.clone(), column, n) {
                return None;
            }
        }
        Some(Self { rows, answers, inverse })
    }

    /// What was solved for without these rows, with them: G x = 0.
    pub fn correct(&self, x: &mut [f64]) {
        let off: Vec<f64> = self.rows.iter().map(|row| dot(row, x)).collect();
        self.add(&off, -1.0, x);
    }

    /// Adds what G x = β asks for beside that.
    pub fn add_wanted(&self, wanted: &[f64], x: &mut [f64]) {
        self.add(wanted, 1.0, x);
    }

    fn add(&self, of: &[f64], sign: f64, x: &mut [f64]) {
        for (share, z) in self.inverse.chunks_exact(self.rows.len()).zip(&self.answers) {
            let force = sign * dot(share, of);
            for (x, z) in x.iter_mut().zip(z) {
                *x += force * z;
            }
        }
    }
}
