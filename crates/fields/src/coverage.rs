//! How much of each cell a part covers, and the wrench of densities that a function gives cell by cell.
//!
//! The same fragments as in the sweep of a grid, kept by cell: each adds its own cell's share, and a strip to all cells
//! left of it, which one scan of the row from the right hands out. Costs the fragments and the cells of the part's box.

use crate::footprint::PlacedFootprint;
use crate::grid_scratch::GridScratch;
use crate::lattice::Lattice;
use crate::tolerances::STRIP_ROUNDING;
use crate::wrench::Wrench;

/// What a part covers of one cell, about the part's origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CellCover {
    /// column from 0
    pub column: usize,
    /// row from 0
    pub row: usize,
    /// area (m²)
    pub area: f64,
    /// ∫x dA, ∫y dA (m³)
    pub first: [f64; 2],
}

impl Lattice {
    /// Calls `visit` for every cell that the part covers wholly or in part, row by row from below.
    pub fn coverage(&self, placed: &PlacedFootprint, scratch: &mut GridScratch, mut visit: impl FnMut(&CellCover)) {
        let (position, bounds) = (placed.position(), placed.bounds());
        let ((left, right), (bottom, top)) = (self.columns.ends(), self.rows.ends());
        let beyond = |axis: usize, low: f64, high: f64| {
            bounds.high[axis] <= low - position[axis] || bounds.low[axis] >= high - position[axis]
        };
        if beyond(0, left, right) || beyond(1, bottom, top) {
            return;
        }
        let [first, last] = [bounds.low[0], bounds.high[0]].map(|x| self.columns.find(x, position[0]));
        let [below, above] =
            [bounds.low[1], bounds.high[1]].map(|y| self.rows.find(y, position[1]).clamp(1, self.rows.cells()) - 1);
        let wide = last - first + 1;
        let GridScratch { fragments, cover } = scratch;
        cover.clear();
        cover.resize(wide * (above - below + 1), [0.0; 5]);
        for piece in placed.pieces().iter().filter(|p| p.from[1] != p.to[1]) {
            let upwards = if piece.to[1] >= piece.from[1] { 1.0 } else { -1.0 };
            self.walk(piece, position, |row, column, a, b| {
                *fragments += 1;
                // a rounding may reach a line past the box
                let (row, column) = (row.clamp(below, above), column.clamp(first, last));
                let cell = &mut cover[(row - below) * wide + column - first];
                let side = self.columns.low(column.max(1)) - position[0];
                let (dx, dy) = (b[0] - a[0], upwards * (b[1] - a[1]));
                let (x, y) = (0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1]));
                let part = x - side;
                cell[0] += dy * part;
                cell[1] += dy * (0.5 * part * (x + side) + dx * dx * (1.0 / 24.0));
                cell[2] += dy * (y * part + dx * (b[1] - a[1]) * (1.0 / 12.0));
                cell[3] += dy;
                cell[4] += dy * y;
                if let Some(bend) = &piece.bend {
                    let cap = bend.cap(a, b);
                    cell[0] += bend.sign * cap.area;
                    cell[1] += bend.sign * cap.first[0];
                    cell[2] += bend.sign * cap.first[1];
                }
            });
        }
        for row in below..=above {
            let high = self.rows.low(row + 2) - self.rows.low(row + 1);
            let cells = &cover[(row - below) * wide..(row - below + 1) * wide];
            let (mut strip, mut lever) = (0.0, 0.0);
            for column in (first..=last).rev() {
                let [area, x, y, dy, ydy] = cells[column - first];
                let inside = (1..=self.columns.cells()).contains(&column);
                // what is left of a closed outline after rounding is no cover
                let covered = area != 0.0 || dy != 0.0 || f64::abs(strip) > STRIP_ROUNDING * high;
                if inside && covered {
                    let (low, end) =
                        (self.columns.low(column) - position[0], self.columns.low(column + 1) - position[0]);
                    let (w, middle) = (end - low, 0.5 * (low + end));
                    let first = [x + strip * w * middle, y + lever * w];
                    visit(&CellCover { column: column - 1, row, area: area + strip * w, first });
                }
                strip += dy;
                lever += ydy;
            }
        }
    }

    /// Force and torque on a part of densities (N/m²) that `density(column, row)` gives for each cell under it.
    #[must_use]
    pub fn wrench_by(
        &self,
        placed: &PlacedFootprint,
        scratch: &mut GridScratch,
        mut density: impl FnMut(usize, usize) -> [f64; 2],
    ) -> Wrench {
        let mut sum = Wrench::default();
        self.coverage(placed, scratch, |cell| {
            let [fx, fy] = density(cell.column, cell.row);
            sum.force[0] += fx * cell.area;
            sum.force[1] += fy * cell.area;
            sum.torque += fy * cell.first[0] - fx * cell.first[1];
        });
        sum
    }

    /// The wrench of [`Lattice::wrench_by`] and its slopes by x, y (m) and angle (rad) of the part's pose.
    #[must_use]
    pub fn wrench_slopes_by(
        &self,
        placed: &PlacedFootprint,
        scratch: &mut GridScratch,
        mut density: impl FnMut(usize, usize) -> [f64; 2],
    ) -> (Wrench, [Wrench; 3]) {
        let wrench = self.wrench_by(placed, scratch, &mut density);
        let across = self.columns.cells();
        let cell = |row: usize, column: usize| {
            if (1..=across).contains(&column) { density(column - 1, row) } else { [0.0; 2] }
        };
        (wrench, boundary_slopes(self, placed, cell, wrench.force, scratch))
    }
}

/// Slopes of a wrench by the part's pose, from the density along its outline; columns counted from 0 left of the grid.
pub(crate) fn boundary_slopes(
    lattice: &Lattice,
    placed: &PlacedFootprint,
    mut density: impl FnMut(usize, usize) -> [f64; 2],
    force: [f64; 2],
    scratch: &mut GridScratch,
) -> [Wrench; 3] {
    let mut slopes = [Wrench::default(); 3];
    let mut fragments = 0;
    for piece in placed.pieces() {
        let upwards = if piece.to[1] >= piece.from[1] { 1.0 } else { -1.0 };
        lattice.walk(piece, placed.position(), |row, column, a, b| {
            fragments += 1;
            let [fx, fy] = density(row, column);
            let (dx, dy) = (upwards * (b[0] - a[0]), upwards * (b[1] - a[1]));
            let (x, y) = (0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1]));
            let (arm, along) = (x * fy - y * fx, x * dx + y * dy);
            let flux = [dy, -dx, -along];
            for k in 0..3 {
                slopes[k].force[0] += flux[k] * fx;
                slopes[k].force[1] += flux[k] * fy;
                slopes[k].torque += flux[k] * arm;
            }
            slopes[2].torque -= (dx * fy - dy * fx) * (dx * dx + dy * dy) * (1.0 / 12.0);
            if let Some(bend) = &piece.bend {
                // Green over the cap, as for windows
                let cap = bend.cap(a, b);
                slopes[0].torque += bend.sign * fy * cap.area;
                slopes[1].torque -= bend.sign * fx * cap.area;
                slopes[2].torque -= bend.sign * (fy * cap.first[1] + fx * cap.first[0]);
            }
        });
    }
    scratch.fragments += fragments;
    // torque is about the part's origin, which moves as well
    slopes[0].torque -= force[1];
    slopes[1].torque += force[0];
    slopes
}
