//! Surfaces of solids: features with extents, which pairs are near, which stand as contacts, how far two are apart.
//!
//! What can touch what, and why no more is needed:
//!
//! ```text
//! face    corner, ball, rim                  two faces touch at corners, and where edges cross; a round side lying on a
//!                                            face touches along a line whose ends are places of its rims or balls
//! edge    edge, ball, side, rim              an edge lying on a face: its corners, and crossings with the face's edges
//! side    edge, corner, ball, side, rim      round, bulging out
//! bore    corner, ball, rim                  round, hollow; a peg's side touches it at the peg's rims and the bore's mouths
//! rim     face, edge, ball, side, bore, rim  also the mouth of a bore, but not with a face
//! slant   edge, corner, ball, side, rim, slant   of a cone; on a face it lies with its apex, a corner, and its rim
//! ellipsoid   all of these but what is hollow, and ellipsoids
//! ```
//!
//! Ellipsoids and cones do not touch parts with hollow round sides: refused by name ([`SolidSurface::refuses`]).
//!
//! A rim can be near a partner at two places (a tilted peg in a bore; an edge across a disc): it is two features then, the
//! same circle with `second` set on one of them. A flat end lying on a face has no lowest place of its rim; six places
//! fixed on it carry it then. They count just where the rim does not: while rim and face are parallel within 1e-9, where the
//! nearest of them is higher than the rim by less than what counts as touching. So it is with a ball straight over the
//! mouth of a bore.

mod builder;
mod can_touch;
mod cone;
mod containment;
mod convex;
pub(crate) mod curves;
mod distance;
mod ellipsoid;
mod extent;
mod nearest;
mod of_solid;
mod pairs;
mod patch;
mod piercing;
mod prism;
mod round_solids;
mod scan_solids;
pub(crate) mod smooth;
mod solid_surface;

pub use distance::distance;
pub(crate) use nearest::midway;
pub use pairs::{beside, inside_extents, margin, near, stands, touching};
pub(crate) use pairs::{lies_flat, standing};
pub(in crate::touch) use scan_solids::judge_solids;
pub use solid_surface::{SolidSurface, SolidSurfaceError};
