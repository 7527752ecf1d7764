//! Contact between parts, and stops of joints, event by event.
//!
//! ```text
//! shapes ─▶ features ─▶ pairs near ─▶ first meeting on the step's path ─▶ event: touching set ─▶ impact ─▶ modes ─▶ rows
//! ```
//!
//! What touches is a list in the mode: a pair of features (or a stop) with stick or slip and the gap that counts as
//! none. During a step the list is fixed and its contacts are equations on top of the joints': W = G K⁻¹ Gᵀ with the
//! joints' factor, so contacts come and go without a new pattern and impulses pass through joints. W falls into
//! islands by the parts that contacts share, and rows that joints hold (1e-13 of what their bodies alone would give)
//! are struck from it.
//!
//! * Closed contacts are equations, sliding friction is −μ λₙ along the slip; loads that are not determined keep as
//!   near as they can to the share decided. Projection keeps gaps and stops slips. The implicit methods' Jacobian
//!   holds what contacts hold.
//! * Stops of joints and tooth sides of gears with play are contacts with one row. Resistance to rolling and spinning
//!   has rows after those of all contacts. All this is in maximal coordinates.
//! * Five guards a contact: λₙ (parts), cone or slip (slips, sticks), extent (support passes to other features),
//!   rolling, spinning.
//! * The step's path: dense output as Chebyshev series, whose derivatives bound the motion for the search of the next
//!   meeting. What was let go a little inside meets again where it sinks deeper.
//! * Where rigid parts at rest leave a load open, an event `open` tells its range, once a pair.
//! * Impacts, stops and features are put into words here. An impact's `lost` is below zero where the law gained
//!   energy; text, summary and page then say so, and a `gain` event follows.
//!
//! At an event the touching set comes from geometry (at t = 0 within 1e-9 of the smaller part, later within 1e-10)
//! and approaching contacts are struck. Slow lifts that come back are closed (a ball that bounces, a block that
//! rocks; asked again with those found as contacts until none is added). The rest is decided by complementarity. What
//! was at its limit is taken 1e-9 weaker (1e-6 in space), and if it holds all the same its share is moved inside the
//! cone, together with those whose load depends on it; what came to its limit stays weak as long as time stands still
//! (`TouchState::strained`). In a crowd on a rough table what nothing eases is left at its limit, as if it slid, and
//! others hold it in place; two that the table holds stick whatever they did before. Where several motions are
//! consistent the one without force is taken. Work of prescribed motions in an impact is theirs, not lost.
//!
//! Tests: the gallery checks every frame for overlap by measures that share nothing with the search. In
//! `engine/tests`, `lifted` holds planar scenes against their extrusions, `lasting` every step of gallery runs
//! against Coulomb's and Newton's laws, `arch` thrusts and collapse against an independent polyhedron.

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
pub mod mesh;
pub mod name_order;
pub mod paths;
pub mod play;
pub mod point;
pub mod project;
pub mod quantities;
pub mod resistance;
pub mod rolling_resistance;
pub mod rows;
pub mod slip_slopes;
pub mod state;
pub mod step_path;
pub mod touch;
