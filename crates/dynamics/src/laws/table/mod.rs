//! Parts on a table of actuators: what pushes them, how they rub, when they rest, and whether they are there at all.
//!
//! ```text
//! windows, arrays ─▶ on? (frames, scripts, `on`) ─▶ where each acts (priorities) ─▶ wrench on every part ─▶ loads
//! surface ─▶ friction of the area that slides, by law; rows that hold what rests, inside the limit surface ─▶ loads, rows, guards
//! scripts choose frames at scheduled moments and by conditions
//! ```
//!
//! Everything here is planar and in maximal coordinates; a part that a joint holds is above the table and feels none
//! of it. Numbers come from the crate `fields`. How a body is supported (absent, sliding, at rest and on what) is
//! `Support`, kept with the bodies; where scripts stand and what bins have caught is `TableState`.
//!
//! * **Where windows act**: regions less what lies above them, once a frame of a script; layered, by cutting parts,
//!   where something moves.
//! * **Densities given by functions**: parts are cut along the lines where a density jumps or has a kink; how far it may
//!   jump along curves is bounded by intervals, and the stated error takes that in.
//! * **Friction**: a part over several surfaces rubs piece by piece, each by the law there.
//! * **Rest and breakaway**: guards for coming to rest and setting off. Parts that touch others are decided together with
//!   their contacts (`system::settle`), each with its limit surface; what touches nothing is decided alone.
//! * **Guards without a solve**: speeds, and limits of parts that only the table holds, are read from the loads
//!   alone.
//! * **Steps** are so short that no part passes a window, nor a line in a field, unnoticed, and end where the power
//!   drawn has a kink.
//! * **Frames** change at scheduled moments (ends of steps) or by guards.
//! * **No answer**: a density that is no number, or two belts at one place, ends the run with E0815.
//! * **Energy** drawn by windows and arrays is integrated beside the ledger and is no part of the balance
//!   (`LedgerKind::Meter`).
//! * Rows hold what rests or is not there; slopes serve implicit methods; arrows that change are given to those who
//!   draw them.
//! * `symplectic` takes no surface and nobody who comes or goes: refused by name.
//!
//! The gallery's array scenes stand against closed forms and integrations of their own in `scenes/array_twin.py`;
//! `engine/tests/table.rs` has the rest.

pub mod active_windows;
pub mod area_friction;
pub mod changing_arrows;
pub mod crease_step_limit;
pub mod density_discontinuities;
pub mod display_arrows;
pub mod guards_without_solve;
pub mod intervals;
pub mod jacobian;
pub mod layers;
pub mod limit_surface;
pub mod power_kinks;
pub mod presence;
pub mod pushes;
pub mod quantities;
pub mod rates_read;
pub mod script_state;
pub mod scripts;
pub mod sliding_part;
pub mod state;
pub mod stick_slip;
pub mod table;
pub mod undefined_density;
pub mod window_step_limit;
pub mod windows;
