//! Describe a mechanism, run it, see what happened, trust the numbers.
//!
//! ```
//! use mainspring::prelude::*;
//!
//! let scene = "space planar
//! gravity (0, -9.81) m/s^2
//! mass bob = 1 kg at (1, 0) m
//! joint rod = distance(ground (0, 0), bob.center) { length = 1 m }
//! run 2.3678419475762373 s";
//! let run = simulate(scene, &Settings::default().probe("bob.position"))?;
//! // a whole period: back where it began
//! let position = run.value("bob.position").unwrap();
//! assert!((position[0] - 1.0).abs() < 1e-7 && run.outcome.ledger.relative < 1e-7);
//! # Ok::<(), Failure>(())
//! ```
//!
//! The steps in between are there too: [`Scene`] reads, [`check`] builds, [`prepare`] also assembles, [`Prepared::run`] moves it
//! and writes to any [`Sink`](record::Sink).

#[cfg(doctest)]
mod book;

pub use mainspring_workbench::*;
