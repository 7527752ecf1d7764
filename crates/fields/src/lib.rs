//! Actuator arrays in numbers: the wrench of windows and grids on a part, the friction of a part on a surface, and what a
//! squeeze field does to a part without sensors. Knows regions, no bodies; SI units.

mod coverage;
mod footprint;
mod grid;
mod lattice;
mod overlap;
mod pads;
mod slabs;
mod trapezoid;

pub use coverage::CellCover;
pub use footprint::{Bend, Bounds, Footprint, Laid, Piece, Wrench};
pub use grid::{Grid, GridError, GridScratch, MOST_CELLS};
pub use lattice::Lattice;
pub use overlap::{Affine, Patch, overlap, overlap_at, overlap_slopes, overlap_slopes_at, push, push_slopes};
pub use pads::Pads;
pub use slabs::{Layer, SlabScratch, slabs};
pub use trapezoid::{Integral, Trapezoid};
