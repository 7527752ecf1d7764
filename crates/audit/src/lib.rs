//! The auditor: notices that a run has gone wrong, by measures of its own.
//!
//! After every accepted step and event the engine shows it poses, velocities and the energy ledger ([`Look`]). It asks what
//! any engineer would ask who sees only these:
//!
//! ```text
//! overlaps    is a part inside another, deeper than rounding (or, under the penalty method, than its springs explain)?
//! joints      do the joints still hold their parts together? do gears mesh, stops stop?
//! drives      is a prescribed coordinate where, or as fast as, its expression says?
//! energy      does the ledger balance? does friction only take energy? does projection hardly move anything?
//! ```
//!
//! It shares no code with what it watches: overlap has a crate of its own, joints are measured by the descriptors that
//! place parts, not by the rows that hold them, coordinates and rates are read from poses and velocities. What it finds is
//! a [`Doubt`](mainspring_record::Doubt): of what, since when, how much, and how much would have been allowed. A run with
//! doubts ends *doubtful*, never silently.

mod auditor;
mod coordinates;
mod doubts;
mod drives;
mod energy;
mod joints;
mod look;
mod overlaps;
mod places;
mod tolerances;

pub use auditor::{Auditor, Notes};
pub use look::{Balance, Look, SoftContact};
