//! Vectors, rotations, small dense solvers, roots and quadrature: the numerical tools that every other crate shares.
//!
//! Own code, not a library, because the bits of a result must not depend on the CPU: libraries choose their kernels, and with
//! them the order of sums and the use of fused multiply-add, by what the machine offers. Here every operation stands in a
//! fixed order, and transcendental functions come from the `libm` crate. The problems are small (2 to some tens of
//! unknowns), so nothing is lost by that.
//!
//! Small functions are `#[inline]`: they are called in hot loops of other crates, and a plain build has no link-time
//! optimisation. Where two variants of one method stand here, their sums are in different orders; both orders are part of
//! results that must not change, and each says so.

pub mod angle;
pub mod cholesky;
pub mod complex_lu;
pub mod elimination;
pub mod envelope_cholesky;
pub mod golden_section;
pub mod interrupt;
pub mod lu;
pub mod matrix3;
pub mod quadrature;
pub mod quaternion;
pub mod roots;
pub mod row_reduction;
pub mod slice;
pub mod symmetric2;
pub mod symmetric3;
mod tolerances;
pub mod vec2;
pub mod vec3;
