//! The articulated-body recursion in space (Featherstone 1983): the planar one with 3-vectors and 3×3 blocks.
//!
//! Each link has an origin P (the joint's point on it) and reference axes R whose third column is the axis of its motion. In world
//! axes its articulated inertia about P says
//!
//! ```text
//! F = A a + B α + f        A, D symmetric
//! N = Bᵀa + D α + n
//! ```
//!
//! A body alone, its centre at r from P and L(r) the matrix of r×: A = m, B = −m L(r), D = R I Rᵀ about P, f = m ω×(ω×r),
//! n = ω×Dω. With s the axis, a turn is eliminated by s·N = 0, a slide by s·F = 0,
//!
//! ```text
//! turn:  U = (B s, D s)      slide:  U = (A s, Bᵀs)      d = U·(axis),   (A, B, D)' = (A, B, D) − U Uᵀ/d
//! ```
//!
//! a ball joint by N = 0 as a whole: A' = A − B D⁻¹ Bᵀ, B' = D' = 0. Carried over the arm l = P − P_parent, with
//! a = a_p + α_p×l + c and α = α_p + e (c, e: what velocities and prescribed accelerations add):
//!
//! ```text
//! A_p += A'    B_p += B'' = B' − A'L    D_p += D' + L B'' + (L B')ᵀ
//! f_p += g     n_p += n' + B'ᵀc + D'e + l×g       with g = f' + A'c + B'e
//! ```

pub mod passes;
pub mod tree;
