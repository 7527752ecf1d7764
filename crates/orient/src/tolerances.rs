//! The numbers that decide in this crate, each from a parent and with its reason.

/// A part has settled when it is this near its rest (rad).
/// from: the tenth of a milliradian to which plans are read
/// Three of them are below what any picture or summary shows.
pub const SETTLED: f64 = 3e-4;

/// (c/ρ)² over k/m of a surface.
/// from: critical damping of a linear oscillator
/// Less would swing past, more would only be slower.
pub const CRITICAL_DAMPING: f64 = 4.0;

/// By how much a squeeze lasts longer than the turning that was worked out.
/// from: the plan's duration
/// Moments change while the part still moves to the line.
pub const DURATION_MARGIN: f64 = 1.2;

/// How much of the distance from an unstable equilibrium a part may lose by turning while it moves to the line.
/// from: the distance of the nearest start
/// A tenth leaves the others where the plan wants them.
pub const TURNED_ON_THE_WAY: f64 = 0.1;

/// Distances of starts from unstable equilibria that differ by less are equal (rad), and the first is taken.
/// from: ε × 5000
/// The rounding of sums of turns.
pub const EQUAL_TURNS: f64 = 1e-12;

/// Lengths and angles (of the radius, rad) of an outline that differ by less are alike.
/// from: √ε / 15
/// Edges that are meant to be a disc, a capsule or a sector are so to rounding.
pub const ALIKE: f64 = 1e-9;

/// Area and polar moment of what was written may differ by this from those of the part.
/// from: the seven digits that coordinates are written with
/// A hundred roundings of them.
pub const READ_BACK: f64 = 1e-5;
