//! The numbers of the sweep: intervals, polynomials, algebraic numbers, and signs that are certain.
//!
//! [`Ball`] is a middle and a radius, [`Interval`] is rounded outward, `isolate` finds the roots of polynomials with
//! interval coefficients in Bernstein form (certain, or unsure), [`Algebraic`] is an integer polynomial and a dyadic
//! cell, `exact_sign` refines down to a Liouville bound, so that zero is proved. Balls cost less than intervals but
//! do not stay points where a result is exact, so neither replaces the other.

mod algebraic;
mod ball;
mod exact_sign;
mod integer_poly;
mod interval;
mod isolate;
mod poly;
mod poly2;
mod rational;
mod ring;
mod sign;

pub use algebraic::Algebraic;
pub use ball::Ball;
pub use exact_sign::{compare, sign_at, sign_at_two};
pub use interval::Interval;
pub use isolate::{Bracket, Brackets, Certainty, quadratic, roots_in};
pub use poly::Poly;
pub use poly2::Poly2;
pub use rational::{Rational, rational, sign_of, to_f64, to_interval};
pub use ring::{Enclosure, Ring};
pub use sign::Sign;

#[cfg(test)]
mod tests;
