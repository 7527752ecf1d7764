//! How deep two rigid shapes are inside each other.
//!
//! For an auditor that watches what finds contacts: nothing here is shared with that code. Shapes are taken as plain data
//! (outlines of lines and arcs, solids by their sizes) and measured where they stand, without any notion of motion or of
//! contact.
//!
//! ```text
//! regions                     the deepest place of one inside the other               planar
//! convex solids               the shortest way that takes them apart                  spatial
//! compounds                   the deepest of their pieces
//! prisms, parallel axes       the lesser of that of their outlines and of their heights
//! other prisms, not convex    the deepest of convex slabs that they are cut into
//! a point                     how deep it is
//! half-spaces                 how far a shape reaches behind the plane
//! ```
//!
//! Shapes that touch come out at some 1e-15 of the coordinates in the plane and at most some 1e-12 of the smaller shape in
//! space; depths of round solids askew are up to a ninth too large, all others exact.
//!
//! Where a prism with hollow round sides stands askew, its slabs have tangents for those sides, which miss up to 2e-4 of a
//! radius. Corners, balls and rims inside a bore, and the bore's mouths inside other solids, are looked at exactly besides;
//! what is missed is less than that, and only where an edge enters a hollow side between its ends.
//!
//! Not measurable: a planar region with a solid, a solid with a half-plane, two half-spaces, two points. [`depth`] is 0 then.
//!
//! ```
//! use mainspring_geometry::Region;
//! use mainspring_overlap::{Memory, Place, Shape, depth};
//!
//! let square = Shape::of_region(&Region::rect(1.0, 1.0)?, [0.0, 0.0]);
//! let (here, there) = (Place::planar([0.0, 0.0], 0.0), Place::planar([0.9, 0.0], 0.0));
//! let found = depth(&square, &here, &square, &there, &mut Memory::default());
//! assert!((found - 0.1).abs() < 1e-15);
//! # Ok::<(), mainspring_geometry::RegionError>(())
//! ```

mod depth;
mod place;
mod planar;
mod shape;
mod spatial;
mod tolerances;

pub use depth::{Memory, depth, measurable};
pub use place::Place;
pub use shape::Shape;
