//! Reactions from a solve: where rows are redundant, the minimum-norm ones (torques measured over the length).
//!
//! Let row i follow from the others: Jᵢ = Σ cₖ Jₖ. Then n = eᵢ − Σ cₖ eₖ is a self-stress, Jᵀn = 0, and the solve with
//! right-hand side (−Jᵢᵀ, 0) returns −c in its rows. Any λ + Σ aₙ n gives the same motion; the norm decides.

use crate::multibody::multibody::Multibody;

impl Multibody {
    /// λ of every row into `lambda`, after `solve`.
    pub fn reactions(&mut self) {
        for r in 0..self.rows.len() {
            self.lambda[r] = -self.solution[self.nv + r];
        }
        let dropped: Vec<usize> = (0..self.rows.len())
            .filter(|&r| self.state.dropped[r] && self.acts(self.rows[r].group) && self.rows[r].acceleration)
            .collect();
        if dropped.is_empty() {
            return;
        }
        let keep = self.solution.clone();
        let mut stresses = vec![Vec::new(); dropped.len()];
        for (&i, n) in dropped.iter().zip(&mut stresses) {
            self.self_stress(i, n);
        }
        self.solution.copy_from_slice(&keep);

        // a = −(Nᵀ W N)⁻¹ Nᵀ W λ, by Cholesky; W measures torques over the length
        let weight = |r: usize| if self.rows[r].angle { 1.0 / (self.length * self.length) } else { 1.0 };
        let inner = |x: &[f64], y: &[f64]| (0..x.len()).map(|r| weight(r) * x[r] * y[r]).sum::<f64>();
        let m = stresses.len();
        let mut gram = vec![0.0; m * m];
        let mut a: Vec<f64> = stresses.iter().map(|n| -inner(n, &self.lambda)).collect();
        for i in 0..m {
            for j in 0..=i {
                let mut s = inner(&stresses[i], &stresses[j]);
                for k in 0..j {
                    s -= gram[i * m + k] * gram[j * m + k];
                }
                gram[i * m + j] = if i == j { s.max(f64::MIN_POSITIVE).sqrt() } else { s / gram[j * m + j] };
            }
        }
        for i in 0..m {
            for k in 0..i {
                a[i] -= gram[i * m + k] * a[k];
            }
            a[i] /= gram[i * m + i];
        }
        for i in (0..m).rev() {
            for k in i + 1..m {
                a[i] -= gram[k * m + i] * a[k];
            }
            a[i] /= gram[i * m + i];
        }
        for (n, a) in stresses.iter().zip(&a) {
            for r in 0..self.lambda.len() {
                self.lambda[r] += a * n[r];
            }
        }
    }

    /// The self-stress in which row `i`, left out of the last factorisation, has unit force; and in `solution[..nv]`
    /// −M⁻¹Jᵀn: zero where the row is redundant, else the motion, reversed, that only this row forbids.
    pub fn self_stress(&mut self, i: usize, n: &mut Vec<f64>) {
        let group = &self.groups[self.rows[i].group];
        let r = i - group.first;
        self.solution.fill(0.0);
        for (k, &b) in group.blocks.iter().enumerate() {
            let span = self.spans[b];
            for c in 0..span.v_len {
                self.solution[span.v + c] = -self.jacobian[group.jacobian + k * group.rows + r][c];
            }
        }
        self.factor.solve(&self.pattern, &mut self.solution);
        n.clear();
        n.extend_from_slice(&self.solution[self.nv..]);
        n[i] = 1.0;
    }
}
