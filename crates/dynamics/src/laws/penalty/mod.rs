//! The penalty method: a spring and damper wherever parts overlap (stanley-colgate-1992), in place of rigid contact.
//!
//! * [`law`]: the forces as functions of depth and slip.
//! * `force`: what presses at a state: forces, stored energy, heat, slopes.
//! * `overlaps`: which features overlap; guards that end steps where that changes, so that within a step every force is
//!   smooth and integrators keep their order.
//! * `softness`: stiffness that follows the step's error.
//! * `quantities`: what contacts are measured by.
//!
//! Stiffness counts per point of contact: a box lying on an edge of two corners stands on two springs.

pub mod force;
pub mod law;
pub mod overlap;
pub mod overlaps;
pub mod pair_masses;
#[expect(clippy::module_inception, reason = "the type the room is named for")]
pub mod penalty;
pub mod point;
pub mod quantities;
pub mod softness;
