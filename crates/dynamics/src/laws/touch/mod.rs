//! Contact between parts, and stops of joints, event by event.
//!
//! What touches is a list in the mode: a pair of features (or a stop) with stick or slip. During a step the list is fixed and
//! its contacts are equations on top of the joints' (`rows.rs`, `forces.rs`, `project.rs`); `step_path.rs` finds when something else
//! meets, `guards.rs` when a contact changes; `event.rs` and `impact.rs` say what follows.

pub mod contact;
pub mod due;
pub mod event;
pub mod event_text;
pub mod forces;
pub mod guards;
pub mod impact;
pub mod indeterminate_loads;
pub mod initial_overlap;
pub mod islands;
pub mod limit_relief;
pub mod paths;
pub mod point;
pub mod project;
pub mod quantities;
pub mod redecide;
pub mod resistance;
pub mod rolling_resistance;
pub mod rows;
pub mod state;
pub mod step_path;
#[expect(clippy::module_inception, reason = "the type the room is named for")]
pub mod touch;
