//! What can be wrong with a grid of cells.

/// Most cells times groups a grid may have.
pub const MOST_CELLS: usize = 8_000_000;

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
