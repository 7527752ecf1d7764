//! What geometry needs of a number, so that it is written once for intervals and for exact rationals.

use super::{Interval, Rational, Sign};

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

/// Numbers known to lie within a range: what fast answers are made of.
pub trait Enclosure: Ring + Copy {
    /// The quotient; of unknown size where the divisor may be 0.
    fn divided(self, by: Self) -> Self;
    /// The square root of what is not below 0 in it.
    fn root(self) -> Self;
    /// The square.
    fn square(self) -> Self;
    /// The sign all its numbers share, if they do; zero only where it is the number 0.
    fn sign(self) -> Option<Sign>;
    /// The interval that holds it.
    fn interval(self) -> Interval;
    /// What holds an interval.
    fn enclosing(x: Interval) -> Self;
    /// A number near its middle and the farthest any of its numbers is from that.
    fn middle_and_radius(self) -> (f64, f64);
}

impl Enclosure for Interval {
    fn divided(self, by: Self) -> Self {
        Self::div(&self, by)
    }
    fn root(self) -> Self {
        self.sqrt()
    }
    fn square(self) -> Self {
        self.sqr()
    }
    fn sign(self) -> Option<Sign> {
        Self::sign(self)
    }
    fn interval(self) -> Interval {
        self
    }
    fn enclosing(x: Interval) -> Self {
        x
    }
    fn middle_and_radius(self) -> (f64, f64) {
        let middle = 0.5 * self.lo + 0.5 * self.hi;
        // one rounding each of the middle and the difference
        (middle, (self.hi - middle).max(middle - self.lo) * (1.0 + 4.0 * f64::EPSILON))
    }
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
