//! Vectors, solvers, roots and quadrature.
//!
//! One program, because each one more has to be built and linked; what cannot share stands beside it.

mod dense_solvers;
mod lu;
mod roots_and_quadrature;
mod vectors;
