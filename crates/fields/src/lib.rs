//! Actuator arrays in numbers: the wrench of windows and grids on a part, the friction of a part on a surface, and what a
//! squeeze field does to a part without sensors. Knows regions, no bodies; SI units.

mod footprint;
mod overlap;

pub use footprint::{Bend, Bounds, Footprint, Laid, Piece, Wrench};
pub use overlap::{Affine, Patch, overlap, overlap_slopes, push, push_slopes};
