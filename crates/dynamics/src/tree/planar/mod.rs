//! The articulated-body recursion in the plane (Featherstone 1983), one pass out, one in, one out.
//!
//! Each link has an origin P (the joint's point on it), a reference angle φ (of its marker there) and, in world axes, an
//! articulated inertia about P: what force F and moment N at P it takes to accelerate P by a and the link by α,
//!
//! ```text
//! F = A a + b α + f        A symmetric 2×2, b a vector, D a number
//! N = b·a + D α + n
//! ```
//!
//! A body alone, its centre at r from P, has A = m, b = m ⊥r, D = I + m r², f = −m ω² r, n = 0 (⊥r is r turned by a quarter).
//! Inwards each link's own motion is eliminated (a turn: N = 0; a slide along u: u·F = 0), and what is left is carried to
//! the parent's origin over the arm l = P − P_parent:
//!
//! ```text
//! a = a_p + α_p ⊥l + c,   c = −ω_p² l (+ 2 ω_p q̇ ⊥u for a slide)
//! A_p += A'     b_p += b' + A'⊥l     D_p += D' + 2 b'·⊥l + ⊥l·A'⊥l
//! f_p += g      n_p += n' + b'·c + ⊥l·g       with g = f' + A'c
//! ```
//!
//! A turn leaves b' = D' = n' = 0 (nothing but a force goes through a pin), which is why it is written out on its own. Outwards
//! accelerations follow. Origins lie on the links themselves, so numbers stay of the size of a link however long the chain.
//! Gravity is an upward acceleration of the ground, unless loads bring it with them.

pub mod passes;
pub mod tree;
