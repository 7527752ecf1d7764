//! Recordings written, damaged, read and exported.
//!
//! One program, because each one more has to be built and linked; what cannot share stands beside it.

mod compare;
mod contacts;
mod damage;
mod export;
mod flips;
mod round_trip;
mod stepped;
mod support;
mod windows;
