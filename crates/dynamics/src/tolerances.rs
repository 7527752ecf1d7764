//! Numbers that decide, in one table: each with what it is derived from and why it has its size.

/// Rate at which a joint with friction counts as at rest, rad/s, or the mechanism's length a second.
pub const AT_REST: f64 = 1e-10;

/// Rate at which one that others hold counts as moving after all.
pub const MOVES: f64 = 1e-8;

/// What is left of a pivot for it to be worth looking at more closely.
pub const SUSPECT: f64 = 0.05;

/// Pivot ratio below which a row at a closed position is redundant: the sine of its angle to the others is 1e-5.
pub const REDUNDANT: f64 = 1e-10;

/// A pivot this much smaller than before cancellation is no pivot: the row is left out of this evaluation.
pub const COLLAPSE: f64 = 1e-13;
