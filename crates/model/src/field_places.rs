//! Where windows and arrays are, for those who draw them: places for arrows, outlines.

use crate::fields::{Array, Window};
use mainspring_geometry::{Region, RegionError};

/// Arrows across a window's longer side.
const ACROSS: f64 = 9.0;

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
        out
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

    /// Group of a cell, counted as its densities are.
    #[must_use]
    pub fn group_of(&self, cell: usize) -> usize {
        usize::from(self.groups.get(cell).copied().unwrap_or(0))
    }
}
