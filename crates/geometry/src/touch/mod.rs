//! Where two shapes touch: pieces of their surfaces, the gap between two pieces, and when a motion closes it.
//!
//! A surface is taken apart into *features* (corners, edges, arcs, faces, rims), each a smooth [`Primitive`] with an extent. A
//! contact is a pair of features. Its gap, and how that changes along a motion, comes from the two primitives alone
//! ([`meet`]); whether the pair can be a contact where it is comes from the extents.
//!
//! Planar shapes use the same primitives with z = 0: a straight edge is a [`Primitive::Plane`], a corner or arc a
//! [`Primitive::Point`].
//!
//! A primitive is a point, a plane, a line or a circle with a radius, negative where it is hollow, an ellipsoid or a cone.
//! [`meet`] gives gap, rate, bias, normal and place of two primitives by jets along the motion. The table at the head
//! of `spatial` says which pairs touch in space. The search for the first meeting on a path is conservative
//! advancement while shapes are apart, then each near pair's gap under true bounds of the path (`gap_enclosure`; for
//! rims and crossing edges the bound of the second derivative is an estimate).
//!
//! All of it is our own code: times of impact, holes and gaps below zero are what the field's library lacks.

mod broad_phase;
mod feature;
mod gap_enclosure;
mod jet;
mod meet;
mod meeting;
mod motion;
mod pairs;
mod place;
mod planar;
mod pressing;
mod primitive;
mod scan;
mod scan_state;
mod search;
pub mod spatial;
mod surface;
mod touching;

pub use broad_phase::{Bounds, BroadPhase, overlapping};
pub use feature::{Feature, FeatureKind, FeaturePair};
pub use meet::meet;
pub use meeting::Meeting;
pub use motion::{Motion, Path, Speeds};
pub use pairs::{beside, distance, fills_hole, inside, margin, midway, near, stands};
pub use place::Place;
pub use pressing::{Pressing, apart_at_least, clear_of_standing, finest, pressing};
pub use primitive::Primitive;
pub use search::{FirstMeeting, first_meeting};
pub use surface::Surface;
pub use touching::touching;
