//! The solvers of impact and resting contact.
//!
//! One program, because each one more has to be built and linked; what cannot share stands beside it.

mod areas;
mod bodies;
mod bounded;
mod bounded_many;
mod fixed;
mod jam;
mod properties;
mod rest_plane;
mod rest_space;
mod statics;
mod stress;
mod strike_many;
mod strike_one;
