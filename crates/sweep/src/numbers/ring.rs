//! What geometry needs of a number, so that it is written once for intervals and for exact rationals.

use super::{Interval, Rational};

/// Numbers that add, subtract and multiply.
pub trait Ring: Clone {
    /// The number 0.
    fn zero() -> Self;
    /// The number 1.
    fn one() -> Self;
    /// A whole number (an interval holds it; exact below 2⁵³).
    fn int(value: i64) -> Self;
    /// The sum.
    fn add(&self, other: &Self) -> Self;
    /// The difference.
    fn sub(&self, other: &Self) -> Self;
    /// The product.
    fn mul(&self, other: &Self) -> Self;
    /// The negated number.
    fn neg(&self) -> Self;
}

impl Ring for Interval {
    fn zero() -> Self {
        Self::ZERO
    }
    fn one() -> Self {
        Self::ONE
    }
    fn int(value: i64) -> Self {
        let near = value as f64;
        if near as i128 == i128::from(value) { Self::point(near) } else { Self::new(near.next_down(), near.next_up()) }
    }
    fn add(&self, other: &Self) -> Self {
        *self + *other
    }
    fn sub(&self, other: &Self) -> Self {
        *self - *other
    }
    fn mul(&self, other: &Self) -> Self {
        *self * *other
    }
    fn neg(&self) -> Self {
        -*self
    }
}

impl Ring for Rational {
    fn zero() -> Self {
        Self::ZERO
    }
    fn one() -> Self {
        Self::ONE
    }
    fn int(value: i64) -> Self {
        Self::from(value)
    }
    fn add(&self, other: &Self) -> Self {
        self + other
    }
    fn sub(&self, other: &Self) -> Self {
        self - other
    }
    fn mul(&self, other: &Self) -> Self {
        self * other
    }
    fn neg(&self) -> Self {
        -self
    }
}
