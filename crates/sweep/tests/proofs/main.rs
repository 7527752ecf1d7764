//! Proofs of the sweep by independent means: a twin, a referee in plain numbers, laws, closed forms and faults.

mod cases;
mod faults;
mod laws;
mod peaks;
mod random;
mod reversals;
mod situations;
mod slices;
mod twin;
mod wheels;
