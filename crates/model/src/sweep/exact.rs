//! Exact numbers.

/// An exact rational, in SI units where it has any.
pub type Exact = dashu_ratio::RBig;
