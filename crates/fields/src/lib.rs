//! Actuator arrays in numbers: the wrench of windows and grids on a part, the friction of a part on a surface, and
//! what a squeeze field does to a part without sensors. Knows regions, no bodies; SI units.
//!
//! * A [`Footprint`] is a part's outline, prepared once; a [`PlacedFootprint`] is it at a pose, relative to the
//!   part's origin.
//! * `overlap` sums the signed area under the lower of each two edges, so that no decision about inside and outside
//!   can be wrong.
//! * `lattice` walks an outline through the lines of a grid; [`Grid`] adds sums of whole rows to each fragment, so
//!   that cells inside the part cost nothing. [`Pads`] are of any shape.
//! * `slabs` cuts a part at all edges and crossings: for priorities of windows in motion, for fields given by
//!   functions (`quadrature`, with a stated error) and for moving surfaces.
//! * Friction is one function, N = ∫|v| dA over the part: its gradient is dry friction, its slopes serve Newton's
//!   method, its gauge is the limit surface. How it is computed depends on where the centre of rotation is: closed
//!   sums along the edges near it (`rotation_integrals`, `circular_arc_integrals`), a series in complex moments far
//!   from it (`friction_footprint`), a fan of Gauss points for pieces (`spoke_integrals`).
//! * `friction` has the laws. The branch of the hybrid law is given from outside, so that its change is an event;
//!   where viscous friction outgrows the dry one it comes in along its own direction, so that nothing jumps. Grain is
//!   the isotropic problem of the part stretched along it.
//! * `limit_surface`: a part sticks if and only if the gauge of its load is at most 1; and how it sets off.
//! * [`strategy`] is about one part in a squeeze field, without dynamics.

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
