//! Actuator arrays in numbers: the wrench of windows and grids on a part, the friction of a part on a surface, and what a
//! squeeze field does to a part without sensors. Knows regions, no bodies; SI units.

mod boundary;
mod circular_arc_integrals;
mod coverage;
mod dry_friction;
mod footprint;
mod friction;
mod friction_footprint;
mod grid;
mod grid_error;
mod grid_scratch;
mod lattice;
mod limit_surface;
mod overlap;
mod pads;
mod piece_friction;
mod quadrature;
mod rotation_integrals;
mod rotation_sums;
mod slabs;
mod spoke_integrals;
pub mod strategy;
mod tolerances;
mod trapezoid;
mod wrench;

pub use boundary::BoundaryCurve;
pub use coverage::CellCover;
pub use dry_friction::DryFriction;
pub use footprint::{Bend, Bounds, Footprint, Piece, PlacedFootprint};
pub use friction::{
    Acts, Branch, Grain, Ground, GroundError, Law, Pair, Under, friction, friction_over, friction_slopes, pair_over,
};
pub use friction_footprint::{FrictionFootprint, dry, dry_over, dry_slopes};
pub use grid::Grid;
pub use grid_error::{GridError, MOST_CELLS};
pub use grid_scratch::GridScratch;
pub use lattice::Lattice;
pub use limit_surface::{breakaway_acceleration, limit_surface_load};
pub use overlap::{Affine, Patch, overlap, overlap_at, overlap_slopes, overlap_slopes_at, push, push_slopes};
pub use pads::Pads;
pub use quadrature::{Density, Integral, Quadrature};
pub use slabs::{Layer, Line, SlabScratch, slabs, slabs_cut};
pub use trapezoid::Trapezoid;
pub use wrench::Wrench;
