//! `method sweep`: a root that translates among polygons and pawls hinged on it, kept exactly as written.
//!
//! Every expression is still evaluated the ordinary way, which finds what is misspelt or has the wrong dimension;
//! [`evaluate`] then gives the same value without rounding. A sweep has statements of its own and none of the others'.

mod angle;
mod collect;
mod dimensions;
mod draft;
mod evaluate;
mod exact_shapes;
pub(crate) mod find;
mod number;
mod outline;
mod outlines;
mod pawls;
mod range;
pub(crate) mod refusals;
mod root;
mod run;
mod simple;
mod touching;
mod worth;

pub(crate) use draft::Sweep;
