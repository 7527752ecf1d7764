//! What a program uses: describe a mechanism, run it, see what happened. The package `mainspring` re-exports all of it.
//!
//! [`simulate`] does it at once. The steps in between are there too: [`Scene`] reads, [`check`] builds, [`prepare`] also
//! assembles, [`Prepared::run`] moves it and writes to any [`Sink`](mainspring_record::Sink).
//!
//! Errors of every layer come together here: a scene that does not read as a whole is still checked as far as it
//! goes, so that one run lists every mistake, and [`all_codes`] has the codes of every crate.

mod assembly;
mod codes;
mod decimate;
mod default_record;
mod far_guesses;
mod independent_findings;
mod measured;
mod named_point;
mod nan_watch;
mod on_top;
mod parse_values;
mod plane;
mod plot_sink;
pub mod prelude;
mod prepare;
mod quantity;
mod run;
mod scene;
mod scene_errors;
mod scene_file;
mod settings;
mod switch_storms;
mod tolerances;

pub use assembly::{
    ApproachReport, Assembly, AssemblyError, AssemblySettings, CaseReport, CourseReport, LeftOut, PawlReport,
    PeakReport, RangeReport, SensitivityReport, ToleranceReport, UnsoundSample, WorkReport, WorstCaseReport, WorstWay,
    assemble,
};
pub use codes::{CODES, all_codes};
pub use mainspring_definition as definition;
pub use mainspring_dynamics as dynamics;
pub use mainspring_engine as engine;
pub use mainspring_fields as fields;
pub use mainspring_geometry as geometry;
pub use mainspring_language as language;
pub use mainspring_model as model;
pub use mainspring_orient as orient;
pub use mainspring_record as record;
pub use mainspring_recording as recording;
pub use mainspring_report as report;
pub use mainspring_sweep_run::{ContactReport, Crossing, Decisions, EventReport, Insertion, MotionReport, Peak};
pub use measured::Measured;
pub use named_point::named_point;
pub use parse_values::{TimeError, seconds};
pub use plane::PlaneError;
pub use plot_sink::PlotSink;
pub use prepare::{Checked, Prepared, check, prepare};
pub use quantity::{QuantityError, quantity};
pub use run::{Failure, Hooks, Run, RunFailure, simulate};
pub use scene::Scene;
pub use scene_errors::SceneErrors;
pub use settings::Settings;
