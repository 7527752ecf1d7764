//! Numbers that decide in the auditor, in one table: each with what it is derived from and why it has its size.

/// Overlap, over the smaller part's size, that rounding and the closing of gaps explain.
/// from: √ε / 15
/// Gaps are closed to rounding at every step; what is deeper has been let through.
pub(crate) const OVERLAP: f64 = 1e-9;

/// The same where contacts of a whole step are taken together.
/// from: `OVERLAP` × 1000
/// Rows are those of the beginning of the step; what they miss is pushed apart to this.
pub(crate) const STEPPED_OVERLAP: f64 = 1e-6;

/// The same under the penalty method, on top of what the springs explain.
/// from: `OVERLAP` × 1000
/// Points of contact move between two evaluations.
pub(crate) const SOFT_OVERLAP: f64 = 1e-6;

/// How much deeper than its deepest spring a pair under the penalty method may be.
/// from: the width of a corner
/// Springs stand at points, overlap is measured over the whole outline.
pub(crate) const SOFT_DEPTH: f64 = 2.0;

/// Roundings of a coordinate that a measured length may contain.
/// from: ε × 64
/// A pose, two turns and a difference of world coordinates.
pub(crate) const ROUNDING: f64 = 64.0 * f64::EPSILON;

/// Gap of a joint, over the mechanism's length, or angle, rad.
/// from: √ε / 15
/// Joints are closed to rounding at every step.
pub(crate) const JOINT_OPEN: f64 = 1e-9;

/// Distance of a prescribed coordinate from its value, over the mechanism's length, or rad.
/// from: `JOINT_OPEN`
/// Prescribed coordinates are closed as joints are.
pub(crate) const DRIVE_BEHIND: f64 = 1e-9;

/// Difference of a prescribed rate, over the fastest motion of its two parts.
/// from: `DRIVE_BEHIND` × 1000
/// Rates are products of velocities and lengths, and closed after positions.
pub(crate) const DRIVE_RATE: f64 = 1e-6;

/// Share of the largest energy exchanged that the balance may be off by in the end.
/// from: the energy exchanged
/// One in a thousand is what a designer would still call the same motion.
pub(crate) const ENERGY_OFF: f64 = 1e-3;

/// Share of it by which the balance may jump in one step or event, at the tightest tolerances.
/// from: `ENERGY_OFF` / 1000
/// Steps that meet a tolerance of 1e-9 jump by a thousand times less.
pub(crate) const ENERGY_JUMP: f64 = 1e-6;

/// Times rtol, what the balance may jump by.
/// from: rtol
/// Work is integrated beside the motion without error control of its own.
pub(crate) const JUMP_PER_RTOL: f64 = 1e3;

/// Share of the largest energy exchanged that friction may seem to give back.
/// from: `ENERGY_JUMP`
/// Weights of quadrature may be negative where friction is about to vanish.
pub(crate) const DISSIPATION_BACK: f64 = 1e-6;

/// Share of the largest energy exchanged that stepped contacts may seem to give back.
/// from: `ENERGY_OFF` × 20
/// Steps are of first order: what rolls to and fro in a hollow is off by some thousandths, now this way and now that.
pub(crate) const STEPPED_BACK: f64 = 2e-2;

/// How far projection may move an entry after a step, over the entry's size, at the tightest tolerances.
/// from: rtol × 10,000
/// A step that meets its tolerance ends this near to joints and contacts by itself.
pub(crate) const CORRECTION: f64 = 1e-5;

/// Times rtol, what projection may move an entry by.
/// from: rtol
/// Errors off the joints are not controlled, and grow with the step.
pub(crate) const CORRECTION_PER_RTOL: f64 = 1e4;

/// Digits after the point in sentences.
/// from: what is read at a glance
/// The exact number stands beside.
pub(crate) const SHOWN_DIGITS: usize = 2;
