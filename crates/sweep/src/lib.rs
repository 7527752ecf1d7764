//! Exact quasi-static motion of pawls on a translating root among polygons. Knows neither scenes nor units.
//!
//! ```text
//! Problem (rationals) ─▶ solve: trace each pawl from event to event ─▶ Trajectory: events, exact pieces
//!                        flight │ arc │ fall ─▶ what follows ─▶ next
//! ```
//!
//! **Questions.** Everything asked of a contact is a `Lin`: affine in t, linear in (cos θ, sin θ, 1), written once
//! for balls, intervals and rationals (`Number`; `Form` is the question). With u = tan(θ/2) a curve of contact is t =
//! −F₀(u)/F₁(u), so curves cross at roots of a quartic. Charts are half turns with |u| ≤ 1, so any number of turns is
//! one more integer.
//!
//! **Points.** A `Point` is where something happens. Each is a rational function of one algebraic number
//! (`PointConstruction` says which), so signs, and the order in time of any two, are decidable (`ExactPredicates`);
//! two points that come about alike are known to be equal without arithmetic. A decision asks balls, then intervals,
//! then exact arithmetic; [`Counts`] says how often the last was needed.
//!
//! **Searching.** `arc` is what ends an arc by itself (vertices meet, edges lie on each other, the lever vanishes,
//! sticking, θ = 0), `search` what is met first along an arc and in free flight, `fall` in a fall. They walk in
//! pieces that grow while few pairs are near and are cut while there are many, so that work follows what is met.
//! `nearby_edges` takes pairs from two trees of boxes (`tree`: boxes along their own axes, apart where an axis of
//! either shows it; a window into the obstacles' tree goes with the pawl), less the curves that face away at all
//! angles of the piece; what a piece found serves the questions at its end. Memory: the input, its tree and the
//! output.
//!
//! **What follows.** At most points a corner meets a corner, an edge lies on an edge, or one curve is crossed; then
//! signs at the point itself tell (`simple_transitions`). The rest is not decided at the point but at a rational time
//! just after it, before anything else happens to the curves through it (`degenerate_transitions`): arcs are ordered
//! by angle, levers say which sectors are free, and the state takes the one nearest to zero. So corners on corners,
//! flush edges and simultaneous events have no cases of their own.
//!
//! **Conventions.** Straight vertices are left out beforehand. Overlapping obstacles need no union: the first
//! blocking arc met from free space is on its boundary. A start nearer to a floor than 1e-9 rad is taken as on it. A
//! scene far from the origin is brought there (`solve`); whether edges touch at a point is asked of the point itself
//! where floats cannot tell, so that no distance is small by itself.
//!
//! **Numbers.** A contact obeys the closed forms of `force`, with differences of places taken exactly.
//! `sliding_interval` evaluates them from the nearer end of an interval on which the sense of sliding stays, where
//! the lever is known from the angle or proved to vanish: a time rounded in its last place would leave half of a
//! vanishing lever's digits. `interval_ends` says which levers are proved to vanish; `refine_events` brings times and
//! angles of events after long ways to their last places. `peak` is the largest forces, `energy` work and heat by
//! quadrature; neither has a bound where sliding runs into sticking. `plane` is the (t, θ) plane of one window of
//! time, on request.
//!
//! **Twins.** `Method::Naive` asks every pair at every event, by intervals, and resolves every corner in full. Tests
//! compare it with the lazy method, so that each shortcut has its twin, and both with a referee that knows no curves.

mod arc;
pub mod assembly;
mod boxed;
mod chart;
mod contact;
mod curve;
mod degenerate_transitions;
mod energy;
mod fall;
mod fault;
mod finder;
mod force;
mod form;
mod interval_ends;
mod landing;
mod leaf_order;
mod lin;
mod nearby_edges;
pub mod numbers;
mod outline;
mod overlap;
mod peak;
mod plane;
mod point;
mod problem;
mod refine_events;
mod search;
mod simple_transitions;
mod sliding_interval;
mod solve;
mod tolerances;
mod trace;
mod trace_state;
mod trajectory;
mod tree;
mod validate;
mod world_number;

pub use contact::Contact;
pub use energy::{Energy, Spent, Work};
pub use fault::Fault;
pub use numbers::{Rational, rational};
pub use peak::{Peak, Touching};
pub use plane::{Plane, PlaneArc, Slice, TooManyArcs, Window, plane};
pub use point::Counts;
pub use problem::{Angle, Obstacle, Pawl, Place, Problem};
pub use solve::{Method, Motion, solve};
pub use trajectory::{Event, Kind, Piece, State, Trajectory};
