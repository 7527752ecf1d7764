//! Polynomials in two variables with rational coefficients, for signs at a pair of algebraic numbers.

use super::{Poly, Rational, Ring};

/// A polynomial `Σ c[i][j] xⁱ yʲ`.
#[derive(Clone, Debug, PartialEq)]
pub struct Poly2 {
    /// Coefficients: `rows[i][j]` stands before `xⁱ yʲ`; rows may differ in length.
    pub(super) rows: Vec<Vec<Rational>>,
}

impl Poly2 {
    /// From coefficients: `rows[i][j]` stands before `xⁱ yʲ`.
    #[cfg(test)]
    pub fn new(rows: Vec<Vec<Rational>>) -> Self {
        Self { rows }
    }

    /// A polynomial in the first variable alone.
    pub fn in_x(p: &Poly<Rational>) -> Self {
        Self { rows: p.coefficients().iter().map(|c| vec![c.clone()]).collect() }
    }

    /// A polynomial in the second variable alone.
    pub fn in_y(p: &Poly<Rational>) -> Self {
        Self { rows: vec![p.coefficients().to_vec()] }
    }

    /// A constant.
    #[cfg(test)]
    pub fn constant(value: Rational) -> Self {
        Self { rows: vec![vec![value]] }
    }

    /// The first variable.
    #[cfg(test)]
    pub fn x() -> Self {
        Self { rows: vec![vec![], vec![Rational::ONE]] }
    }

    /// The second variable.
    #[cfg(test)]
    pub fn y() -> Self {
        Self { rows: vec![vec![Rational::ZERO, Rational::ONE]] }
    }

    /// The coefficient before `xⁱ yʲ`.
    pub fn coefficient(&self, i: usize, j: usize) -> Rational {
        self.rows.get(i).and_then(|row| row.get(j)).cloned().unwrap_or(Rational::ZERO)
    }

    fn zip(&self, other: &Self, f: impl Fn(Rational, Rational) -> Rational) -> Self {
        let rows = (0..self.rows.len().max(other.rows.len()))
            .map(|i| {
                let len = |p: &Self| p.rows.get(i).map_or(0, Vec::len);
                (0..len(self).max(len(other))).map(|j| f(self.coefficient(i, j), other.coefficient(i, j))).collect()
            })
            .collect();
        Self { rows }
    }

    /// The sum.
    #[cfg(test)]
    pub fn add(&self, other: &Self) -> Self {
        self.zip(other, |a, b| a + b)
    }

    /// The difference.
    pub fn sub(&self, other: &Self) -> Self {
        self.zip(other, |a, b| a - b)
    }

    /// The product with a number.
    #[cfg(test)]
    pub fn scale(&self, factor: &Rational) -> Self {
        Self { rows: self.rows.iter().map(|row| row.iter().map(|c| c * factor).collect()).collect() }
    }

    /// The product.
    pub fn mul(&self, other: &Self) -> Self {
        let columns = |p: &Self| p.rows.iter().map(Vec::len).max().unwrap_or(0);
        let (rows, columns) = (
            (self.rows.len() + other.rows.len()).saturating_sub(1),
            (columns(self) + columns(other)).saturating_sub(1),
        );
        let mut out = vec![vec![Rational::ZERO; columns]; rows];
        for (i, a) in self.rows.iter().enumerate() {
            for (j, a) in a.iter().enumerate().filter(|(_, a)| !a.is_zero()) {
                for (k, b) in other.rows.iter().enumerate() {
                    for (l, b) in b.iter().enumerate().filter(|(_, b)| !b.is_zero()) {
                        out[i + k][j + l] += a * b;
                    }
                }
            }
        }
        Self { rows: out }
    }

    /// With the variables exchanged.
    pub fn swap(&self) -> Self {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        Self { rows: (0..columns).map(|j| (0..self.rows.len()).map(|i| self.coefficient(i, j)).collect()).collect() }
    }

    /// The coefficients, ascending in `y`, with `x` put in.
    pub(super) fn at_x(&self, x: &Rational) -> Vec<Rational> {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let mut out = vec![Rational::ZERO; columns];
        for row in self.rows.iter().rev() {
            for (j, sum) in out.iter_mut().enumerate() {
                *sum = Ring::mul(sum, x) + row.get(j).cloned().unwrap_or(Rational::ZERO);
            }
        }
        out
    }
}
