//! Proofs of the sweep by independent means: a twin, a referee in plain numbers, laws, closed forms and faults.

mod random;
mod slices;
mod twin;
