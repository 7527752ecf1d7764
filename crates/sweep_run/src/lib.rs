//! Running the exact sweep on a model: the scene's exact rationals to the tracer, its answer to frames and events.
//!
//! [`trace`] poses the scene as a problem of `mainspring_sweep` and solves it; [`record_motion`] writes the motion to
//! a sink, as any method does. The model keeps every number of the scene as the rational that the text says (12 mm is
//! 12/1000 m) and angles by the tangent of their half; the tracer knows neither scenes nor units. This crate joins
//! the two.
//!
//! * A sweep is traced when it is prepared; frames are looks at a known motion, two at every event. Forces that grow
//!   without bound are NaN.
//! * A ring keeps the numbers that the text gives its corners, whichever way the model turns it; `contact_names` and
//!   `faults` name corners and edges by them.
//! * `crossing` lays pawls over each other at every frame and at their events, because each is traced alone, and
//!   warns; `obstruction` names what the root or a hinge runs into.
//! * `record`, `plot` and `--probe` are lowered to `Programs` as in any scene, over `Probe::Swept`; `readings`
//!   evaluates them from the columns that every moment has.

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
