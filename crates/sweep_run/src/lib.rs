//! Running the exact sweep on a model: the scene's exact rationals to the tracer, its answer to frames and events.
//!
//! [`trace`] poses the scene as a problem of `mainspring_sweep` and solves it; [`record_motion`] writes the motion to a sink, as any
//! method does.

mod contact_names;
mod crossing;
mod event_text;
mod faults;
mod ledger;
mod moments;
mod obstruction;
mod placed_polygon;
mod planes;
mod quantities;
mod readings;
mod record_motion;
mod report;
mod scene_problem;
mod schema;
mod tolerances;
mod traced_motion;
mod values;

pub use contact_names::{ContactFeatures, ContactNames, rounded};
pub use crossing::Crossing;
pub use faults::{CODES, withdrawal_fault};
pub use planes::{drawn_plane, root_speed, shown_angles, shown_until};
pub use record_motion::{RunRequest, record_motion};
pub use report::{ContactReport, Decisions, EventReport, Insertion, MotionReport, Peak};
pub use scene_problem::{RingOf, SceneProblem, angle_difference, pose};
pub use traced_motion::{TracedMotion, trace, trace_fault};
pub use values::values_at;
