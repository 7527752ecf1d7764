//! Open trees in joint coordinates: y = (coordinates of the joints, their rates, w), solved by an O(n) recursion.
//!
//! ```text
//! Model ─▶ Mechanism (maximal: starts, loops closed) ─▶ an open tree? ─▶ joint coordinates, the Mechanism inside for reading
//! ```
//!
//! Where the maximal form keeps every body's columns and every joint's rows, here only the joints' own motions are
//! left: fewer numbers to integrate, no constraint to drift from, and an evaluation several times cheaper. Whatever
//! is read only now and then (expressions, guards, energies, reactions, pictures) is read from the maximal mechanism,
//! at the bodies' state that y expands to; so both forms mean the same by every quantity.
//!
//! Entries, link after link, parents first: an angle or a travel as the joint itself measures it, turns counted; a
//! ball joint the body's quaternion and its angular velocity in world axes; a free body the same as in maximal
//! coordinates.
//!
//! `plan` turns joints into simple motions (turn, slide, ball, held; a joint of several freedoms is several, with
//! massless links between) or names why not. Each space has one recursion, out, in, out: articulated bodies, world
//! axes, inertia referred to each link's own origin so that long chains keep their digits. Prescribed motions are
//! known accelerations in the same recursion. Derivatives for implicit methods are central differences of the
//! recursion, which is cheaper here than solving for them.
//!
//! Loops, gears, rolling, rules of the user's own, joints that come and go, friction, play, contact, tables and
//! `symplectic` stay maximal. `run { coordinates = … }` chooses by hand and then says what is in the way.

pub mod plan;
pub mod planar;
pub mod recursion;
pub mod spatial;
