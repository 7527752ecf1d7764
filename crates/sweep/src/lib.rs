//! Exact quasi-static motion of pawls on a translating root among polygons.

mod arc;
pub mod assembly;
mod boxed;
mod curve;
mod fall;
mod fault;
mod force;
mod form;
mod landing;
mod lin;
mod near;
pub mod numbers;
mod outline;
mod overlap;
mod peak;
mod plane;
mod point;
mod problem;
mod resolve;
mod search;
mod solve;
mod trace;
mod trajectory;
mod tree;
mod usual;
mod validate;

pub use fault::Fault;
pub use numbers::{Rational, rational};
pub use peak::{Energy, Peak, Touching};
pub use plane::{Plane, PlaneArc, Slice, TooManyArcs, Window, plane};
pub use point::Counts;
pub use problem::{Angle, Obstacle, Pawl, Place, Problem};
pub use solve::{Method, Motion, solve};
pub use trajectory::{Contact, Event, Kind, Piece, State, Trajectory};
