//! Parts on a table of actuators: what pushes them, their friction, when they rest, and whether they are there at all.
//!
//! ```text
//! window ─▶ on? (frames, `on`) ─▶ where it acts (priorities) ─▶ wrench on each part over it     active_windows.rs, pushes.rs
//! part slides: friction of the area under it, by law            rests: rows hold it, inside the limit surface     area_friction.rs, stick_slip.rs
//! scripts choose frames at scheduled moments and by conditions   scripts.rs
//! ```
//!
//! Everything here is planar; a part that a joint holds is above the table and feels none of it.

pub mod active_windows;
pub mod area_friction;
pub mod changing_arrows;
pub mod crease_step_limit;
pub mod density_discontinuities;
pub mod departures;
pub mod display_arrows;
pub mod guards_without_solve;
pub mod intervals;
pub mod jacobian;
pub mod layers;
pub mod power_kinks;
pub mod presence;
pub mod pushes;
pub mod quantities;
pub mod rates_read;
pub mod script_state;
pub mod scripts;
pub mod simultaneous_breakaway;
pub mod sliding_part;
pub mod state;
pub mod stick_slip;
#[expect(clippy::module_inception, reason = "the type the room is named for")]
pub mod table;
pub mod undefined_density;
pub mod window_step_limit;
pub mod windows;
