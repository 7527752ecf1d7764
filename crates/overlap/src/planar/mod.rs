//! Regions of the plane: how deep places of one outline are inside the other.
//!
//! The depth of two regions is the largest distance from its outline of any place of one that is inside the other. Places
//! that can be deepest are looked at, both ways round:
//!
//! ```text
//! corners                                   into anything
//! the place of an arc that goes deepest     towards a line, or on the line of centres of two arcs
//! middles of edges, and of their pieces     bars that cross, edges in line
//!   between crossings with the other
//! an innermost place of each region         equal regions in one place
//! ```
//!
//! Every place looked at is a place of the region, and which side of an outline it is on is told by the outline's nearest
//! feature; so nothing is ever found deeper than it is, whatever crossings rounding hides or adds.

pub(crate) mod box_tree;
pub(crate) mod crossings;
pub(crate) mod deepest;
pub(crate) mod edge;
pub(crate) mod memory;
pub(crate) mod motion;
pub(crate) mod outline;

pub(crate) use deepest::{depth_behind, depth_of_outlines};
pub(crate) use edge::{Arc, Curve, Edge};
pub(crate) use memory::OutlineMemory;
pub(crate) use motion::Motion;
pub(crate) use outline::Outline;
