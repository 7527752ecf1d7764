//! Columns and rows of a grid, and the walk of an outline through its cells.
//!
//! A piece of outline, monotone in x and y, is cut at every grid line it passes into *fragments*, each within one cell:
//! row by row upwards, and in each row column by column. The cost is the number of fragments; cells inside the outline
//! are never looked at. Beside the columns there is one cell left of the grid and one right of it, so that outlines may
//! reach over its sides; rows below and above it do not exist.

use crate::footprint::{Bend, Piece};
use crate::grid_error::{GridError, MOST_CELLS};
use crate::tolerances::{EVEN_PITCH, NOT_DIVISIBLE};

/// Breakpoints of columns or rows, with an end at infinity on either side.
#[derive(Clone, Debug)]
pub(crate) struct Axis {
    /// −∞, the breakpoints in order, +∞
    breaks: Vec<f64>,
    /// 1/pitch where all steps are one pitch, otherwise 0
    inverse: f64,
}

impl Axis {
    /// Of breakpoints in rising order, at least two.
    pub fn new(points: &[f64]) -> Self {
        let pitch = (points[points.len() - 1] - points[0]) / (points.len() - 1) as f64;
        let even = points.windows(2).all(|w| ((w[1] - w[0]) - pitch).abs() <= EVEN_PITCH * pitch);
        let mut breaks = Vec::with_capacity(points.len() + 2);
        breaks.push(f64::NEG_INFINITY);
        breaks.extend_from_slice(points);
        breaks.push(f64::INFINITY);
        Self { breaks, inverse: if even { 1.0 / pitch } else { 0.0 } }
    }

    /// How many cells lie between the breakpoints.
    #[inline]
    pub fn cells(&self) -> usize {
        self.breaks.len() - 3
    }

    /// Left (lower) end of cell `c`, 0 being the one before the grid.
    #[inline]
    pub fn low(&self, c: usize) -> f64 {
        self.breaks[c]
    }

    /// First and last breakpoint.
    #[inline]
    pub fn ends(&self) -> (f64, f64) {
        (self.breaks[1], self.breaks[self.breaks.len() - 2])
    }

    /// The cell `x + origin` lies in, 0 before the grid and `cells() + 1` after it.
    #[inline]
    pub fn find(&self, x: f64, origin: f64) -> usize {
        let last = self.breaks.len() - 2;
        let mut c = if self.inverse > 0.0 {
            let steps = ((x + origin) - self.breaks[1]) * self.inverse + 1.0;
            (steps.max(0.0) as usize).min(last)
        } else {
            self.breaks.partition_point(|b| b - origin <= x).clamp(1, last + 1) - 1
        };
        // a rounding may have put it one off
        while c > 0 && self.breaks[c] - origin > x {
            c -= 1;
        }
        while c < last && self.breaks[c + 1] - origin <= x {
            c += 1;
        }
        c
    }
}

/// Columns and rows between breakpoints (m), which need not be even: pads with gaps are columns pad, gap, pad …
#[derive(Clone, Debug)]
pub struct Lattice {
    pub(crate) columns: Axis,
    pub(crate) rows: Axis,
}

fn check(axis: &'static str, points: &[f64]) -> Result<(), GridError> {
    if points.len() < 2 {
        return Err(GridError::TooFew { axis, found: points.len() });
    }
    let rises = |i: usize| points[i].is_finite() && (i == 0 || points[i] > points[i - 1]);
    match (0..points.len()).find(|&i| !rises(i)) {
        Some(index) => Err(GridError::Breakpoint { axis, index, value: points[index] }),
        None => Ok(()),
    }
}

/// A line or an arc that rises from `p`, as the walk needs it.
trait Path {
    fn x_at(&self, y: f64) -> f64;
    fn y_at(&self, x: f64) -> f64;
}

struct Straight {
    p: [f64; 2],
    across: f64,
    up: f64,
}

impl Path for Straight {
    #[inline(always)]
    fn x_at(&self, y: f64) -> f64 {
        self.p[0] + (y - self.p[1]) * self.across
    }

    #[inline(always)]
    fn y_at(&self, x: f64) -> f64 {
        self.p[1] + (x - self.p[0]) * self.up
    }
}

impl Path for Bend {
    fn x_at(&self, y: f64) -> f64 {
        self.other(1, y)
    }

    fn y_at(&self, x: f64) -> f64 {
        self.other(0, x)
    }
}

#[inline(always)]
fn between(v: f64, a: f64, b: f64) -> f64 {
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    let v = if v > low { v } else { low };
    if v < high { v } else { high }
}

impl Lattice {
    /// From breakpoints of columns and rows in the world (m).
    ///
    /// # Errors
    /// Breakpoints that do not rise or are too few, more cells than memory allows.
    #[inline]
    pub fn new(columns: &[f64], rows: &[f64]) -> Result<Self, GridError> {
        Self::sized(columns, rows, 1)
    }

    pub(crate) fn sized(columns: &[f64], rows: &[f64], groups: usize) -> Result<Self, GridError> {
        check("columns", columns)?;
        check("rows", rows)?;
        let (across, up) = (columns.len() - 1, rows.len() - 1);
        let total = across.checked_mul(up).and_then(|n| n.checked_mul(groups));
        if total.is_none_or(|n| n > MOST_CELLS) {
            return Err(GridError::TooLarge { columns: across, rows: up, groups });
        }
        Ok(Self { columns: Axis::new(columns), rows: Axis::new(rows) })
    }

    /// Cells across and up.
    #[inline]
    #[must_use]
    pub fn size(&self) -> [usize; 2] {
        [self.columns.cells(), self.rows.cells()]
    }

    /// Lower left and upper right corner of a cell in the world (m), column and row from 0.
    #[inline]
    #[must_use]
    pub fn cell(&self, column: usize, row: usize) -> ([f64; 2], [f64; 2]) {
        ([self.columns.low(column + 1), self.rows.low(row + 1)], [self.columns.low(column + 2), self.rows.low(row + 2)])
    }

    /// Calls `visit(row, column, a, b)` for every fragment of a piece (relative to `origin`), run upwards from a to b, rows
    /// counted from 0 and columns from 0 left of the grid. Answers +1 if the piece itself runs upwards, −1 if downwards.
    #[inline(always)]
    pub(crate) fn walk(
        &self,
        piece: &Piece,
        origin: [f64; 2],
        visit: impl FnMut(usize, usize, [f64; 2], [f64; 2]),
    ) -> f64 {
        let upwards = piece.to[1] >= piece.from[1];
        let (p, q) = if upwards { (piece.from, piece.to) } else { (piece.to, piece.from) };
        match &piece.bend {
            None => {
                let (dx, dy) = (q[0] - p[0], q[1] - p[1]);
                let ratio = |a: f64, b: f64| if b.abs() > NOT_DIVISIBLE { a / b } else { 0.0 };
                self.climb(&Straight { p, across: ratio(dx, dy), up: ratio(dy, dx) }, p, q, origin, visit);
            }
            Some(bend) => self.climb(bend, p, q, origin, visit),
        }
        if upwards { 1.0 } else { -1.0 }
    }

    #[inline(always)]
    fn climb(
        &self,
        path: &impl Path,
        p: [f64; 2],
        q: [f64; 2],
        origin: [f64; 2],
        mut visit: impl FnMut(usize, usize, [f64; 2], [f64; 2]),
    ) {
        let (bottom, top) = self.rows.ends();
        let (bottom, top) = (bottom - origin[1], top - origin[1]);
        // a pose that is no number lies nowhere
        let sound = [p[0], p[1], q[0], q[1], origin[0], origin[1]].iter().all(|v| v.is_finite());
        if q[1] <= bottom || p[1] >= top || !sound {
            return;
        }
        let mut a = p;
        if a[1] < bottom {
            a = [between(path.x_at(bottom), p[0], q[0]), bottom];
        }
        let mut row = self.rows.find(a[1], origin[1]).max(1);
        let mut column = self.columns.find(a[0], origin[0]);
        let rows = &self.rows.breaks[..];
        let columns = &self.columns.breaks[..];
        let last_row = rows.len() - 3;
        loop {
            let ceiling = rows[row + 1] - origin[1];
            let ends = q[1] <= ceiling;
            let b = if ends { q } else { [between(path.x_at(ceiling), a[0], q[0]), ceiling] };
            if b[0] >= a[0] {
                loop {
                    let wall = columns[column + 1] - origin[0];
                    if wall >= b[0] {
                        break;
                    }
                    let c = [wall, between(path.y_at(wall), a[1], b[1])];
                    visit(row - 1, column, a, c);
                    a = c;
                    column += 1;
                }
            } else {
                loop {
                    let wall = columns[column] - origin[0];
                    if wall <= b[0] {
                        break;
                    }
                    let c = [wall, between(path.y_at(wall), a[1], b[1])];
                    visit(row - 1, column, a, c);
                    a = c;
                    column -= 1;
                }
            }
            visit(row - 1, column, a, b);
            a = b;
            row += 1;
            if ends || row > last_row {
                return;
            }
        }
    }

    /// The column and row a point (relative to `origin`) lies in, counted as `trace` does.
    #[inline(always)]
    pub(crate) fn place(&self, point: [f64; 2], origin: [f64; 2]) -> [usize; 2] {
        [self.columns.find(point[0], origin[0]), self.rows.find(point[1], origin[1])]
    }

    /// The fragments of a straight edge between two places, run as it is: `visit(row, column, a, b)`, rows and columns both
    /// counted from 0 before the grid; lines at infinity keep the walk within one cell around it. The next line crossed is chosen without branching: the
    /// order of crossings is as good as random, and guessing it wrong would cost more than all the arithmetic.
    #[inline(always)]
    pub(crate) fn trace(
        &self,
        p: [f64; 2],
        q: [f64; 2],
        start: [usize; 2],
        end: [usize; 2],
        origin: [f64; 2],
        mut visit: impl FnMut(usize, usize, [f64; 2], [f64; 2]),
    ) {
        let (dx, dy) = (q[0] - p[0], q[1] - p[1]);
        // along an axis the lines across it are infinitely far: adding 0 makes −0 count as forward
        let (across, up) = (1.0 / (dx + 0.0), 1.0 / (dy + 0.0));
        let (right, above) = (usize::from(dx >= 0.0), usize::from(dy >= 0.0));
        let step = [right, above].map(|forward| if forward == 1 { 1 } else { usize::MAX });
        let (columns, rows) = (&self.columns.breaks[..], &self.rows.breaks[..]);
        let [mut column, mut row] = start;
        let mut a = p;
        // and never crossed
        let steps = |axis: usize, rate: f64| if rate.is_finite() { start[axis].abs_diff(end[axis]) } else { 0 };
        for _ in 0..steps(0, across) + steps(1, up) {
            let (wall, level) = (columns[column + right] - origin[0], rows[row + above] - origin[1]);
            let (s, t) = ((wall - p[0]) * across, (level - p[1]) * up);
            let sideways = s < t;
            let next = if sideways { s } else { t };
            let next = if next < 1.0 { next } else { 1.0 };
            let b = [p[0] + next * dx, p[1] + next * dy];
            visit(row, column, a, b);
            a = b;
            let mask = 0usize.wrapping_sub(usize::from(sideways));
            column = column.wrapping_add(step[0] & mask);
            row = row.wrapping_add(step[1] & !mask);
        }
        visit(row, column, a, q);
    }
}
