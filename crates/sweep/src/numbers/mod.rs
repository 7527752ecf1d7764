//! The numbers of the sweep: intervals, polynomials, algebraic numbers, and signs that are certain.

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
