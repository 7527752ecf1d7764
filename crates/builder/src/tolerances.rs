//! Every float constant of this crate that decides something.

/// How far a joint has to move or turn a part before `at` counts as not kept.
/// from: the size of the mechanism; rad for turns
/// Decimal places written by people carry rounding of 1e-16 a step through a chain; nine digits are more than anyone writes.
pub const MOVED: f64 = 1e-9;

/// Turns below this are none: the part is only shifted, so that its orientation keeps its bits.
/// from: ε, rad
/// A few thousand roundings of a quaternion product stay below it.
pub const SAME_ORIENTATION: f64 = 1e-12;

/// Points of joints in one cell of a grid with this many cells across the scene are one point.
/// from: the largest coordinate of a joint's point
/// Ten digits: far above rounding of coordinates, far below what a designer would tell apart.
pub const POINT_CELLS: f64 = 1e10;

/// Axes whose cosine is this near to 1 are parallel.
/// from: ε
/// The cosine is flat at 1, so 1e-12 is a millionth of a radian.
pub const PARALLEL_AXES: f64 = 1e-12;

/// Lines whose angle has a sine below this are parallel.
/// from: ε, rad
/// Angles are sums of a few written ones; their rounding stays near 1e-15.
pub const PARALLEL_LINES: f64 = 1e-9;

/// Entries of an inertia matrix may differ from their mirror image by this share of the largest.
/// from: ε
/// Matrices are typed or computed elsewhere; twelve digits forgive their rounding and no slip.
pub const SYMMETRIC_INERTIA: f64 = 1e-12;

/// The largest principal moment may exceed the sum of the others by this share.
/// from: ε
/// A flat plate meets the bound exactly, and Jacobi rotations round.
pub const PRINCIPAL_MOMENTS: f64 = 1e-9;

/// A hole lies inside when this share of its area, at most, lies outside.
/// from: ε, of areas from booleans
/// Areas of clipped regions lose digits with the number of corners.
pub const HOLE_INSIDE: f64 = 1e-9;

/// A subtraction that leaves all but this share of the area takes nothing away.
/// from: ε
/// The two areas are sums of the same terms when nothing is cut.
pub const TAKES_NOTHING: f64 = 1e-15;

/// Corners farther than this share of the outline's length squared from a line are not on it.
/// from: ε
/// Cross products of differences of coordinates round by a few ε.
pub const ON_ONE_LINE: f64 = 1e-14;

/// Windows that share more than this part of the smaller one overlap.
/// from: ε, of areas from booleans
/// Windows drawn edge to edge share slivers of rounding.
pub const WINDOWS_OVERLAP: f64 = 1e-9;

/// A pad may exceed its cell by this share.
/// from: ε
/// A pad as large as the pitch is often computed from it.
pub const PAD_FITS: f64 = 1e-12;

/// A pad is centred when its bounds are symmetric to this share of its size.
/// from: ε
/// Corners at plus and minus half a width round alike, shapes moved there and back do not.
pub const PAD_CENTRED: f64 = 1e-12;

/// The drag of speeds well above this is unchanged; added in quadrature below the root, which has no derivative at zero.
/// from: the range of f64: its fourth power must not vanish
/// No part moves this slowly: rounding of positions of a millimetre over a day is 1e-24 m/s.
pub const DRAG_SPEED: f64 = 1e-30;
