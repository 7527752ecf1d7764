//! Complementarity with Coulomb friction and the laws of impact, on small dense matrices.
//!
//! Knows no bodies: a contact is a few rows of the matrix W = J M⁻¹ Jᵀ (through joints), positive semidefinite and
//! often singular. [`rest`] decides what lasting contacts do, at the level of accelerations, or of velocities with e = 0; [`Fixed`] gives their
//! forces while modes last; [`strike`] are the laws of impact built on it.

mod account;
mod blow_plane;
mod blow_space;
mod core;
mod elimination;
mod envelope;
mod fixed;
mod lemke;
mod newton;
mod pyramid;
mod ranges;
mod rest;
mod several;
mod share;
mod simplex;
mod strike;
mod verdict;

pub use fixed::{Fixed, Jam};
pub use ranges::{ranges, ranges_of_sums};
pub use rest::{Contact, Held, Inconsistent, Mode, RESIDUAL, Resistance, Rest, Slip, rest};
pub use strike::{Blow, Law, ROUNDS, ROUNDS_A_CONTACT, Strike, Treatment, jam, strike};
