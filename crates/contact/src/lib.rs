//! Complementarity with Coulomb friction and the laws of impact, on small dense matrices.
//!
//! Knows no bodies: a contact is a few rows of the matrix W = J M⁻¹ Jᵀ (through joints), positive semidefinite and
//! often singular, and a problem is w = W λ + b.
//!
//! * [`solve_contacts`] decides what lasting contacts do, at the level of accelerations, or of velocities with e = 0:
//!   complementarity with Coulomb's true cone and the limit surfaces of areas, by Lemke's method and then Newton's method on
//!   the modes found.
//! * [`FixedModeSolver`] gives their forces while modes last: a linear system with contacts put in line and
//!   factorised within their envelope, so that the forces of a tower are solved for in proportion to its height.
//! * [`solve_impact`] are the laws of impact. One contact is struck exactly (phase by phase in the plane, a series in
//!   the impulse in space), points of one pair that come down alike as one, others of a pair by a plastic solve and a
//!   rebound of e² of the work.
//! * [`impact_without_collision`] is the impulse that ends a slip for which there is no force (Painlevé).
//! * [`law_residual`] tells by how much a force is off the laws it obeys, [`force_ranges`] tells how open a load is that statics does not determine.

mod contact_solver;
mod crowd;
mod crowd_direct;
mod crowd_exact;
mod crowd_gradients;
mod dense_rows;
mod energetic_restitution;
mod fixed_mode_envelope;
mod fixed_mode_responses;
mod fixed_mode_unknowns;
mod fixed_modes;
mod force_ranges;
mod friction_lcp;
mod impact;
mod impact_group;
mod impact_phases;
mod impact_planar;
mod impact_spatial;
mod law_residual;
mod lemke;
mod limit_surface;
mod load_sharing;
mod mode_search;
mod newton;
mod problem;
mod residual;
mod scaled_problem;
mod simplex;
mod tolerances;

pub use contact_solver::solve_contacts;
pub use crowd::{Crowd, CrowdLaw};
pub use dense_rows::BodyEntries;
pub use fixed_modes::{FixedModeSolver, Jam};
pub use force_ranges::{force_ranges, force_ranges_of_sums};
pub use impact::{
    ImpactProblem, ImpactSolution, Law, ROUNDS, ROUNDS_A_CONTACT, Treatment, impact_without_collision, solve_impact,
    stop_without_collision,
};
pub use law_residual::law_residual;
pub use limit_surface::{LimitSurface, weakened};
pub use problem::{Bound, Bounded, Contact, ContactProblem, ContactSolution, Inconsistent, Mode, Resistance, Slip};
pub use tolerances::RESIDUAL;
