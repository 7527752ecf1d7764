//! The symmetric indefinite system  \[M Jᵀ; J 0\]\[x; −λ\] = \[f; g\], factorised block by block along the mechanism.
//!
//! [`pattern`] decides the order once: along a spanning tree of the mechanism from the leaves to the ground, each body
//! followed by the joint that hangs it on its parent, each loop closure just before the body its loop starts from.
//! In that order no pivoting is needed: a body's block is positive definite, a tree joint's negative definite, and a
//! loop's becomes singular only if the closure is redundant, which [`factor`] finds row by row.
//!
//! Chains and trees cost O(bodies). One order and one set of places serve all joints, and what acts selects among
//! them: a joint that comes or goes redoes the pivots from what it touches towards the root (counted), nothing else.
//! Rows dropped as redundant are masked.
//!
//! Blocks of up to six unknowns are eliminated by kernels of known size: the operations of the plain loops in the
//! same order, which a test holds to the same bits. A general sparse library would choose its order and its kernels
//! by the processor.

pub mod border;
pub mod factor;
pub mod pattern;

pub use factor::Factor;
pub use pattern::{Element, Pattern};
