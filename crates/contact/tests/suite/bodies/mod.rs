//! Bodies and contacts for tests: W = J M⁻¹ Jᵀ written out from masses, inertias and arms.

#![allow(dead_code, reason = "each test uses a part of it")]

/// Numbers between 0 and 1, always the same.
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn roll(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }

    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.roll()
    }

    pub fn index(&mut self, n: usize) -> usize {
        ((self.roll() * n as f64) as usize).min(n - 1)
    }
}

/// Inverse mass matrix as a list of blocks of equal size, here 3 (plane) or 6 (space) coordinates a body.
pub struct World {
    pub size: usize,
    /// inverse mass matrix of each body, `size` × `size`
    pub inverse: Vec<Vec<f64>>,
    /// J, row by row over all coordinates
    pub rows: Vec<Vec<f64>>,
}

impl World {
    pub fn new(size: usize) -> Self {
        Self { size, inverse: Vec::new(), rows: Vec::new() }
    }

    /// A planar body.
    pub fn flat(&mut self, mass: f64, inertia: f64) -> usize {
        self.inverse.push(vec![1.0 / mass, 0.0, 0.0, 0.0, 1.0 / mass, 0.0, 0.0, 0.0, 1.0 / inertia]);
        self.inverse.len() - 1
    }

    /// A spatial body with principal inertias.
    pub fn solid(&mut self, mass: f64, inertia: [f64; 3]) -> usize {
        let mut block = vec![0.0; 36];
        for k in 0..3 {
            block[k * 7] = 1.0 / mass;
            block[(k + 3) * 7] = 1.0 / inertia[k];
        }
        self.inverse.push(block);
        self.inverse.len() - 1
    }

    /// A planar row: point at `arm` of each body moves along `d`; positive for the first, negative for the second.
    pub fn row(&mut self, first: (usize, [f64; 2]), second: Option<(usize, [f64; 2])>, d: [f64; 2]) {
        let mut row = vec![0.0; self.size * self.inverse.len()];
        let mut put = |(body, arm): (usize, [f64; 2]), sign: f64| {
            row[body * 3] += sign * d[0];
            row[body * 3 + 1] += sign * d[1];
            row[body * 3 + 2] += sign * (arm[0] * d[1] - arm[1] * d[0]);
        };
        put(first, 1.0);
        if let Some(second) = second {
            put(second, -1.0);
        }
        self.rows.push(row);
    }

    /// A planar contact: rows of the normal and of the tangent (a quarter turn clockwise from it).
    pub fn touch(&mut self, first: (usize, [f64; 2]), second: Option<(usize, [f64; 2])>, normal: [f64; 2]) {
        self.row(first, second, normal);
        self.row(first, second, [normal[1], -normal[0]]);
    }

    /// A spatial row.
    pub fn row3(&mut self, first: (usize, [f64; 3]), second: Option<(usize, [f64; 3])>, d: [f64; 3]) {
        let mut row = vec![0.0; self.size * self.inverse.len()];
        let mut put = |(body, r): (usize, [f64; 3]), sign: f64| {
            let turn = [r[1] * d[2] - r[2] * d[1], r[2] * d[0] - r[0] * d[2], r[0] * d[1] - r[1] * d[0]];
            for k in 0..3 {
                row[body * 6 + k] += sign * d[k];
                row[body * 6 + 3 + k] += sign * turn[k];
            }
        };
        put(first, 1.0);
        if let Some(second) = second {
            put(second, -1.0);
        }
        self.rows.push(row);
    }

    /// A spatial contact with the axes (normal, two tangents).
    pub fn touch3(&mut self, first: (usize, [f64; 3]), second: Option<(usize, [f64; 3])>, axes: [[f64; 3]; 3]) {
        for d in axes {
            self.row3(first, second, d);
        }
    }

    /// M⁻¹ f.
    pub fn accelerated(&self, force: &[f64]) -> Vec<f64> {
        let s = self.size;
        let mut out = vec![0.0; force.len()];
        for (b, block) in self.inverse.iter().enumerate() {
            for i in 0..s {
                out[b * s + i] = (0..s).map(|j| block[i * s + j] * force[b * s + j]).sum();
            }
        }
        out
    }

    /// W.
    pub fn matrix(&self) -> Vec<f64> {
        let moved: Vec<Vec<f64>> = self.rows.iter().map(|r| self.accelerated(r)).collect();
        let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(x, y)| x * y).sum::<f64>();
        let n = self.rows.len();
        let mut w = vec![0.0; n * n];
        for i in 0..n {
            for j in 0..n {
                w[i * n + j] = if i <= j { dot(&self.rows[i], &moved[j]) } else { w[j * n + i] };
            }
        }
        w
    }

    /// J v.
    pub fn seen(&self, velocity: &[f64]) -> Vec<f64> {
        self.rows.iter().map(|r| r.iter().zip(velocity).map(|(a, b)| a * b).sum()).collect()
    }

    /// Jᵀ λ.
    pub fn applied(&self, force: &[f64]) -> Vec<f64> {
        let mut out = vec![0.0; self.size * self.inverse.len()];
        for (row, l) in self.rows.iter().zip(force) {
            for (o, r) in out.iter_mut().zip(row) {
                *o += r * l;
            }
        }
        out
    }
}
