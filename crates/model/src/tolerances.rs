//! Every float constant of this crate that decides something.

/// A zero direction whose part across the axis is shorter than this does not fix a frame.
/// from: ε, of unit vectors
/// Normalising a shorter one would turn rounding into a direction.
pub const FRAME_SPAN: f64 = 1e-9;

/// A region that fills this share of its bounding box is drawn as a rectangle: arrows may stand near its edges.
/// from: what the eye sees
/// A notch of a thousandth of the area is smaller than an arrow.
pub const NEARLY_RECTANGULAR: f64 = 0.999;
