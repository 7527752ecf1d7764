//! Parts on a table of actuators: what pushes them, how they rub, when they rest, and whether they are there at all.
//!
//! ```text
//! window ─▶ on? (frames, `on`) ─▶ where it acts (priorities) ─▶ wrench on each part over it     panes.rs, pushes.rs
//! part slides: friction of the area under it, by law            rests: rows hold it, inside the limit surface     rubs.rs, rests.rs
//! scripts choose frames at scheduled moments and by conditions   scripts.rs
//! ```
//!
//! Everything here is planar; a part that a joint holds is above the table and feels none of it.

pub mod changing_arrows;
pub mod creases;
pub mod departs;
pub mod departures;
pub mod glance;
pub mod intervals;
pub mod layers;
pub mod lost;
pub mod metering;
pub mod panes;
pub mod passing;
pub mod presence;
pub mod pushes;
pub mod quantities;
pub mod rates_read;
pub mod reach;
pub mod rests;
pub mod rubs;
pub mod script_state;
pub mod scripts;
pub mod sheet;
pub mod shown;
pub mod slopes;
pub mod state;
pub mod table;
pub mod windows;
