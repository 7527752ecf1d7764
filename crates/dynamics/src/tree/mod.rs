//! Open trees in joint coordinates: y = (coordinates of the joints, their rates, w), solved by an O(n) recursion.
//!
//! Where the maximal form keeps every body's columns and every joint's rows, here only the joints' own motions are left:
//! fewer numbers to integrate, no constraint to drift from, and an evaluation several times cheaper. Whatever is read only
//! now and then (expressions, guards, reactions, pictures) is read from the maximal `Mechanism` inside, at the bodies' state that
//! `expand` makes of y; so both forms mean the same by every quantity.
//!
//! Entries, link after link, parents first: an angle or a travel as the joint itself measures it, turns counted; a ball joint
//! the body's quaternion and its angular velocity in world axes; a free body the same as in maximal coordinates.

pub mod plan;
pub mod planar;
pub mod recursion;
pub mod spatial;
pub mod symmetric;
