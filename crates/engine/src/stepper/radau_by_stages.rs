//! Newton's iteration of Radau with slopes of each stage, for slips in space that have only begun.
//!
//! Friction turns with such a slip at a rate that goes with one over its speed: many times faster at the first stage than at the end
//! of the step. One matrix for all stages does not serve there: what is left of a direction after an iteration goes with the ratio of the
//! rates, and grows where they differ by more than twice. So each stage has its own, in one dense system of three times the velocities.
//! Only friction that turns is taken anew: with accelerations solved for it costs next to nothing. All else is as at the start.
//!
//! ```text
//! δZᵢ − h Σ aᵢⱼ Jⱼ δZⱼ = Rᵢ = h Σ aᵢⱼ fⱼ − Zᵢ
//! δxⱼ = N⁺R_qⱼ + h Σ aⱼₖ δvₖ
//! δvᵢ − h Σ aᵢₖ (A_v + Sₖ) δvₖ − h² Σ (a²)ᵢₖ A_q δvₖ = R_vᵢ + h Σ aᵢⱼ A_q N⁺R_qⱼ
//! ```

use super::radau_table::A;
use mainspring_dynamics::System;
use mainspring_numerics::lu::Lu;

/// Slopes of the three stages and the factors of their common system.
pub(super) struct StageMatrices {
    /// nq, nv
    sizes: [usize; 2],
    lu: Lu,
    /// ∂v̇ by velocity at the start with the directions of slips held; [nv][nv]
    pub(super) by_velocity: Vec<f64>,
    /// what slips that turn add to it, by stage
    pub(super) slips: [Vec<f64>; 3],
    right: Vec<f64>,
    /// displacements that are left, by stage, and what they do to accelerations
    apart: [Vec<f64>; 3],
    pulled: [Vec<f64>; 3],
    moving: Vec<f64>,
    rate: [Vec<f64>; 3],
}

impl StageMatrices {
    /// Without room for anything yet: most runs never need it.
    pub(super) fn new(sizes: [usize; 2]) -> Self {
        let none = || std::array::from_fn(|_| Vec::new());
        Self {
            sizes,
            lu: Lu::new(0),
            by_velocity: Vec::new(),
            slips: none(),
            right: Vec::new(),
            apart: none(),
            pulled: none(),
            moving: Vec::new(),
            rate: none(),
        }
    }

    /// Makes room for states of n entries, once.
    pub(super) fn room(&mut self, n: usize) {
        let nv = self.sizes[1];
        if self.moving.len() != n {
            let lines = |len: usize| std::array::from_fn(|_| vec![0.0; len]);
            self.lu = Lu::new(3 * nv);
            self.by_velocity = vec![0.0; nv * nv];
            self.slips = lines(nv * nv);
            self.right = vec![0.0; 3 * nv];
            self.apart = lines(nv);
            self.pulled = lines(nv);
            self.moving = vec![0.0; n];
            self.rate = lines(n);
        }
    }

    /// Slopes by velocity with the slips of a stage.
    pub(super) fn whole(&self, stage: usize, out: &mut [f64]) {
        for ((o, even), slip) in out.iter_mut().zip(&self.by_velocity).zip(&self.slips[stage]) {
            *o = even + slip;
        }
    }

    /// Factors of the system for a step; false if it is singular.
    pub(super) fn factorise(&mut self, by_position: &[f64], h: f64) -> bool {
        let nv = self.sizes[1];
        let width = 3 * nv;
        for i in 0..3 {
            for k in 0..3 {
                let (once, twice) = (h * A[i][k], h * h * (0..3).map(|j| A[i][j] * A[j][k]).sum::<f64>());
                for r in 0..nv {
                    let row = &mut self.lu.a[(i * nv + r) * width + k * nv..][..nv];
                    let at = r * nv..(r + 1) * nv;
                    let slopes = self.by_velocity[at.clone()].iter().zip(&self.slips[k][at.clone()]);
                    for ((cell, (even, slip)), stiff) in row.iter_mut().zip(slopes).zip(&by_position[at]) {
                        *cell = -once * (even + slip) - twice * stiff;
                    }
                    if i == k {
                        row[r] += 1.0;
                    }
                }
            }
        }
        self.lu.factorise()
    }

    /// Increments of the stages from the derivatives there, in place of what `z` lacks: entries of q and v of `r`.
    pub(super) fn solve(&mut self, system: &dyn System, by_position: &[f64], y: &[f64], h: f64, r: &mut [Vec<f64>; 3]) {
        let [nq, nv] = self.sizes;
        for j in 0..3 {
            system.tangent(y, &r[j][..nq], &mut self.apart[j]);
            let rows = by_position.chunks_exact(nv.max(1));
            for (pulled, row) in self.pulled[j].iter_mut().zip(rows) {
                *pulled = row.iter().zip(&self.apart[j]).map(|(a, x)| a * x).sum();
            }
        }
        for i in 0..3 {
            for k in 0..nv {
                let pulled: f64 = (0..3).map(|j| A[i][j] * self.pulled[j][k]).sum();
                self.right[i * nv + k] = r[i][nq + k] + h * pulled;
            }
        }
        self.lu.solve(&mut self.right);
        self.moving[..nq].copy_from_slice(&y[..nq]);
        for j in 0..3 {
            self.moving[nq..nq + nv].copy_from_slice(&self.right[j * nv..(j + 1) * nv]);
            system.position_rate(&self.moving, &mut self.rate[j]);
        }
        for i in 0..3 {
            for k in 0..nq {
                let moved: f64 = (0..3).map(|j| A[i][j] * self.rate[j][k]).sum();
                r[i][k] += h * moved;
            }
            r[i][nq..nq + nv].copy_from_slice(&self.right[i * nv..(i + 1) * nv]);
        }
    }
}
