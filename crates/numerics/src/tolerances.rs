//! Every number of this crate that decides.

/// A pivot of a positive definite matrix below this share of its diagonal entry is rounding: the matrix is not definite.
/// from: ε, 45 of them
/// Cancelling sums of a few dozen products leave some tens of ε of what they started with.
pub(crate) const NOT_DEFINITE: f64 = 1e-14;

/// Angles (rad) below this take the series of sin(a/2)/a, the quotient above.
/// from: ε, its fourth root
/// The first term left out is a⁴/3840, far below ε there.
pub(crate) const SMALL_ANGLE: f64 = 1e-4;

/// κ₁ of the ITP method, per width of the first bracket: how far an estimate is pulled towards the middle.
/// from: the method's paper (Oliveira and Takahashi 2020)
/// Their recommended value; results are as good with any other, only the number of evaluations differs.
pub(crate) const ITP_TRUNCATION: f64 = 0.2;
