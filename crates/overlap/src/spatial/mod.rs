//! Solids: the least of all overlaps along a direction.
//!
//! Two convex solids A and B overlap along a unit direction n by h_A(n) + h_B(−n) − n·d, where h is how far a solid reaches
//! along a direction from its own origin and d leads from the origin of A to that of B. Where this is at most 0 a plane
//! across n is between them. Their depth is the least overlap over all n: the shortest way that takes them apart. Tried in
//! this order, each of them a bound from above:
//!
//! ```text
//! remembered     the direction that decided last time, fixed to A and fixed to B
//! candidates     normals of flat faces, products of edges: all there is for two polyhedra
//! cores          a ball or capsule is a point or line with a thickness; nearest places of what is inside
//! growing hull   of A − B, from inside: its face nearest to the origin bounds the depth from below
//! ```
//!
//! Prisms with parallel axes are measured in the plane. Other prisms that are not convex are cut into convex slabs.

pub(crate) mod candidates;
pub(crate) mod column;
pub(crate) mod convex_pair;
pub(crate) mod form;
pub(crate) mod growing_hull;
pub(crate) mod nearest;
pub(crate) mod part;
pub(crate) mod piece;
pub(crate) mod probe;
pub(crate) mod slabs;
pub(crate) mod solids;
pub(crate) mod triangle;

pub(crate) use part::Part;
pub(crate) use solids::{SolidMemory, depth_behind, depth_of_solids};
