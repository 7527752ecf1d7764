//! The numbers that decide what is shown, each from a parent and with its reason.

/// What is no more than this part of its scale is shown as zero.
/// from: ε × 5000
/// What is left over where terms cancel.
pub const ROUNDING: f64 = 1e-12;

/// Angles that differ by less are one (rad).
/// from: √ε / 15
/// Equilibria and basins are isolated to better than this.
pub const SAME_ANGLE: f64 = 1e-9;

/// Coordinates below this part of a part's size are shown as zero.
/// from: [`SAME_ANGLE`]
/// A centre that is meant to be the origin is so to rounding.
pub const AT_CENTRE: f64 = 1e-9;

/// Wall time that a run is taken to have at least, s.
/// from: the clock's nanosecond
/// A speed is finite.
pub const SHORTEST_RUN: f64 = 1e-9;

/// Share undecided from which on more boxes are worth a hint.
/// from: what a reader minds
/// A twentieth of all cases.
pub const MUCH_UNDECIDED: f64 = 0.05;

/// How far above the force found a bound is, in parts of it, before more boxes are worth a hint.
/// from: what a reader minds
/// Below this a bound is as good as the force.
pub const WIDE_BOUND: f64 = 0.03;
