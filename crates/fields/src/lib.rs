//! Actuator arrays in numbers: the wrench of windows and grids on a part, the friction of a part on a surface, and what a
//! squeeze field does to a part without sensors. Knows regions, no bodies; SI units.

mod adaptive;
mod circle;
mod coverage;
mod fan;
mod footprint;
mod friction;
mod grid;
mod lattice;
mod limit;
mod overlap;
mod pads;
mod pivot;
mod quadrature;
mod rim;
mod rub;
mod slabs;
mod sole;
pub mod strategy;
mod trapezoid;

pub use coverage::CellCover;
pub use footprint::{Bend, Bounds, Footprint, Laid, Piece, Wrench};
pub use friction::{
    Acts, Branch, Grain, Ground, GroundError, Law, Pair, Under, friction, friction_over, friction_slopes, pair_over,
};
pub use grid::{Grid, GridError, GridScratch, MOST_CELLS};
pub use lattice::Lattice;
pub use limit::{leaves, load};
pub use overlap::{Affine, Patch, overlap, overlap_at, overlap_slopes, overlap_slopes_at, push, push_slopes};
pub use pads::Pads;
pub use quadrature::{Density, Integral, Quadrature};
pub use rim::Rim;
pub use rub::Rub;
pub use slabs::{Layer, Line, SlabScratch, slabs, slabs_cut};
pub use sole::{Sole, dry, dry_over, dry_slopes};
pub use trapezoid::Trapezoid;
