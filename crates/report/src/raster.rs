//! Curves in character cells: braille dots, or one ASCII mark a cell.

/// Cells of a terminal, each with the dots and the curve drawn there last.
pub struct Raster {
    pub columns: usize,
    pub rows: usize,
    pub ascii: bool,
    cells: Vec<Cell>,
}

#[derive(Clone, Copy, Default)]
struct Cell {
    dots: u8,
    curve: Option<usize>,
    marked: bool,
}

const MARKS: [char; 8] = ['●', '▲', '■', '◆', '○', '△', '□', '◇'];
const ASCII_MARKS: [char; 8] = ['*', '+', 'o', 'x', '#', '@', '%', '&'];
/// Columns from mark to mark.
const APART: usize = 14;

/// The mark of a curve; letters after the first eight.
pub fn mark(curve: usize, ascii: bool) -> char {
    let marks = if ascii { ASCII_MARKS } else { MARKS };
    let letter = || char::from(b'a' + u8::try_from((curve - marks.len()) % 26).unwrap_or(0));
    marks.get(curve).copied().unwrap_or_else(letter)
}

impl Raster {
    pub fn new(columns: usize, rows: usize, ascii: bool) -> Self {
        Self { columns, rows, ascii, cells: vec![Cell::default(); columns * rows] }
    }

    /// Dots across and down.
    pub fn dots(&self) -> [usize; 2] {
        if self.ascii { [self.columns, self.rows] } else { [2 * self.columns, 4 * self.rows] }
    }

    /// A straight line between two places, in dots from the upper left; what lies outside is left out.
    pub fn line(&mut self, curve: usize, from: [f64; 2], to: [f64; 2]) {
        let [dx, dy] = [to[0] - from[0], to[1] - from[1]];
        let dots = self.dots();
        let steps = dx.abs().max(dy.abs()).ceil().clamp(1.0, 2.0 * (dots[0] + dots[1]) as f64);
        for i in 0..=steps as usize {
            let f = i as f64 / steps;
            self.dot(curve, [from[0] + f * dx, from[1] + f * dy]);
        }
    }

    pub fn dot(&mut self, curve: usize, at: [f64; 2]) {
        let [across, down] = self.dots();
        let inside =
            |v: f64, size: usize| (v > -1.0 && v < size as f64 + 1.0).then(|| (v.max(0.0) as usize).min(size - 1));
        let (Some(x), Some(y)) = (inside(at[0], across), inside(at[1], down)) else { return };
        let (column, row) = if self.ascii { (x, y) } else { (x / 2, y / 4) };
        let cell = &mut self.cells[row * self.columns + column];
        cell.curve = Some(curve);
        // the dots of a braille cell are numbered down the left side, then the right, the lowest pair last
        cell.dots |= match (x % 2, y % 4) {
            (0, 3) => 0x40,
            (_, 3) => 0x80,
            (0, r) => 1 << r,
            (_, r) => 8 << r,
        };
    }

    /// Puts each curve's mark on some of its cells, so that curves differ without colour.
    pub fn mark_all(&mut self, curves: usize) {
        if self.ascii || curves < 2 {
            return;
        }
        for curve in 0..curves {
            let first = APART * curve / curves + 1;
            for column in (first..self.columns).step_by(APART) {
                let own = |&row: &usize| self.cells[row * self.columns + column].curve == Some(curve);
                let rows: Vec<usize> = (0..self.rows).filter(own).collect();
                if let Some(&row) = rows.get(rows.len() / 2) {
                    self.cells[row * self.columns + column].marked = true;
                }
            }
        }
    }

    /// What stands in a cell, and whose it is.
    pub fn cell(&self, row: usize, column: usize) -> (char, Option<usize>) {
        let cell = self.cells[row * self.columns + column];
        let shown = match cell.curve {
            None => ' ',
            Some(curve) if self.ascii || cell.marked => mark(curve, self.ascii),
            Some(_) => char::from_u32(0x2800 + u32::from(cell.dots)).unwrap_or(' '),
        };
        (shown, cell.curve)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(raster: &Raster) -> Vec<String> {
        (0..raster.rows).map(|r| (0..raster.columns).map(|c| raster.cell(r, c).0).collect()).collect()
    }

    #[test]
    fn lines_become_dots() {
        let mut raster = Raster::new(4, 1, false);
        raster.line(0, [0.0, 3.0], [7.0, 3.0]);
        assert_eq!(text(&raster), ["⣀⣀⣀⣀"]);
        let mut raster = Raster::new(2, 2, false);
        raster.line(0, [0.5, 0.0], [0.5, 7.5]);
        assert_eq!(text(&raster), ["⡇ ", "⡇ "]);
        let mut raster = Raster::new(3, 3, true);
        raster.line(1, [0.0, 2.0], [2.0, 0.0]);
        assert_eq!(text(&raster), ["  +", " + ", "+  "]);
    }

    #[test]
    fn what_lies_outside_is_left_out() {
        let mut raster = Raster::new(3, 3, false);
        raster.line(0, [-1e300, -1e300], [-1e200, 1e300]);
        raster.dot(0, [f64::NAN, 1.0]);
        assert!(text(&raster).iter().all(|l| l.trim().is_empty()));
    }

    #[test]
    fn every_curve_has_a_mark() {
        let mut marks: Vec<char> = (0..30).map(|i| mark(i, false)).collect();
        marks.dedup();
        assert_eq!(marks.len(), 30);
        let mut raster = Raster::new(40, 8, false);
        raster.line(0, [0.0, 2.0], [79.0, 2.0]);
        raster.line(1, [0.0, 20.0], [79.0, 20.0]);
        raster.mark_all(2);
        let all = text(&raster).concat();
        assert!(all.contains('●') && all.contains('▲'));
    }
}
