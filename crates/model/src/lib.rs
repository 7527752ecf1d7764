//! What is there: a [`Model`] is flat, in SI units, checked, and immutable once built.
//!
//! Flat vectors with indices as ids and human paths beside them. A body's frame sits at its centre of mass with the
//! axes its shape was drawn in; markers (a point with axes on a body or the ground) carry joints and loads.
//!
//! **Expressions.** What an expression reads during a run is lowered to scalar nodes in one array ([`Programs`]),
//! children before parents; a vector is one node a component. [`Level`] says what a node depends on (time, positions,
//! rates, forces) and so where it may be read. Comparisons, steps, whole numbers and tables over time alone read
//! `SwitchTime`, the middle of the current step, instead of `Time`: within a step they cannot change, and the moments
//! at which they do are ends of steps, which the dynamics finds.
//!
//! **Tables.** [`Fields`] is what a scene says of actuators: `Surface`, `Window` (region, place, density or velocity,
//! priority), `Array` (cells, groups, levels), frames, scripts (flat lists of steps, loops and labels flattened),
//! bins. A density may read the place it is asked for (`Probe::FieldX`, `FieldY`); whether it is affine
//! there is proved by its form, and then its wrench is exact from moments. One tape is evaluated in every cell of an
//! array. Arrivals, departures, bins and edges become switches of parts.
//!
//! **Sweeps.** A scene of `method sweep` has no bodies: it gives a [`SweepModel`] of exact rationals instead
//! ([`Model::sweep`]), every number as the text says (12 mm is 12/1000 m), angles by the tangent of their half.
//! Beside every number it is kept how it follows from dimensions that have a range ([`Follows`]),
//! and a ring keeps the numbers that the text gives its corners, whichever way it is turned.

mod field_places;
mod fields;
mod functions;
pub mod model;
pub mod probe;
pub mod program;
mod sweep;
mod switch;
mod table;
mod tolerances;
mod touch;

pub use fields::*;
pub use functions::{BinaryFn, Jet, UnaryFn};
pub use model::*;
pub use probe::{Drawer, EnergyTerm, Level, Load, Probe, SweptQuantity};
pub use program::{Node, NodeId, Programs, Tape};
pub use sweep::*;
pub use switch::{Leaving, Switch, SwitchTarget, Trigger};
pub use table::{Interpolation, Table};
pub use touch::*;
