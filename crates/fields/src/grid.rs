//! The wrench of a grid of cells on a part: one signed-coverage sweep along its outline.
//!
//! For a region run counter-clockwise ∫_P g dA = Σ over fragments of the outline of ∫ (∫_{−∞}^{x} g dx) dy. A fragment from
//! a to b in a cell whose left side is at X, with means x̄, ȳ and differences dx, dy, covers of its own cell
//!
//!   A = dy (x̄ − X),  S_x = dy ((x̄² − X²)/2 + dx²/24),  S_y = ȳ A + dx dy²/12,
//!
//! and of every cell left of it a strip of height dy about ȳ. What those strips feel is dy times sums of the row that
//! are made once: Σ f_x w, Σ f_y w, Σ f_y x w over the cells left of it. With α = Σ f_x w − f_x X, β = Σ f_y w − f_y X and
//! γ = Σ f_y x w − f_y X²/2 kept for each cell, a fragment adds
//!
//!   F_x = dy (α + f_x x̄),  F_y = dy (β + f_y x̄),  T = dy (γ + f_y (x̄²/2 + dx²/24) − f_x dx dy/12) − ȳ F_x,
//!
//! so cells inside the part are free. The sums start afresh every 64 columns, and x with them at the block's own left
//! side: they stay as exact as the part is small. Cells left of the part's first block cancel over a closed outline and
//! are left out; a part over many blocks takes those between from sums along the whole row, which are as exact for it, and
//! the cost stays that of its fragments. An arc adds its cap to its own cell. A rim of empty cells around the grid lets parts reach over it.
//!
//! Slopes: F changes by ∮ f δr·n ds and the torque by ∮ r×f δr·n ds − δ×F, with n ds = (dy, −dx).

use crate::coverage::boundary_slopes;
use crate::footprint::PlacedFootprint;
use crate::grid_error::GridError;
use crate::grid_scratch::GridScratch;
use crate::lattice::Lattice;
use crate::wrench::Wrench;

/// Columns after which the sums of a row start afresh.
const BLOCK: usize = 64;
/// As many blocks are summed one by one; a part over more is so wide that sums of the whole row lose no digits for it.
const FEW_BLOCKS: usize = 3;

/// A cell: half its density, and what its row adds left of it.
#[derive(Clone, Copy, Debug, Default)]
struct Cell {
    half: [f64; 2],
    /// α, β, γ, with x from the block's left side
    left: [f64; 3],
}

impl Cell {
    fn density(&self) -> [f64; 2] {
        self.half.map(|f| 2.0 * f)
    }
}

/// Cells between breakpoints, each with a density (N/m²) in every group.
#[derive(Clone, Debug)]
pub struct Grid {
    lattice: Lattice,
    groups: usize,
    /// row by row with a rim of one cell around the grid, groups innermost
    cells: Vec<Cell>,
    /// sums over whole blocks, row by row, groups innermost
    blocks: Vec<[f64; 3]>,
    /// the same of all blocks left of each, x from the first one's left side
    before: Vec<[f64; 3]>,
    /// left sides of cells, finite for the first too
    sides: Vec<f64>,
    /// left sides of blocks
    starts: Vec<f64>,
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
            cells: vec![Cell::default(); count * (up + 2) * n],
            blocks: vec![[0.0; 3]; starts.len() * up * n],
            before: vec![[0.0; 3]; starts.len() * up * n],
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
        let (mut sums, mut all) = ([Careful::default(); 3], [Careful::default(); 3]);
        for c in 0..count {
            let block = c / BLOCK;
            if c % BLOCK == 0 {
                sums = [Careful::default(); 3];
                self.before[(row * self.starts.len() + block) * self.groups + g] = all.map(Careful::value);
            }
            let inside = (1..=densities.len()).contains(&c);
            let [fx, fy] = if inside { densities[c - 1] } else { [0.0; 2] };
            let start = self.starts[block];
            let low = self.sides[c] - start;
            let [px, py, pg] = sums.map(Careful::value);
            self.cells[((row + 1) * count + c) * self.groups + g] =
                Cell { half: [0.5 * fx, 0.5 * fy], left: [px - fx * low, py - fy * low, pg - 0.5 * fy * low * low] };
            if inside {
                let high = self.sides[c + 1] - start;
                let wide = self.sides[c + 1] - self.sides[c];
                sums[0].add(fx * wide);
                sums[1].add(fy * wide);
                sums[2].add(fy * wide * 0.5 * (low + high));
            }
            let whole = sums.map(Careful::value);
            self.blocks[(row * self.starts.len() + block) * self.groups + g] = whole;
            if (c + 1) % BLOCK == 0 {
                let [fx, fy, gy] = whole;
                all[0].add(fx);
                all[1].add(fy);
                all[2].add(gy);
                all[2].add((start - self.starts[0]) * fy);
            }
        }
    }

    /// Its columns and rows.
    #[inline]
    #[must_use]
    pub fn lattice(&self) -> &Lattice {
        &self.lattice
    }

    /// How many groups there are.
    #[inline]
    #[must_use]
    pub fn groups(&self) -> usize {
        self.groups
    }

    /// Cells across and up.
    #[inline]
    #[must_use]
    pub fn size(&self) -> [usize; 2] {
        self.lattice.size()
    }

    /// A cell with the groups at their levels; those missing count as off.
    #[inline(always)]
    fn cell(&self, at: usize, levels: &[f64]) -> Cell {
        if self.groups == 1 {
            return self.cells[at];
        }
        let mut sum = Cell::default();
        for (cell, level) in self.cells[at * self.groups..(at + 1) * self.groups].iter().zip(levels) {
            (0..2).for_each(|i| sum.half[i] += level * cell.half[i]);
            (0..3).for_each(|i| sum.left[i] += level * cell.left[i]);
        }
        sum
    }

    /// Force and, about the part's origin, torque of whole blocks from `first` up to `block` for a unit of height at height
    /// zero of a row; `x` is the part's place.
    fn whole_blocks(&self, row: usize, first: usize, block: usize, x: f64, levels: &[f64]) -> Wrench {
        let mut sum = Wrench::default();
        let level = |g: usize| if self.groups == 1 { 1.0 } else { levels.get(g).copied().unwrap_or(0.0) };
        let at = |b: usize| (row * self.starts.len() + b) * self.groups;
        if block - first > FEW_BLOCKS {
            for g in 0..self.groups {
                let (to, from) = (self.before[at(block) + g], self.before[at(first) + g]);
                let [fx, fy, gy] = [0, 1, 2].map(|i| to[i] - from[i]);
                sum = sum.with(&Wrench { force: [fx, fy], torque: gy + (self.starts[0] - x) * fy }, level(g));
            }
            return sum;
        }
        for b in first..block {
            for (g, [fx, fy, gy]) in self.blocks[at(b)..at(b) + self.groups].iter().enumerate() {
                sum = sum.with(&Wrench { force: [*fx, *fy], torque: gy + (self.starts[b] - x) * fy }, level(g));
            }
        }
        sum
    }

    fn level(&self, levels: &[f64]) -> f64 {
        if self.groups == 1 { levels.first().copied().unwrap_or(0.0) } else { 1.0 }
    }

    /// Force and torque of the cells under a part (N, N·m), each group at its level (1 is fully on).
    #[must_use]
    pub fn wrench(&self, placed: &PlacedFootprint, levels: &[f64], scratch: &mut GridScratch) -> Wrench {
        let (bounds, position) = (placed.bounds(), placed.position());
        // a pose that is NaN has a wrench that is NaN
        if !position.iter().chain([&placed.angle()]).all(|v| v.is_finite()) {
            return Wrench { force: [f64::NAN; 2], torque: f64::NAN };
        }
        let columns = [bounds.low[0], bounds.high[0]].map(|x| self.lattice.columns.find(x, position[0]));
        let rows = [bounds.low[1], bounds.high[1]].map(|y| self.lattice.rows.find(y, position[1]));
        if columns[1] - columns[0] <= 1 && rows[1] - rows[0] <= 1 {
            return self.over_few(placed, levels, columns, rows, scratch).times(self.level(levels));
        }
        let [first, last] = columns.map(|c| c / BLOCK);
        let fragments = &mut scratch.fragments;
        let sum = match (placed.is_straight(), first == last, self.groups) {
            (true, true, 1) => self.traced(placed, first, fragments, |at| self.cells[at]),
            (true, true, _) => self.traced(placed, first, fragments, |at| self.cell(at, levels)),
            (true, false, _) => self.traced_over(placed, levels, first, fragments),
            (false, _, _) => self.walked(placed, levels, first, fragments),
        };
        sum.times(self.level(levels))
    }

    /// A part over one cell, or four that meet. It may be far smaller than they are: sums from the side of a block would leave
    /// it the rounding of theirs, which is no small torque for something so light.
    fn over_few(
        &self,
        placed: &PlacedFootprint,
        levels: &[f64],
        columns: [usize; 2],
        rows: [usize; 2],
        scratch: &mut GridScratch,
    ) -> Wrench {
        let count = self.sides.len();
        let density = |column: usize, row: usize| self.cell((row + 1) * count + column + 1, levels).density();
        if columns[0] != columns[1] || rows[0] != rows[1] {
            return self.lattice.wrench_by(placed, scratch, density);
        }
        let inside = |at: usize, cells: usize| (1..=cells).contains(&at);
        if !inside(columns[0], self.lattice.columns.cells()) || !inside(rows[0], self.lattice.rows.cells()) {
            return Wrench::default();
        }
        let ([fx, fy], whole) = (density(columns[0] - 1, rows[0] - 1), placed.moments());
        let [x, y] = whole.first;
        Wrench { force: [fx * whole.area, fy * whole.area], torque: fy * x - fx * y }
    }

    /// Straight outlines within one block of columns: the fast way.
    #[inline(always)]
    fn traced(
        &self,
        placed: &PlacedFootprint,
        block: usize,
        fragments: &mut u64,
        cell: impl Fn(usize) -> Cell,
    ) -> Wrench {
        let (count, start, position) = (self.sides.len(), self.starts[block], placed.position());
        // x from the block's left side, y from the part's origin
        let (shift, origin) = (start - position[0], [start, position[1]]);
        let (mut force, mut torque) = ([0.0; 2], 0.0);
        let (mut corner, mut place) = ([f64::NAN; 2], [0; 2]);
        let mut walked = 0;
        for piece in placed.pieces() {
            let [p, q] = [piece.from, piece.to].map(|r| [r[0] - shift, r[1]]);
            // the outline goes on where the last edge ended
            let begin = if piece.from == corner { place } else { self.lattice.place(p, origin) };
            (corner, place) = (piece.to, self.lattice.place(q, origin));
            self.lattice.trace(p, q, begin, place, origin, |row, column, a, b| {
                walked += 1;
                let (f, t) = fragment(a, b, &cell(row * count + column));
                force[0] += f[0];
                force[1] += f[1];
                torque += t;
            });
        }
        *fragments += walked;
        Wrench { force, torque: torque + shift * force[1] }
    }

    /// Straight outlines over several blocks.
    fn traced_over(&self, placed: &PlacedFootprint, levels: &[f64], first: usize, fragments: &mut u64) -> Wrench {
        let (count, position) = (self.sides.len(), placed.position());
        let [_, up] = self.size();
        let mut sum = Wrench::default();
        let (mut corner, mut place) = ([f64::NAN; 2], [0; 2]);
        let mut walked = 0;
        for piece in placed.pieces() {
            let (p, q) = (piece.from, piece.to);
            let begin = if p == corner { place } else { self.lattice.place(p, position) };
            (corner, place) = (q, self.lattice.place(q, position));
            self.lattice.trace(p, q, begin, place, position, |row, column, a, b| {
                walked += 1;
                let block = column / BLOCK;
                let shift = self.starts[block] - position[0];
                let cell = self.cell(row * count + column, levels);
                let (force, torque) = fragment([a[0] - shift, a[1]], [b[0] - shift, b[1]], &cell);
                sum = sum.plus(&Wrench { force, torque: torque + shift * force[1] });
                if block > first && (1..=up).contains(&row) {
                    let whole = self.whole_blocks(row - 1, first, block, position[0], levels);
                    let torque = whole.torque - 0.5 * (a[1] + b[1]) * whole.force[0];
                    sum = sum.with(&Wrench { torque, ..whole }, b[1] - a[1]);
                }
            });
        }
        *fragments += walked;
        sum
    }

    /// Any outline over any number of blocks.
    fn walked(&self, placed: &PlacedFootprint, levels: &[f64], first: usize, fragments: &mut u64) -> Wrench {
        let position = placed.position();
        let count = self.sides.len();
        let mut sum = Wrench::default();
        for piece in placed.pieces().iter().filter(|piece| piece.from[1] != piece.to[1]) {
            let upwards = if piece.to[1] >= piece.from[1] { 1.0 } else { -1.0 };
            self.lattice.walk(piece, position, |row, column, a, b| {
                *fragments += 1;
                let block = column / BLOCK;
                let shift = self.starts[block] - position[0];
                let cell = self.cell((row + 1) * count + column, levels);
                let (force, torque) = fragment([a[0] - shift, a[1]], [b[0] - shift, b[1]], &cell);
                sum = sum.with(&Wrench { force, torque: torque + shift * force[1] }, upwards);
                if block > first {
                    let whole = self.whole_blocks(row, first, block, position[0], levels);
                    let torque = whole.torque - 0.5 * (a[1] + b[1]) * whole.force[0];
                    sum = sum.with(&Wrench { torque, ..whole }, upwards * (b[1] - a[1]));
                }
                if let Some(bend) = &piece.bend {
                    let (cap, [fx, fy]) = (bend.cap(a, b), cell.density());
                    let force = [fx * cap.area, fy * cap.area];
                    sum = sum.with(&Wrench { force, torque: fy * cap.first[0] - fx * cap.first[1] }, bend.sign);
                }
            });
        }
        sum
    }

    /// The wrench, and its slopes by x, y (m) and angle (rad) of the part's pose.
    #[must_use]
    pub fn wrench_slopes(
        &self,
        placed: &PlacedFootprint,
        levels: &[f64],
        scratch: &mut GridScratch,
    ) -> (Wrench, [Wrench; 3]) {
        let wrench = self.wrench(placed, levels, scratch);
        let count = self.sides.len();
        let level = self.level(levels);
        let density =
            |row: usize, column: usize| self.cell((row + 1) * count + column, levels).density().map(|f| level * f);
        let slopes = boundary_slopes(&self.lattice, placed, density, wrench.force, scratch);
        (wrench, slopes)
    }
}

/// What a fragment from a to b adds in its cell and in all cells of the block left of that, torque about the block's left
/// side; means are halves of sums, which the constants take in.
#[inline(always)]
fn fragment(a: [f64; 2], b: [f64; 2], cell: &Cell) -> ([f64; 2], f64) {
    let ([fx, fy], [alpha, beta, gamma]) = (cell.half, cell.left);
    let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
    let (x, y) = (a[0] + b[0], a[1] + b[1]);
    let force = [dy * (alpha + fx * x), dy * (beta + fy * x)];
    let own = 0.25 * fy * (x * x + dx * dx * (1.0 / 3.0)) - fx * dx * dy * (1.0 / 6.0);
    (force, dy * (gamma + own) - 0.5 * y * force[0])
}
