//! Where windows and arrays are, for those who draw them: places for arrows, outlines, and whose arrows change.

use crate::fields::{Action, Array, Fields, Window};
use crate::probe::Level;
use crate::program::{NodeId, Programs};
use crate::tolerances::NEARLY_RECTANGULAR;
use mainspring_geometry::{Region, RegionError};
use std::ops::Range;

/// Arrows across a window's longer side.
const ACROSS: f64 = 9.0;
/// Arrows stay so far from the edges of a window, in steps of the lattice.
const NEAR_EDGE: f64 = 0.4;
const COMPASS: [[f64; 2]; 8] =
    [[1.0, 0.0], [0.7, 0.7], [0.0, 1.0], [-0.7, 0.7], [-1.0, 0.0], [-0.7, -0.7], [0.0, -1.0], [0.7, -0.7]];
/// Arrows across an array as wide as it is high.
const ACROSS_ARRAY: usize = 20;

impl Fields {
    /// Windows, then arrays counted on, whose arrows change during a run: by time, by how parts move, by conditions of their own.
    #[must_use]
    pub fn changing(&self, programs: &Programs) -> Vec<usize> {
        let changes = |n: &NodeId| programs.level(*n) > Level::Constant;
        let window = |w: &Window| {
            w.on.is_some()
                || match &w.action {
                    Action::Force { varies, .. } => *varies,
                    Action::Velocity(u) => u.iter().any(changes),
                }
        };
        let array = |a: &Array| a.on.is_some() || a.density.is_some() || a.levels.iter().any(changes);
        let windows = self.windows.iter().enumerate().filter(|(_, w)| window(w)).map(|(i, _)| i);
        let arrays = self.arrays.iter().enumerate().filter(|(_, a)| array(a)).map(|(i, _)| self.windows.len() + i);
        windows.chain(arrays).collect()
    }
}

impl Window {
    /// Places inside its region, in its own frame (m), on a lattice worth an arrow each.
    #[must_use]
    pub fn arrow_places(&self) -> Vec<[f64; 2]> {
        let (low, high) = self.region.bounds();
        let size = [0, 1].map(|i| high[i] - low[i]);
        let step = size[0].max(size[1]) / ACROSS;
        let [columns, rows] = size.map(|s| (s / step).round().max(1.0) as usize);
        let share = |k: usize, n: usize| (k as f64 + 0.5) / n as f64;
        let mut out = Vec::new();
        for j in 0..rows {
            for i in 0..columns {
                let p = [low[0] + size[0] * share(i, columns), low[1] + size[1] * share(j, rows)];
                if self.region.contains(p) {
                    out.push(p);
                }
            }
        }
        let inner: Vec<[f64; 2]> = if self.region.moments().area < NEARLY_RECTANGULAR * size[0] * size[1] {
            // arrows stand about their places, and must not cross a slanted or round edge
            let far = NEAR_EDGE * (size[0] / columns as f64).min(size[1] / rows as f64);
            let about = |p: &[f64; 2]| COMPASS.map(|[x, y]| [p[0] + far * x, p[1] + far * y]);
            out.iter().copied().filter(|p| about(p).into_iter().all(|q| self.region.contains(q))).collect()
        } else {
            Vec::new()
        };
        // a window of thin pieces keeps what it has
        if 2 * inner.len() >= out.len() { inner } else { out }
    }
}

impl Array {
    /// All its cells as one rectangle in the world.
    ///
    /// # Errors
    /// When it has no cells.
    pub fn outline(&self) -> Result<Region, RegionError> {
        let far = [0, 1].map(|i| self.corner[i] + self.cells[i] as f64 * self.pitch[i]);
        Region::rect_corners(self.corner, far)
    }

    /// Middle of the cell in this column and row, m.
    #[must_use]
    pub fn middle(&self, column: usize, row: usize) -> [f64; 2] {
        [self.corner[0] + (column as f64 + 0.5) * self.pitch[0], self.corner[1] + (row as f64 + 0.5) * self.pitch[1]]
    }

    /// Blocks of columns and rows worth an arrow each, with its place, m.
    #[must_use]
    pub fn arrow_blocks(&self) -> Vec<([f64; 2], Range<usize>, Range<usize>)> {
        let [columns, rows] = self.cells;
        let few = |every: &usize| columns.div_ceil(*every) * rows.div_ceil(*every) <= ACROSS_ARRAY * ACROSS_ARRAY;
        let most = columns.max(rows).max(1);
        // blocks that push together are not torn apart
        let every = (1..=most).map(|k| k * self.block).find(few).unwrap_or(most);
        let mut out = Vec::new();
        for j in (0..rows).step_by(every) {
            for i in (0..columns).step_by(every) {
                let (to_i, to_j) = ((i + every).min(columns), (j + every).min(rows));
                let (first, last) = (self.middle(i, j), self.middle(to_i - 1, to_j - 1));
                out.push(([0, 1].map(|a| 0.5 * (first[a] + last[a])), i..to_i, j..to_j));
            }
        }
        out
    }

    /// Group of a cell, counted as its densities are.
    #[must_use]
    pub fn group_of(&self, cell: usize) -> usize {
        usize::from(self.groups.get(cell).copied().unwrap_or(0))
    }
}
