//! Where the cells of an array are.

use mainspring_definition::Span;

impl Layout {
    /// A cell for people, by its index.
    pub fn name(&self, at: usize) -> String {
        format!("cell i = {}, j = {}", at % self.cells[0], at / self.cells[0])
    }
}

/// Where the cells are.
#[derive(Clone, Copy)]
pub struct Layout {
    pub cells: [usize; 2],
    pub pitch: [f64; 2],
    pub corner: [f64; 2],
    pub span: Span,
}

impl Layout {
    /// The middle of a cell, m.
    pub fn middle(&self, column: usize, row: usize) -> [f64; 2] {
        [0, 1].map(|k| self.corner[k] + ([column, row][k] as f64 + 0.5) * self.pitch[k])
    }
}
