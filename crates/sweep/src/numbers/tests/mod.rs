//! The numbers against exact arithmetic, known roots and known equalities.

mod balls;
mod exact;
mod floats;
mod isolation;

use super::{Poly, Rational, Ring};

/// `n / d`.
fn ratio(n: i64, d: i64) -> Rational {
    Rational::from(n) / Rational::from(d)
}

/// The polynomial with these integer coefficients, constant first.
fn integers(c: &[i64]) -> Poly<Rational> {
    Poly::new(&c.iter().map(|&c| Rational::from(c)).collect::<Vec<_>>())
}

/// The polynomial with these roots and leading coefficient 1.
fn with_roots(roots: &[Rational]) -> Poly<Rational> {
    roots.iter().fold(Poly::constant(Rational::ONE), |p, r| p.mul(&Poly::linear(Ring::neg(r), Rational::ONE)))
}
