//! Complementarity with Coulomb friction and the laws of impact, on small dense matrices.
//!
//! Knows no bodies: a contact is a few rows of the matrix W = J M⁻¹ Jᵀ (through joints), positive semidefinite and
//! often singular. [`solve_contacts`] decides what lasting contacts do, at the level of accelerations, or of velocities with e = 0; [`FixedModeSolver`] gives their
//! forces while modes last; [`solve_impact`] are the laws of impact built on it.

mod contact_solver;
mod energetic_restitution;
mod fixed_modes;
mod force_ranges;
mod friction_lcp;
mod impact;
mod impact_planar;
mod impact_spatial;
mod lemke;
mod load_sharing;
mod mode_search;
mod multi_contact_impact;
mod newton;
mod problem;
mod residual;
mod scaled_problem;
mod simplex;
mod tolerances;

pub use contact_solver::solve_contacts;
pub use fixed_modes::{FixedModeSolver, Jam};
pub use force_ranges::{force_ranges, force_ranges_of_sums};
pub use impact::{
    ImpactProblem, ImpactSolution, Law, ROUNDS, ROUNDS_A_CONTACT, Treatment, impact_without_collision, solve_impact,
};
pub use problem::{Contact, ContactProblem, ContactSolution, Inconsistent, Mode, Resistance, Slip};
pub use tolerances::RESIDUAL;
