//! Contact between parts, and stops of joints, event by event.
//!
//! What touches is a list in the mode: a pair of features (or a stop) with stick or slip. During a step the list is fixed and
//! its contacts are equations on top of the joints' (`rows.rs`, `forces.rs`, `project.rs`); `path.rs` finds when something else
//! meets, `guards.rs` when a contact changes; `event.rs` and `blow.rs` say what follows.

pub mod again;
pub mod blow;
pub mod contact;
pub mod due;
pub mod ease;
pub mod event;
pub mod forces;
pub mod guards;
pub mod islands;
pub mod open_loads;
pub mod path;
pub mod paths;
pub mod point;
pub mod project;
pub mod quantities;
pub mod resistance;
pub mod rows;
pub mod start;
pub mod state;
pub mod touch;
pub mod turning;
pub mod words;
