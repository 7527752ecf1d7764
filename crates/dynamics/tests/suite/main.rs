//! Equations of motion against methods of their own.
//!
//! One program, because each one more has to be built and linked; what cannot share stands beside it.

mod conventions;
mod jacobian;
mod joint_coordinates;
mod joints;
mod kkt;
mod linear_cost;
mod reduced_twin;
mod redundant;
mod support;
mod twin;
