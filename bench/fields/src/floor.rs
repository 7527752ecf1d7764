//! The floor: a coverage sweep with row sums, written by hand for one case and nothing else.
//!
//! One pitch, square cells counted from the world's origin, straight edges, the part within the grid: no rim, no blocks of
//! columns, no uneven breakpoints, no groups, no arcs. In units of cells the wrench of a fragment from a to b in the cell whose
//! row sums left of it are (Σf_x, Σf_y, Σ f_y x) is the same as in the library; what is left out is everything that makes
//! those sums safe for other cases.

use crate::part::{Outline, Pose};

/// Half the density of a cell, and what its row adds left of it.
type Cell = [f64; 5];

pub struct Floor {
    cells: usize,
    pitch: f64,
    table: Vec<Cell>,
    corners: Vec<[f64; 2]>,
}

impl Floor {
    pub fn new(cells: usize, pitch: f64, densities: &[[f64; 2]]) -> Self {
        let mut table = Vec::with_capacity(cells * cells);
        for row in densities.chunks(cells) {
            let mut sums = [0.0; 3];
            for (c, [fx, fy]) in row.iter().enumerate() {
                let x = c as f64;
                table.push([0.5 * fx, 0.5 * fy, sums[0] - fx * x, sums[1] - fy * x, sums[2] - 0.5 * fy * x * x]);
                sums = [sums[0] + fx, sums[1] + fy, sums[2] + fy * (x + 0.5)];
            }
        }
        Self { cells, pitch, table, corners: Vec::new() }
    }

    /// Force (N) and torque about the part's origin (N·m).
    pub fn wrench(&mut self, outline: &Outline, (at, angle): Pose) -> [f64; 3] {
        let (s, c) = libm::sincos(angle);
        let scale = 1.0 / self.pitch;
        let (mut fx, mut fy, mut torque) = (0.0, 0.0, 0.0);
        for ring in &outline.0 {
            self.corners.clear();
            self.corners.extend(
                ring.iter().map(|p| [scale * (at[0] + c * p[0] - s * p[1]), scale * (at[1] + s * p[0] + c * p[1])]),
            );
            let Some(mut p) = self.corners.last().copied() else { continue };
            for &q in &self.corners {
                let [x, y, t] = edge(&self.table, self.cells, p, q);
                (fx, fy, torque) = (fx + x, fy + y, torque + t);
                p = q;
            }
        }
        let area = self.pitch * self.pitch;
        let (fx, fy, torque) = (area * fx, area * fy, area * self.pitch * torque);
        // about the world's origin so far
        [fx, fy, torque - at[0] * fy + at[1] * fx]
    }
}

#[inline(always)]
fn edge(table: &[Cell], cells: usize, p: [f64; 2], q: [f64; 2]) -> [f64; 3] {
    let d = [q[0] - p[0], q[1] - p[1]];
    let from = p.map(|v| v as usize);
    let to = q.map(|v| v as usize);
    let rate = d.map(|d| 1.0 / d.abs());
    // parameter of the next line across each axis
    let ahead = |i: usize| if d[i] >= 0.0 { from[i] as f64 + 1.0 - p[i] } else { p[i] - from[i] as f64 };
    let mut next = [ahead(0) * rate[0], ahead(1) * rate[1]];
    let step = [d[0] >= 0.0, d[1] >= 0.0].map(|up| if up { 1 } else { usize::MAX });
    let mut at = from[1] * cells + from[0];
    let stride = [step[0], step[1].wrapping_mul(cells)];
    let mut sum = [0.0; 3];
    let mut a = p;
    for _ in 0..from[0].abs_diff(to[0]) + from[1].abs_diff(to[1]) {
        let sideways = next[0] < next[1];
        let t = if sideways { next[0] } else { next[1] };
        let b = [p[0] + t * d[0], p[1] + t * d[1]];
        add(&mut sum, a, b, &table[at]);
        a = b;
        next[0] += if sideways { rate[0] } else { 0.0 };
        next[1] += if sideways { 0.0 } else { rate[1] };
        at = at.wrapping_add(if sideways { stride[0] } else { stride[1] });
    }
    add(&mut sum, a, q, &table[at]);
    sum
}

#[inline(always)]
fn add(sum: &mut [f64; 3], a: [f64; 2], b: [f64; 2], [fx, fy, alpha, beta, gamma]: &Cell) {
    let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
    let (x, y) = (a[0] + b[0], a[1] + b[1]);
    let force = dy * (alpha + fx * x);
    sum[0] += force;
    sum[1] += dy * (beta + fy * x);
    let own = 0.25 * fy * (x * x + dx * dx * (1.0 / 3.0)) - fx * dx * dy * (1.0 / 6.0);
    sum[2] += dy * (gamma + own) - 0.5 * y * force;
}
