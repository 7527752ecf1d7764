//! A rest problem as a linear complementarity problem (Stewart & Trinkle 1996).
//!
//! Unknowns are the normals of living contacts, then of each block that may slip either way the forces β along its
//! directions and its slip speed γ:
//!
//!   w_n ≥ 0 ⟂ λ_n ≥ 0,   d·w_t + γ ≥ 0 ⟂ β ≥ 0 for every direction d,   μ λ_n − Σ β ≥ 0 ⟂ γ ≥ 0.
//!
//! In the plane the two directions are exact; in space eight (four where there are many contacts) are a pyramid within the cone. The
//! normal of a contact that slides already carries its friction along.

use crate::core::{Core, Guess, ZERO};
use crate::lemke::lemke;

impl Core {
    /// The modes Lemke's method ends in, with their forces; none on a ray.
    pub fn by_lemke(&self) -> Option<(Guess, Vec<f64>)> {
        let mut limits: Vec<f64> = self.blocks.iter().map(|b| b.hold).collect();
        loop {
            let (guess, x) = self.lemke_with(&limits)?;
            let mut lowered = false;
            for (b, block) in self.blocks.iter().enumerate() {
                if guess.slips[b].is_some() && block.along.is_none() && limits[b] > block.slide {
                    limits[b] = block.slide;
                    lowered = true;
                }
            }
            if !lowered {
                return Some((guess, x));
            }
        }
    }

    fn lemke_with(&self, limits: &[f64]) -> Option<(Guess, Vec<f64>)> {
        let living: Vec<usize> = (0..self.normals.len()).filter(|&c| self.alive[c]).collect();
        let round = self.blocks.iter().filter(|b| b.rows == 2 && b.along.is_none()).count();
        let sides = if round <= 8 { 8 } else { 4 };
        // every unknown is a column over the rows of the core; β and γ also stand in the cone's row
        let mut columns: Vec<Vec<(usize, f64)>> = Vec::new();
        let mut base = self.free.clone();
        for &c in &living {
            let mut column = vec![(self.normals[c], 1.0)];
            for block in self.blocks.iter().filter(|b| b.contact == c) {
                if let Some(d) = block.along {
                    for k in 0..block.rows {
                        column.push((block.first + k, -block.slide * d[k]));
                        self.add_column(block.first + k, -block.spare * d[k], &mut base);
                    }
                }
            }
            columns.push(column);
        }
        let mut cones: Vec<(usize, usize, usize)> = Vec::new(); // block, first unknown, directions
        for (b, block) in self.blocks.iter().enumerate().filter(|(_, b)| b.along.is_none()) {
            let count = if block.rows == 1 { 2 } else { sides };
            cones.push((b, columns.len(), count));
            for k in 0..count {
                let d = side(k, count);
                columns.push((0..block.rows).map(|r| (block.first + r, d[r])).collect());
            }
            columns.push(Vec::new());
        }
        let m = columns.len();
        let (mut matrix, mut q) = (vec![0.0; m * m], vec![0.0; m]);
        // rates seen along each unknown's own direction; normals see only w_n, not the friction they carry
        let views: Vec<Vec<(usize, f64)>> =
            columns.iter().enumerate().map(|(k, c)| if k < living.len() { vec![c[0]] } else { c.clone() }).collect();
        for (i, view) in views.iter().enumerate() {
            q[i] = view.iter().map(|&(row, a)| a * base[row]).sum();
            for (j, column) in columns.iter().enumerate() {
                let cells = view
                    .iter()
                    .flat_map(|&(r, a)| column.iter().map(move |&(s, b)| a * b * self.matrix[r * self.n + s]));
                matrix[i * m + j] = cells.sum();
            }
        }
        for &(b, first, count) in &cones {
            let speed = first + count;
            let normal = living.iter().position(|&c| c == self.blocks[b].contact)?;
            matrix[speed * m + normal] = limits[b];
            q[speed] = self.blocks[b].spare;
            for k in first..speed {
                matrix[k * m + speed] = 1.0;
                matrix[speed * m + k] = -1.0;
            }
        }
        let z = lemke(&matrix, &q)?;
        let mut x = vec![0.0; self.n];
        for (column, value) in columns.iter().zip(&z) {
            for &(row, a) in column {
                x[row] += a * value;
            }
        }
        for block in &self.blocks {
            if let Some(d) = block.along {
                for k in 0..block.rows {
                    x[block.first + k] -= block.spare * d[k];
                }
            }
        }
        let y = self.rates(&x);
        let mut guess = Guess { closed: vec![false; self.normals.len()], slips: self.slips_given() };
        for (k, &c) in living.iter().enumerate() {
            guess.closed[c] = z[k] > ZERO;
        }
        for &(b, first, count) in &cones {
            let speed = self.length(&self.blocks[b], &y);
            if z[first + count] > ZERO && speed > 0.0 {
                guess.slips[b] = Some(self.direction(&self.blocks[b], &y, speed));
            }
        }
        Some((guess, x))
    }

    fn add_column(&self, column: usize, factor: f64, to: &mut [f64]) {
        for i in 0..self.n {
            to[i] += factor * self.matrix[i * self.n + column];
        }
    }
}

/// Direction k of `count` around; exact along the axes.
fn side(k: usize, count: usize) -> [f64; 2] {
    const H: f64 = std::f64::consts::FRAC_1_SQRT_2;
    const ROUND: [[f64; 2]; 8] = [[1.0, 0.0], [H, H], [0.0, 1.0], [-H, H], [-1.0, 0.0], [-H, -H], [0.0, -1.0], [H, -H]];
    ROUND[k * 8 / count]
}
