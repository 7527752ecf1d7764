//! The symmetric indefinite system  \[M Jᵀ; J 0\]\[x; −λ\] = \[f; g\], factorised block by block along the mechanism.
//!
//! [`pattern`] decides the order once: along a spanning tree of the mechanism from the leaves to the ground, each body
//! followed by the joint that hangs it on its parent, each loop closure just before the body its loop starts from.
//! In that order no pivoting is needed: a body's block is positive definite, a tree joint's negative definite, and a
//! loop's becomes singular only if the closure is redundant, which [`factor`] finds row by row.

pub mod factor;
pub mod pattern;

pub use factor::Factor;
pub use pattern::{Element, Pattern};
