//! The penalty method: a spring and damper wherever parts overlap (stanley-colgate-1992), in place of rigid contact.
//!
//! * [`law`]: the forces as functions of depth and slip.
//! * `force`: what presses at a state: forces, stored energy, heat, slopes.
//! * `places`: in the plane the places that press, their depth and their normal follow at every state from where the parts are
//!   (`geometry::touch::pressing`); the springs are the gradient of one energy of the relative place. Remembered is no more than how fast each
//!   place was met, which restitution refers to.
//! * `features`: in space, which features overlap, as a list that guards keep up to date; `adopt`: what they missed.
//! * `overlaps`: guards that end steps where that changes, so that within a step every force is smooth and integrators keep
//!   their order; the longest step in which nothing passes unseen.
//! * `near`: pairs that may press.
//! * `softness`: how fast springs swing that fixed steps are to follow.
//! * `quantities`: what contacts are measured by.
//!
//! Stiffness counts per point of contact: a box lying on an edge of two corners stands on two springs, a disc on one, a
//! corner of either part that is inside the other on one.
//!
//! Rigid contact is the limit: `engine/tests/penalty_limit.rs` shows the orders in which stiff contact comes near it.
//! Under this method no part arrives or leaves: refused by name.

pub mod adopt;
pub mod features;
pub mod force;
pub mod law;
pub mod near;
pub mod near_list;
pub mod overlap;
pub mod overlaps;
pub mod pair_masses;
pub mod penalty;
pub mod places;
pub mod point;
pub mod quantities;
pub mod softness;
