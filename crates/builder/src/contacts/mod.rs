//! The contact phase: which pairs may touch, and what they state about friction and restitution.

pub mod lines;
pub mod phase;
pub mod resolve;
pub mod untouchable;
