//! The wrench of a grid of cells on a part: one signed-coverage sweep along its outline.
//!
//! For a region run counter-clockwise ∫_P g dA = Σ over fragments of the outline of ∫ (∫_{−∞}^{x} g dx) dy. A fragment from
//! a to b in a cell whose left side is at X, with means x̄, ȳ and differences dx, dy, covers of its own cell
//!
//!   A = dy (x̄ − X),  S_x = dy ((x̄² − X²)/2 + dx²/24),  S_y = ȳ A + dx dy²/12,
//!
//! and of every cell left of it a strip of height dy about ȳ. What those strips feel is dy times sums of the row that
//! are made once: Σ f_x w, Σ f_y w, Σ f_y x w over the cells left of it. So cells inside the part are free. The sums start
//! afresh every 64 columns, about the block's own left side: they stay as exact as the part is small. Cells left of
//! the part's first block cancel over a closed outline and are left out. An arc adds its cap to its own cell.
//!
//! Slopes: F changes by ∮ f δr·n ds and the torque by ∮ r×f δr·n ds − δ×F, with n ds = (dy, −dx).

use crate::coverage::boundary_slopes;
use crate::footprint::{Laid, Wrench};
use crate::lattice::Lattice;

/// Most cells times groups a grid may have.
pub const MOST_CELLS: usize = 8_000_000;
/// Columns after which the sums of a row start afresh.
const BLOCK: usize = 64;

/// What is wrong with a grid.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum GridError {
    /// breakpoints that do not rise
    #[error("breakpoint {} of the {axis} is {value}, not above the one before it; breakpoints rise", .index + 1)]
    Breakpoint {
        /// columns or rows
        axis: &'static str,
        /// which, from 0
        index: usize,
        /// as given
        value: f64,
    },
    /// fewer than two
    #[error("the {axis} need at least two breakpoints, found {found}")]
    TooFew {
        /// columns or rows
        axis: &'static str,
        /// how many
        found: usize,
    },
    /// too large for memory
    #[error(
        "a grid of {columns} × {rows} cells in {groups} groups is too large; at most {MOST_CELLS} cells times groups"
    )]
    TooLarge {
        /// cells across
        columns: usize,
        /// cells up
        rows: usize,
        /// groups
        groups: usize,
    },
    /// no groups
    #[error("a grid needs at least one group of densities")]
    NoGroup,
    /// densities that do not fit the cells
    #[error("group {} has {found} densities for {cells} cells; give one for each, row by row from below", .group + 1)]
    Count {
        /// which, from 0
        group: usize,
        /// how many were given
        found: usize,
        /// how many cells there are
        cells: usize,
    },
    /// NaN or infinite
    #[error("the density of cell {} in row {} of group {} is not a finite number", .column + 1, .row + 1, .group + 1)]
    Density {
        /// column from 0
        column: usize,
        /// row from 0
        row: usize,
        /// group from 0
        group: usize,
    },
}

/// A cell: its density, and the sums over the cells of its block left of it.
#[derive(Clone, Copy, Debug, Default)]
struct Cell {
    density: [f64; 2],
    /// Σ f_x w, Σ f_y w, and Σ f_y w x with x from the block's left side
    left: [f64; 3],
}

/// Cells between breakpoints, each with a density (N/m²) in every group.
#[derive(Clone, Debug)]
pub struct Grid {
    lattice: Lattice,
    groups: usize,
    /// row by row, one cell before and one after the grid, groups innermost
    cells: Vec<Cell>,
    /// sums over whole blocks, row by row, groups innermost
    blocks: Vec<[f64; 3]>,
    /// left sides of cells, finite for the first too
    sides: Vec<f64>,
    /// left sides of blocks
    starts: Vec<f64>,
}

/// Buffers of an evaluation, and how many fragments were walked.
#[derive(Clone, Debug, Default)]
pub struct GridScratch {
    /// fragments of outline walked so far
    pub fragments: u64,
    pub(crate) cover: Vec<[f64; 5]>,
}

/// Sums with the rounding errors carried along.
#[derive(Clone, Copy, Default)]
struct Careful {
    sum: f64,
    rest: f64,
}

impl Careful {
    fn add(&mut self, v: f64) {
        let sum = self.sum + v;
        self.rest += if self.sum.abs() >= v.abs() { (self.sum - sum) + v } else { (v - sum) + self.sum };
        self.sum = sum;
    }

    fn value(self) -> f64 {
        self.sum + self.rest
    }
}

impl Grid {
    /// From breakpoints of columns and rows in the world (m) and, for each group, a density for every cell (N/m²), row by
    /// row from below, each row from the left.
    ///
    /// # Errors
    /// Breakpoints that do not rise, more cells than memory allows, densities that do not fit or are no numbers.
    pub fn new(columns: &[f64], rows: &[f64], groups: &[Vec<[f64; 2]>]) -> Result<Self, GridError> {
        let lattice = Lattice::sized(columns, rows, groups.len().max(1))?;
        let (across, up) = (columns.len() - 1, rows.len() - 1);
        if groups.is_empty() {
            return Err(GridError::NoGroup);
        }
        for (group, densities) in groups.iter().enumerate() {
            if densities.len() != across * up {
                return Err(GridError::Count { group, found: densities.len(), cells: across * up });
            }
            if let Some(i) = densities.iter().position(|f| !f.iter().all(|v| v.is_finite())) {
                return Err(GridError::Density { column: i % across, row: i / across, group });
            }
        }
        let count = across + 2;
        let sides: Vec<f64> = (0..count).map(|c| lattice.columns.low(c.max(1))).collect();
        let starts: Vec<f64> = sides.iter().step_by(BLOCK).copied().collect();
        let n = groups.len();
        let mut grid = Self {
            lattice,
            groups: n,
            cells: vec![Cell::default(); count * up * n],
            blocks: vec![[0.0; 3]; starts.len() * up * n],
            sides,
            starts,
        };
        for row in 0..up {
            for (g, densities) in groups.iter().enumerate() {
                grid.fill(row, g, &densities[row * across..(row + 1) * across]);
            }
        }
        Ok(grid)
    }

    fn fill(&mut self, row: usize, g: usize, densities: &[[f64; 2]]) {
        let count = self.sides.len();
        let mut sums = [Careful::default(); 3];
        for c in 0..count {
            let block = c / BLOCK;
            if c % BLOCK == 0 {
                sums = [Careful::default(); 3];
            }
            let inside = (1..=densities.len()).contains(&c);
            let density = if inside { densities[c - 1] } else { [0.0; 2] };
            self.cells[(row * count + c) * self.groups + g] = Cell { density, left: sums.map(Careful::value) };
            if inside {
                let (low, high) = (self.sides[c], self.sides[c + 1]);
                let wide = high - low;
                let middle = 0.5 * ((low - self.starts[block]) + (high - self.starts[block]));
                sums[0].add(density[0] * wide);
                sums[1].add(density[1] * wide);
                sums[2].add(density[1] * wide * middle);
            }
            self.blocks[(row * self.starts.len() + block) * self.groups + g] = sums.map(Careful::value);
        }
    }

    /// Its columns and rows.
    #[must_use]
    pub fn lattice(&self) -> &Lattice {
        &self.lattice
    }

    /// How many groups there are.
    #[must_use]
    pub fn groups(&self) -> usize {
        self.groups
    }

    /// Cells across and up.
    #[must_use]
    pub fn size(&self) -> [usize; 2] {
        self.lattice.size()
    }

    /// Replaces the densities of a row of a group (N/m²), one for every column; false where row, group or count do not fit
    /// or a number is not finite, and nothing is changed.
    pub fn set_row(&mut self, group: usize, row: usize, densities: &[[f64; 2]]) -> bool {
        let [across, up] = self.size();
        let fits = group < self.groups && row < up && densities.len() == across;
        let sound = fits && densities.iter().flatten().all(|v| v.is_finite());
        if sound {
            self.fill(row, group, densities);
        }
        sound
    }

    /// A cell with the groups at their levels; those missing count as off.
    #[inline(always)]
    fn cell(&self, at: usize, levels: &[f64]) -> Cell {
        if self.groups == 1 {
            return self.cells[at];
        }
        let mut sum = Cell::default();
        for (cell, level) in self.cells[at * self.groups..(at + 1) * self.groups].iter().zip(levels) {
            (0..2).for_each(|i| sum.density[i] += level * cell.density[i]);
            (0..3).for_each(|i| sum.left[i] += level * cell.left[i]);
        }
        sum
    }

    /// Adds to the sums left of a cell those of the whole blocks from the part's first one on, and puts the last about the
    /// part's origin.
    #[inline(always)]
    fn strip(&self, row: usize, column: usize, cell: &Cell, first: usize, x: f64, levels: &[f64]) -> [f64; 3] {
        let block = column / BLOCK;
        let [fx, fy, g] = cell.left;
        let mut sum = [fx, fy, g + (self.starts[block] - x) * fy];
        for b in first..block {
            let at = row * self.starts.len() + b;
            for g in 0..self.groups {
                let level = if self.groups == 1 { 1.0 } else { levels.get(g).copied().unwrap_or(0.0) };
                let [fx, fy, gy] = self.blocks[at * self.groups + g];
                sum[0] += level * fx;
                sum[1] += level * fy;
                sum[2] += level * (gy + (self.starts[b] - x) * fy);
            }
        }
        sum
    }

    fn level(&self, levels: &[f64]) -> f64 {
        if self.groups == 1 { levels.first().copied().unwrap_or(0.0) } else { 1.0 }
    }

    /// The part's first block of columns.
    fn first_block(&self, laid: &Laid) -> usize {
        self.lattice.columns.find(laid.bounds().low[0], laid.position()[0]) / BLOCK
    }

    /// Force and torque of the cells under a part (N, N·m), each group at its level (1 is fully on).
    #[must_use]
    pub fn wrench(&self, laid: &Laid, levels: &[f64], scratch: &mut GridScratch) -> Wrench {
        let position = laid.position();
        let first = self.first_block(laid);
        let count = self.sides.len();
        let mut fragments = 0;
        let (mut force, mut torque) = ([0.0; 2], 0.0);
        for piece in laid.pieces() {
            if piece.from[1] == piece.to[1] {
                continue;
            }
            let (mut f, mut t) = ([0.0; 2], 0.0);
            let mut caps = (0.0, 0.0, 0.0);
            let sign = self.lattice.walk(piece, position, |row, column, a, b| {
                fragments += 1;
                let cell = self.cell(row * count + column, levels);
                let [px, py, pg] = self.strip(row, column, &cell, first, position[0], levels);
                let [fx, fy] = cell.density;
                let side = self.sides[column] - position[0];
                let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
                let (x, y) = (0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1]));
                let wide = x - side;
                let along = dy * (fx * wide + px);
                f[0] += along;
                f[1] += dy * (fy * wide + py);
                t += dy * (fy * (0.5 * wide * (x + side) + dx * dx * (1.0 / 24.0)) + pg - fx * dx * dy * (1.0 / 12.0))
                    - y * along;
                if let Some(bend) = &piece.bend {
                    let cap = bend.cap(a, b);
                    caps.0 += bend.sign * fx * cap.area;
                    caps.1 += bend.sign * fy * cap.area;
                    caps.2 += bend.sign * (fy * cap.first[0] - fx * cap.first[1]);
                }
            });
            force[0] += sign * f[0] + caps.0;
            force[1] += sign * f[1] + caps.1;
            torque += sign * t + caps.2;
        }
        scratch.fragments += fragments;
        Wrench { force, torque }.times(self.level(levels))
    }

    /// The wrench, and its slopes by x, y (m) and angle (rad) of the part's pose.
    #[must_use]
    pub fn wrench_slopes(&self, laid: &Laid, levels: &[f64], scratch: &mut GridScratch) -> (Wrench, [Wrench; 3]) {
        let wrench = self.wrench(laid, levels, scratch);
        let count = self.sides.len();
        let level = self.level(levels);
        let density = |row: usize, column: usize| self.cell(row * count + column, levels).density.map(|f| level * f);
        let slopes = boundary_slopes(&self.lattice, laid, density, wrench.force, scratch);
        (wrench, slopes)
    }
}
