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
//! and writes to any [`Sink`](mainspring_record::Sink).

#[cfg(doctest)]
mod book;
mod codes;
mod consequences;
mod defaults;
pub mod orient;
mod pictures;
mod prepare;
mod quantity;
mod run;
mod scene;
mod settings;
mod sweep;
mod thinned;
mod typed;
mod values;
mod watched;

pub use codes::{CODES, all_codes};
pub use mainspring_definition as definition;
pub use mainspring_dynamics as dynamics;
pub use mainspring_engine as engine;
pub use mainspring_fields as fields;
pub use mainspring_geometry as geometry;
pub use mainspring_language as language;
pub use mainspring_model as model;
pub use mainspring_record as record;
pub use mainspring_recording as recording;
pub use mainspring_report as report;
pub use pictures::Pictures;
pub use prepare::{Checked, Prepared, check, prepare};
pub use quantity::{QuantityError, quantity};
pub use run::{Broken, Failure, Hooks, Run, Wrong, simulate};
pub use scene::Scene;
pub use settings::Settings;
pub use sweep::{
    ApproachTold, Assembly, AssemblyError, AssemblySettings, CaseTold, CourseTold, LeftOut, PawlTold, PeakTold,
    RangeTold, SensitivityTold, ToleranceTold, UnsoundTold, WorkTold, WorstTold, WorstWay, assemble,
};
pub use sweep::{Crossing, Decisions, Insertion, Peak, PlaneError, Told, ToldContact, ToldEvent};
pub use typed::{TimeError, seconds};
pub use values::Measured;

/// What most programs need.
pub mod prelude {
    pub use crate::{Failure, Run, Scene, Settings, simulate};
    pub use mainspring_definition::builder;
    pub use mainspring_model::Domain;
    pub use mainspring_record::{Memory, Sink};
}
