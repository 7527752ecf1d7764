//! The linear systems of Radau's Newton iteration, reduced to the size of the velocities.
//!
//! With the displacement x in velocity coordinates (q̇ = N v, x = N⁺ δq), ẋ = v and v̇ = a(q, v, t), the system for an
//! eigenvalue μ = γ/h or (α + iβ)/h of the stages reads
//!
//! ```text
//! μ δq − N δv = r_q              ⇒   δq = (r_q + N δv) / μ
//! μ δv − A_q δx − A_v δv = r_v   ⇒   (μ − A_v − A_q/μ) δv = r_v + A_q N⁺r_q / μ
//! ```
//!
//! so that only nv×nv matrices are factorised. That N turns with the body is left out of the matrix (never stiff).

use super::radau_table::{ALPHA, BETA, GAMMA};
use mainspring_dynamics::System;
use mainspring_numerics::complex_lu::{ComplexLu, divide};
use mainspring_numerics::lu::Lu;

/// Jacobian and factors.
pub(super) struct Matrices {
    n: usize,
    /// nq, nv
    sizes: [usize; 2],
    real: Lu,
    complex: ComplexLu,
    /// ∂v̇ by displacement; [nv][nv]
    pub(super) by_position: Vec<f64>,
    /// ∂v̇ by velocity; [nv][nv]
    pub(super) by_velocity: Vec<f64>,
    /// step of the factors; 0: there are none
    pub(super) factors_for: f64,
    /// a state whose velocities are an increment, and its rate
    moving: Vec<f64>,
    rate: Vec<f64>,
    right: [Vec<f64>; 2],
    other: [Vec<f64>; 2],
}

impl Matrices {
    /// Without room for anything yet: most runs never need it.
    pub(super) fn new(n: usize, sizes: [usize; 2]) -> Self {
        Self {
            n,
            sizes,
            real: Lu::new(0),
            complex: ComplexLu::new(0),
            by_position: Vec::new(),
            by_velocity: Vec::new(),
            factors_for: 0.0,
            moving: Vec::new(),
            rate: Vec::new(),
            right: std::array::from_fn(|_| Vec::new()),
            other: std::array::from_fn(|_| Vec::new()),
        }
    }

    /// Makes room, once.
    pub(super) fn room(&mut self) {
        let nv = self.sizes[1];
        if self.moving.len() != self.n {
            self.real = Lu::new(nv);
            self.complex = ComplexLu::new(nv);
            self.by_position = vec![0.0; nv * nv];
            self.by_velocity = vec![0.0; nv * nv];
            self.moving = vec![0.0; self.n];
            self.rate = vec![0.0; self.n];
            self.right = std::array::from_fn(|_| vec![0.0; nv]);
            self.other = std::array::from_fn(|_| vec![0.0; nv]);
        }
    }

    /// Factors of μ − A_v − A_q/μ for both eigenvalues; false if one is singular.
    pub(super) fn factorise(&mut self, h: f64) -> bool {
        let nv = self.sizes[1];
        let (gamma, mu) = (GAMMA / h, (ALPHA / h, BETA / h));
        let inverse = divide((1.0, 0.0), mu);
        for (k, (p, d)) in self.by_position.iter().zip(&self.by_velocity).enumerate() {
            self.real.a[k] = -d - p / gamma;
            self.complex.re[k] = -d - p * inverse.0;
            self.complex.im[k] = -p * inverse.1;
        }
        for i in 0..nv {
            self.real.a[i * nv + i] += gamma;
            self.complex.re[i * nv + i] += mu.0;
            self.complex.im[i * nv + i] += mu.1;
        }
        let good = self.real.factorise() && self.complex.factorise();
        self.factors_for = if good { h } else { 0.0 };
        good
    }

    /// Factors of the real one alone.
    pub(super) fn factorise_real(&mut self, h: f64) -> bool {
        let (nv, gamma) = (self.sizes[1], GAMMA / h);
        for (cell, (p, d)) in self.real.a.iter_mut().zip(self.by_position.iter().zip(&self.by_velocity)) {
            *cell = -d - p / gamma;
        }
        for i in 0..nv {
            self.real.a[i * nv + i] += gamma;
        }
        self.factors_for = 0.0;
        self.real.factorise()
    }

    /// A_q x
    fn stiffness_times(&self, x: &[f64], out: &mut [f64]) {
        let nv = self.sizes[1];
        for (o, row) in out.iter_mut().zip(self.by_position.chunks_exact(nv.max(1))) {
            *o = row.iter().zip(x).map(|(a, x)| a * x).sum();
        }
    }

    /// Solves the real system in place: entries of q and v of `r`.
    pub(super) fn solve_real(&mut self, system: &dyn System, y: &[f64], h: f64, r: &mut [f64]) {
        let [nq, nv] = self.sizes;
        let gamma = GAMMA / h;
        let [mut x, mut dv] = std::mem::take(&mut self.right);
        system.tangent(y, &r[..nq], &mut x);
        self.stiffness_times(&x, &mut dv);
        for i in 0..nv {
            dv[i] = r[nq + i] + dv[i] / gamma;
        }
        self.real.solve(&mut dv);
        self.moving[..nq].copy_from_slice(&y[..nq]);
        self.moving[nq..nq + nv].copy_from_slice(&dv);
        system.position_rate(&self.moving, &mut self.rate);
        for i in 0..nq {
            r[i] = (r[i] + self.rate[i]) / gamma;
        }
        r[nq..nq + nv].copy_from_slice(&dv);
        self.right = [x, dv];
    }

    /// Solves the complex system in place.
    pub(super) fn solve_complex(&mut self, system: &dyn System, y: &[f64], h: f64, re: &mut [f64], im: &mut [f64]) {
        let [nq, nv] = self.sizes;
        let mu = (ALPHA / h, BETA / h);
        let [mut x, mut dv] = std::mem::take(&mut self.right);
        let [mut other, mut other_dv] = std::mem::take(&mut self.other);
        system.tangent(y, &re[..nq], &mut x);
        system.tangent(y, &im[..nq], &mut other);
        self.stiffness_times(&x, &mut dv);
        self.stiffness_times(&other, &mut other_dv);
        for i in 0..nv {
            let added = divide((dv[i], other_dv[i]), mu);
            (dv[i], other_dv[i]) = (re[nq + i] + added.0, im[nq + i] + added.1);
        }
        self.complex.solve(&mut dv, &mut other_dv);
        self.moving[..nq].copy_from_slice(&y[..nq]);
        self.moving[nq..nq + nv].copy_from_slice(&dv);
        system.position_rate(&self.moving, &mut self.rate);
        for i in 0..nq {
            re[i] += self.rate[i];
        }
        self.moving[nq..nq + nv].copy_from_slice(&other_dv);
        system.position_rate(&self.moving, &mut self.rate);
        for i in 0..nq {
            im[i] += self.rate[i];
            (re[i], im[i]) = divide((re[i], im[i]), mu);
        }
        re[nq..nq + nv].copy_from_slice(&dv);
        im[nq..nq + nv].copy_from_slice(&other_dv);
        self.right = [x, dv];
        self.other = [other, other_dv];
    }
}
